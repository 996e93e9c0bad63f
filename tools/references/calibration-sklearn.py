"""Freezes what scikit-learn makes of scores as probabilities: isotonic regression at the scores and between
them, and the Brier and the log score of forecasts. As make-sklearn.py, after that:

    /tmp/sklearn/bin/python tools/references/calibration-sklearn.py
"""

import numpy as np
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss, log_loss

from freeze import freeze, read

SCORES = [
    ("ROCR.simple", "score"),
    ("aSAH", "s100b"),
    ("nhanes", "fitted"),
    ("ties", "score"),
]

# Those that are probabilities, and keep clear of 0 and 1.
FORECASTS = [("nhanes", "fitted")]


def main():
    isotonic = [row for data, score in SCORES for row in calibrated(data, score)]
    freeze("sklearn-isotonic.csv", columns(["data", "score", "at", "probability"], isotonic))
    losses = [(data, score, *scores_of(data, score)) for data, score in FORECASTS]
    # Ranks of the other scores, pressed into the unit interval, are forecasts as well.
    losses += [(data, f"rank of {score}", *scores_of(data, score, True)) for data, score in SCORES]
    freeze("sklearn-losses.csv", columns(["data", "score", "brier", "log_score"], losses))


def calibrated(data, score):
    """At up to 60 of the scores, half way between some of them, and beyond all."""
    label, guess, weight = observations(data, score)
    counts = weight > 0
    model = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip")
    model.fit(guess[counts], label[counts], sample_weight=weight[counts])
    seen = np.unique(guess[counts])
    between = (seen[1:] + seen[:-1]) / 2
    some = np.unique(np.linspace(0, len(between) - 1, 60).astype(int))
    at = np.concatenate([[seen[0] - 1, seen[-1] + 1], seen[some], between[some]])
    return [(data, score, x, p) for x, p in zip(at, model.predict(at))]


def scores_of(data, score, ranked=False):
    label, guess, weight = observations(data, score)
    if ranked:
        guess = forecasts(guess)
    return (
        brier_score_loss(label, guess, sample_weight=weight),
        log_loss(label, guess, sample_weight=weight),
    )


def forecasts(guess):
    """(rank among the distinct scores - 1/2) / their number."""
    seen, rank = np.unique(guess, return_inverse=True)
    return (rank + 0.5) / len(seen)


def observations(data, score):
    table = read(f"{data}.csv")
    weight = table.get("weight", np.ones(len(table["label"])))
    return table["label"], table[score], weight


def columns(names, rows):
    return dict(zip(names, zip(*rows)))


main()
