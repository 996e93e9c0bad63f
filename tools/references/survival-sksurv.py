"""Freezes in tests/testthat/ref-data what scikit-survival makes of the sample without ties there.

From the root of the repository, after survival-r.R, with a Python that has scikit-survival:

    /tmp/sksurv/bin/python tools/references/survival-sksurv.py

The censoring is that of the sample itself or of the training sample, and then known. The mean is over the areas at
the times of all events up to the time.
"""

import csv

import numpy as np
from sksurv.metrics import brier_score, concordance_index_ipcw, cumulative_dynamic_auc
from sksurv.util import Surv

from freeze import FOLDER, freeze

TIMES = np.array([0.5, 1.25, 2.5, 4.0, 5.0])

with open(FOLDER / "survival-untied.csv", newline="") as file:
    observations = list(csv.DictReader(file))


def sample(name):
    rows = [row for row in observations if row["sample"] == name]
    column = lambda column: np.array([float(row[column]) for row in rows])
    return Surv.from_arrays(column("status") == 1, column("time")), column("x")


def results(censoring):
    test, score = sample("test")
    known, _ = sample(censoring)
    event, time = test["event"], test["time"]
    areas, _ = cumulative_dynamic_auc(known, test, score, TIMES)
    survival = 1 / (1 + np.exp(score))
    _, brier = brier_score(known, test, np.tile(survival[:, None], len(TIMES)), TIMES)
    for i, at in enumerate(TIMES):
        events = np.sort(time[event & (time <= at)])
        _, mean = cumulative_dynamic_auc(known, test, score, events)
        uno = concordance_index_ipcw(known, test, score, tau=at)[0]
        yield censoring, at, areas[i], mean, uno, brier[i] if censoring == "test" else np.nan


rows = [row for censoring in ("test", "training") for row in results(censoring)]
names = ["censoring", "time", "area", "mean_area", "uno", "brier"]
freeze("sksurv.csv", dict(zip(names, map(list, zip(*rows)))))
