"""How the scripts in Python of this folder read and write tests/testthat/ref-data. They are run
from the root of the repository."""

import csv
from pathlib import Path

import numpy as np

FOLDER = Path("tests/testthat/ref-data")


def read(name):
    with open(FOLDER / name, newline="") as file:
        header, *rows = csv.reader(file)
    return dict(zip(header, np.array(rows, dtype=float).T))


def freeze(name, columns):
    with open(FOLDER / name, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*(map(text, column) for column in columns.values())))


def text(x):
    """15 significant digits where they give the number back, 17 elsewhere. NaN becomes NA."""
    if isinstance(x, str):
        return x
    if np.isnan(x):
        return "NA"
    if np.isinf(x):
        return "Inf" if x > 0 else "-Inf"
    short = f"{x:.15g}"
    return short if float(short) == x else f"{x:.17g}"
