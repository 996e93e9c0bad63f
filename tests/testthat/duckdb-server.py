"""Runs each statement of standard input, one a line with "\\n" and "\\r" for ends of lines, in DuckDB. The
first word names the connection. The database is in memory, or in the file that the argument names. Writes what it gives to the file of the second word: names, types, and
columns, of which doubles are in hexadecimal, as reading decimals may round."""

import os
import re
import sys

import duckdb

database = duckdb.connect(*sys.argv[1:2])
connections = {"main": database, "other": database.cursor()}

escapes = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def text_of(value):
    if value is None:
        return "\\N"
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return re.sub(r"[\\\n\r\t]", lambda found: escapes[found[0]], value)
    return float(value).hex()


for line in sys.stdin:
    name, path, sql = line.rstrip("\n").split(" ", 2)
    sql = re.sub(r"\\(.)", lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), sql)
    try:
        found = connections[name].execute(sql)
        rows = found.fetchall()
        columns = found.description or []
        lines = ["\t".join(text_of(str(column[0])) for column in columns),
                 "\t".join(str(column[1]) for column in columns)]
        lines += ["\t".join(text_of(value) for value in row) for row in rows]
    except duckdb.Error as error:
        lines = ["error", text_of(str(error))]
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    os.rename(path + ".part", path)
