"""python3 tools/references/engines-sqlglot.py FOLDER: parses the questions in FOLDER, a file DIALECT.sql
each, as SQL of their dialects, by package sqlglot (30.30.0) from PyPI. test-engine-sql.R calls it."""

import pathlib
import re
import sys

import sqlglot

# dbplyr's simulated connections quote names by backticks, whatever their engine does.
DIALECTS = {
    "bigquery": ("bigquery", "`"),
    "duckdb": ("duckdb", '"'),
    "hive": ("hive", "`"),
    "impala": ("hive", "`"),
    "mssql": ("tsql", '"'),
    "mysql": ("mysql", "`"),
    "oracle": ("oracle", '"'),
    "postgres": ("postgres", '"'),
    "redshift": ("redshift", '"'),
    "snowflake": ("snowflake", '"'),
    "spark": ("spark", "`"),
    "sqlite": ("sqlite", '"'),
    "teradata": ("teradata", '"'),
    "trino": ("trino", '"'),
}

folder = pathlib.Path(sys.argv[1])
parsed = 0
for path in sorted(folder.glob("*.sql")):
    # Those that sqlglot does not know are parsed as the standard.
    dialect, quote = DIALECTS.get(path.stem, ("", '"'))
    text = path.read_text(encoding="utf-8").replace("`", quote)
    if path.stem == "oracle":
        # A suffix of literals that sqlglot does not know.
        text = re.sub(r"(e[+-]\d+)d", r"\1", text)
    for statement in sqlglot.parse(text, read=dialect):
        # sqlglot keeps statements that it does not understand as commands.
        assert isinstance(statement, sqlglot.exp.Select), (path.name, statement)
        parsed += 1
print(parsed, "statements")
