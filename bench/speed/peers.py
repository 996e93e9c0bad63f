"""What is timed in Python.

peers.py list                      implementations, versions and what is missing, a line each
peers.py serve                     requests on standard input, answers to the fifo REPLIES
peers.py memory FOLDER JOB NAME    peak memory of one call, beyond input and output, in bytes

A folder holds the observations as plain binary files: guess, label, weight.
"""

import gc
import importlib
import os
import platform
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

try:
    import numpy as np
except ImportError:
    np = None


@dataclass
class Data:
    guess: "np.ndarray"
    label: "np.ndarray"
    weight: "np.ndarray"
    frame: "polars.DataFrame | None"
    connection: "duckdb.DuckDBPyConnection | None"


@dataclass
class Implementation:
    job: str
    name: str
    run: Callable
    columns: Callable


def load(folder):
    folder = Path(folder)
    columns = {
        "guess": np.fromfile(folder / "guess", np.float64),
        "label": np.fromfile(folder / "label", np.int32),
        "weight": np.fromfile(folder / "weight", np.float64),
    }
    return with_tables(columns)


def with_tables(columns):
    """The observations with what data frames and databases hold them in, which is not timed."""
    polars, duckdb = sys.modules.get("polars"), sys.modules.get("duckdb")
    connection = None
    if duckdb:
        connection = duckdb.connect(config={"threads": 1})
        connection.register("columns", columns)
        connection.execute("CREATE TABLE observations AS SELECT * FROM columns")
        connection.unregister("columns")
    frame = polars.DataFrame(columns) if polars else None
    return Data(**columns, frame=frame, connection=connection)


def area_column(area):
    return {"area": np.array([area])}


def scikit_learn():
    from sklearn.metrics import roc_auc_score, roc_curve

    def curve(data):
        return roc_curve(
            data.label, data.guess, sample_weight=data.weight, drop_intermediate=False
        )

    def columns(result):
        fpr, tpr, threshold = (column[::-1] for column in result)
        return {"TPR": tpr, "FPR": fpr, "threshold": threshold}

    def area(data):
        return roc_auc_score(data.label, data.guess, sample_weight=data.weight)

    return [
        Implementation("curve", "scikit-learn", curve, columns),
        Implementation("area", "scikit-learn", area, area_column),
    ]


def numba():
    from numba import njit

    @njit
    def sum_ascending(guess, label, weight, ascending):
        area = positive = negative = tied_positive = tied_negative = 0.0
        previous = np.nan
        for i in ascending:
            if guess[i] != previous:
                area += tied_positive * (negative + tied_negative / 2)
                positive += tied_positive
                negative += tied_negative
                tied_positive = tied_negative = 0.0
                previous = guess[i]
            if label[i] == 1:
                tied_positive += weight[i]
            else:
                tied_negative += weight[i]
        area += tied_positive * (negative + tied_negative / 2)
        return area / ((positive + tied_positive) * (negative + tied_negative))

    def area(data):
        ascending = np.argsort(data.guess)
        return sum_ascending(data.guess, data.label, data.weight, ascending)

    return [Implementation("area", "numba", area, area_column)]


def polars():
    import polars as pl

    positive = pl.col("weight") * pl.col("label")
    negative = pl.col("weight") * (1 - pl.col("label"))

    def curve_of_sums(sums):
        below_positive, below_negative = (
            pl.concat([pl.Series([0.0]), sums[name]]) for name in ("positive", "negative")
        )
        false_positive = below_negative[-1] - below_negative
        return pl.DataFrame(
            {
                "TPR": 1 - below_positive / below_positive[-1],
                "FPR": false_positive / false_positive[0],
                "threshold": pl.concat([sums["guess"], pl.Series([float("inf")])]),
                "FN": below_positive,
                "FP": false_positive,
            }
        )

    def by_sort(data):
        is_last = pl.col("guess").ne_missing(pl.col("guess").shift(-1))
        sums = (
            data.frame.lazy()
            .sort("guess")
            .select("guess", positive=positive.cum_sum(), negative=negative.cum_sum())
            .filter(is_last)
        )
        return curve_of_sums(sums.collect())

    def by_group(data):
        sums = (
            data.frame.lazy()
            .group_by("guess")
            .agg(positive=positive.sum(), negative=negative.sum())
            .sort("guess")
            .with_columns(pl.col("positive", "negative").cum_sum())
        )
        return curve_of_sums(sums.collect())

    def columns(result):
        return {name: result[name].to_numpy() for name in result.columns}

    return [
        Implementation("curve", "polars, sort", by_sort, columns),
        Implementation("curve", "polars, group_by", by_group, columns),
    ]


