"""Freezes in tests/testthat/ref-data the thresholds at which scikit-learn finds measures to be the best.

From the root of the repository, with the Python of make-sklearn.py:

    /tmp/sklearn/bin/python tools/references/thresholds-sklearn.py
"""

from sklearn.metrics import (balanced_accuracy_score, cohen_kappa_score, f1_score, jaccard_score,
                             matthews_corrcoef, metric_at_thresholds)

from freeze import freeze, read

SCORES = [("ROCR.simple", "score"), ("aSAH", "s100b"), ("nhanes", "fitted"), ("ties", "score")]
MEASURES = {
    "F1": (f1_score, {}),
    "jaccard": (jaccard_score, {}),
    "MCC": (matthews_corrcoef, {}),
    "kappa": (cohen_kappa_score, {}),
    "BACC": (balanced_accuracy_score, {}),
}


def best(data, score, measure):
    function, parameters = MEASURES[measure]
    columns = read(f"{data}.csv")
    values, thresholds = metric_at_thresholds(columns["label"], columns[score], function,
                                              sample_weight=columns.get("weight"), metric_params=parameters)
    place = values.argmax()
    return thresholds[place], values[place]


rows = [(data, score, measure, *best(data, score, measure)) for data, score in SCORES for measure in MEASURES]
names = ["data", "score", "measure", "threshold", "value"]
freeze("sklearn-thresholds.csv", dict(zip(names, map(list, zip(*rows)))))
