"""Freezes in tests/testthat/ref-data the average precision that scikit-learn finds in the data there.

From the root of the repository, with the Python of make-sklearn.py:

    /tmp/sklearn/bin/python tools/references/precision-sklearn.py
"""

from sklearn.metrics import average_precision_score

from freeze import freeze, read

SCORES = [
    ("ROCR.simple", "score"),
    ("aSAH", "s100b"),
    ("aSAH", "wfns"),
    ("nhanes", "agecat"),
    ("nhanes", "fitted"),
    ("ties", "score"),
]


def average_precision(data, score, sign):
    columns = read(f"{data}.csv")
    return average_precision_score(columns["label"], sign * columns[score],
                                   sample_weight=columns.get("weight"))


rows = [(data, score, sign, average_precision(data, score, sign))
        for data, score in SCORES for sign in (1, -1)]
names = ["data", "score", "sign", "average_precision"]
freeze("sklearn-average-precision.csv", dict(zip(names, map(list, zip(*rows)))))