def duckdb():
    by_score = """
        WITH sums AS (
            SELECT guess, sum(weight * label) AS positive, sum(weight * (1 - label)) AS negative
            FROM observations GROUP BY guess
        ), below AS (
            SELECT *, sum(positive) OVER up_to AS FN, sum(negative) OVER up_to AS TN
            FROM sums WINDOW up_to AS (ORDER BY guess ROWS UNBOUNDED PRECEDING)
        )
    """
    rows = by_score + "SELECT guess, FN, TN FROM below ORDER BY guess"
    sums = by_score + """
        SELECT sum(positive * (TN - negative / 2)) / (sum(positive) * sum(negative)) FROM below
    """

    def curve(data):
        below = data.connection.execute(rows).fetchnumpy()
        positive, negative = (
            np.concatenate([[0.0], np.asarray(below[name])]) for name in ("FN", "TN")
        )
        false_positive = negative[-1] - negative
        return {
            "TPR": 1 - positive / positive[-1],
            "FPR": false_positive / false_positive[0],
            "threshold": np.concatenate([np.asarray(below["guess"]), [np.inf]]),
            "FN": positive,
            "FP": false_positive,
        }

    def area(data):
        return data.connection.execute(sums).fetchone()[0]

    return [
        Implementation("curve", "DuckDB, window functions", curve, dict),
        Implementation("area", "DuckDB, window functions", area, area_column),
    ]


# By the name that PyPI and `import` use for what they need.
SOURCES = {
    ("numpy", "numpy"): list,
    ("scikit-learn", "sklearn"): scikit_learn,
    ("numba", "numba"): numba,
    ("polars", "polars"): polars,
    ("duckdb", "duckdb"): duckdb,
}


def import_error(module):
    try:
        importlib.import_module(module)
    except Exception as error:
        return str(error).splitlines()[0]
    return None


def implementations():
    return [
        implementation
        for (_, module), make in SOURCES.items()
        if np is not None and import_error(module) is None
        for implementation in make()
    ]


def describe():
    print("version", "Python", platform.python_version(), sep="\t")
    for distribution, module in SOURCES:
        missing = import_error(module)
        if missing is None:
            version = importlib.import_module(module).__version__
            print("version", distribution, version, sep="\t")
        else:
            print("missing", distribution, missing, sep="\t")
    for implementation in implementations():
        print("implementation", implementation.job, implementation.name, sep="\t")


class Server:
    """Answers `load FOLDER`, `save JOB NAME FOLDER` and `time JOB NAME CALLS`."""

    def __init__(self):
        self.by_name = {(i.job, i.name): i for i in implementations()}
        self.data = None

    def load(self, folder):
        self.data = load(folder)
        return []

    def save(self, job, name, folder):
        implementation = self.by_name[job, name]
        columns = implementation.columns(implementation.run(self.data))
        for column, values in columns.items():
            np.ascontiguousarray(values, np.float64).tofile(Path(folder) / column)
        return columns

    def time(self, job, name, calls):
        run = self.by_name[job, name].run
        gc.collect()
        cpu, elapsed = time.process_time(), time.perf_counter()
        for _ in range(int(calls)):
            run(self.data)
        return time.process_time() - cpu, time.perf_counter() - elapsed

    def answer(self, request):
        verb, *arguments = request.rstrip("\n").split("\t")
        try:
            values = {"load": self.load, "save": self.save, "time": self.time}[verb](*arguments)
            return ["ok", *map(str, values)]
        except Exception as error:
            return ["error", str(error).replace("\n", " ")]


def serve():
    server = Server()
    with open(os.environ["REPLIES"], "w") as replies:
        for request in sys.stdin:
            print(*server.answer(request), sep="\t", file=replies, flush=True)


def peak_memory():
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


def few(data):
    names = ("guess", "label", "weight")
    return with_tables({name: getattr(data, name)[:1000] for name in names})


def measure_memory(folder, job, name):
    implementation = Server().by_name[job, name]
    data = load(folder)
    implementation.run(few(data))
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")
    before = peak_memory()
    result = implementation.run(data)
    after = peak_memory()
    output = sum(column.nbytes for column in implementation.columns(result).values())
    print(after - before - output)


if __name__ == "__main__":
    verb, *arguments = sys.argv[1:]
    {"list": describe, "serve": serve, "memory": measure_memory}[verb](*arguments)
