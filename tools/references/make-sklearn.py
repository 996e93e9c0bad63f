"""Freezes in tests/testthat/ref-data what scikit-learn makes of the data there.

From the root of the repository, after make-r.R, which writes most of the data:

    python3 -m venv /tmp/sklearn
    /tmp/sklearn/bin/pip install scikit-learn==1.9.1 numpy==2.4.6 scipy==1.17.1
    /tmp/sklearn/bin/python tools/references/make-sklearn.py
"""

import numpy as np
from sklearn.metrics import confusion_matrix_at_thresholds, roc_auc_score, roc_curve

from freeze import freeze, read

SCORES = [
    ("ROCR.simple", "score"),
    ("aSAH", "s100b"),
    ("nhanes", "agecat"),
    ("nhanes", "fitted"),
    ("ties", "score"),
]


def main():
    freeze("ties.csv", ties())
    areas = [freeze_curve(data, score) for data, score in SCORES]
    freeze("auc-sklearn.csv", {
        "software": ["sklearn"] * len(SCORES),
        "data": [data for data, _ in SCORES],
        "score": [score for _, score in SCORES],
        "AUC": areas,
    })


def ties(n=500, seed=20261121):
    """Many ties between the classes, weights over many orders of magnitude, some of them 0, and a
    lowest and a highest score that have no weight at all."""
    random = np.random.default_rng(seed)
    label = random.integers(0, 2, n)
    score = np.round(random.normal(label, 1.0), 1)
    weight = random.lognormal(0.0, 3.0, n)
    weight[::25] = 0.0
    score[0], score[25] = -99.0, 99.0
    return {"score": score, "label": label, "weight": weight}


def freeze_curve(data, score):
    """Writes the curve and returns its area."""
    columns = read(f"{data}.csv")
    label, guess, weight = columns["label"], columns[score], columns.get("weight")

    fpr, tpr, thresholds = roc_curve(label, guess, sample_weight=weight, drop_intermediate=False)
    _, fps, fns, tps, _ = confusion_matrix_at_thresholds(label, guess, sample_weight=weight)
    curve = {
        "TPR": tpr,
        "FPR": fpr,
        "threshold": thresholds,
        "FN": np.append(tps[-1], fns),
        "FP": np.append(0.0, fps),
    }
    freeze(f"sklearn-{data}-{score}.csv", {name: x[::-1] for name, x in curve.items()})
    return roc_auc_score(label, guess, sample_weight=weight)


main()
