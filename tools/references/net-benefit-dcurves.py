"""Freezes in tests/testthat/ref-data the net benefits that dcurves finds in the data there.

From the root of the repository, after make-r.R and decisions-sklearn.py, with a Python that has dcurves:

    /tmp/dcurves/bin/python tools/references/net-benefit-dcurves.py

dcurves takes no weights: rows are repeated. The columns are explained in VERSIONS.md there.
"""

import warnings

import numpy as np
import pandas as pd
from dcurves import dca

from freeze import freeze, read

THRESHOLDS = [0.005, 0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 0.99]

# Data, score, how much weight is one row (0: no weights), prevalence (None: that of the rows).
CASES = [
    ("nhanes", "fitted", 0, None),
    ("nhanes", "fitted", 0, 0.02),
    ("nhanes", "fitted", 20000, None),
    ("cost-area", "score", 0, None),
    ("cost-area", "score", 0, 0.5),
]


def main():
    rows = [row for case in CASES for row in benefits(*case)]
    freeze("dcurves-net-benefit.csv", {name: [row[name] for row in rows] for name in rows[0]})


def benefits(data, score, unit, prevalence):
    columns = read(data + ".csv")
    times = (np.ceil(columns["weight"] / unit) if unit else columns["rows"]).astype(int)
    table = pd.DataFrame({
        "label": np.repeat(columns["label"], times).astype(bool),
        "score": np.repeat(columns[score], times),
    })
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = dca(data=table, outcome="label", modelnames=["score"], thresholds=THRESHOLDS,
                    prevalence=prevalence)
    of_model = {name: rows.set_index("threshold")["net_benefit"] for name, rows in found.groupby("model")}
    for threshold in THRESHOLDS:
        yield {
            "data": data, "score": score, "weight_unit": float(unit),
            "prior": np.nan if prevalence is None else prevalence, "threshold": threshold,
            "net_benefit": float(of_model["score"][threshold]),
            "treat_all": float(of_model["all"][threshold]),
        }


main()
