"""Freezes in tests/testthat/ref-data what scikit-learn makes of the data there when it comes to
decisions, and exact areas above the cost line, which no package computes.

From the root of the repository, after make-r.R and make-sklearn.py, with the Python of the latter:

    /tmp/sklearn/bin/python tools/references/decisions-sklearn.py

The columns are explained in VERSIONS.md there.
"""

from fractions import Fraction

import numpy as np
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import (
    accuracy_score,
    auc,
    balanced_accuracy_score,
    f1_score,
    matthews_corrcoef,
    precision_score,
    roc_auc_score,
    roc_curve,
    zero_one_loss,
)

from freeze import freeze, read

SCORES = [
    ("ROCR.simple", "score"),
    ("aSAH", "s100b"),
    ("nhanes", "agecat"),
    ("nhanes", "fitted"),
    ("ties", "score"),
]
# The thresholds of net-benefit-dcurves.py.
THRESHOLDS = [0.005, 0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 0.99]

MAX_FPRS = [0.01, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 0.9, 1.0]

# The cost of a false negative, and the ratio of
# https://takeshimg92.github.io/posts/cost_based_auc.html, which has 2 digits.
PUBLISHED = {"0.1": 0.75, "0.3": 0.76, "0.5": 0.78, "0.8": 0.86, "0.9": 0.90}

# Data, score, sign (-1: the score times -1), cost of a false negative, cost of a false positive,
# prior ("": the share of the positive weight).
AREAS = [
    ("cost-area", "score", 1, "0.1", "0.9", ""),
    ("cost-area", "score", 1, "0.3", "0.7", ""),
    ("cost-area", "score", 1, "0.5", "0.5", ""),
    ("cost-area", "score", 1, "0.8", "0.2", ""),
    ("cost-area", "score", 1, "0.9", "0.1", ""),
    ("cost-area", "score", 1, "1", "0", ""),
    ("cost-area", "score", 1, "5", "1", "0.5"),
    ("aSAH", "s100b", 1, "0.3", "0.7", ""),
    ("aSAH", "s100b", 1, "0.75", "0.25", ""),
    ("aSAH", "s100b", 1, "1", "3", "0.7"),
    ("aSAH", "s100b", -1, "0.3", "0.7", ""),
    ("aSAH", "s100b", -1, "0.75", "0.25", ""),
    ("aSAH", "wfns", 1, "0.5", "0.5", "0.9"),
    ("aSAH", "wfns", 1, "0.2", "0.8", ""),
    ("ties", "score", 1, "0.05", "0.95", ""),
    ("ties", "score", 1, "0.6", "0.4", ""),
    ("ties", "score", 1, "7", "2", "0.3"),
    ("nhanes", "agecat", 1, "0.4", "0.6", ""),
    ("nhanes", "agecat", 1, "0.9", "0.1", "0.4"),
]


def main():
    freeze("sklearn-partial-auc.csv", in_columns(
        {"data": data, "score": score, **area}
        for data, score in SCORES for area in areas_up_to(*observations(data, score))
    ))
    freeze("sklearn-measures.csv", in_columns(
        {"data": data, "score": score, **row}
        for data, score in SCORES for row in measures(*observations(data, score))
    ))
    freeze("cost-area.csv", cost_area_data())
    freeze("cost-area-published.csv", in_columns(published_areas()))
    freeze("cost-area-exact.csv", in_columns(exact_areas()))


def in_columns(rows):
    rows = list(rows)
    return {name: [row[name] for row in rows] for name in rows[0]}


def observations(data, score, sign=1):
    columns = read(f"{data}.csv")
    return columns["label"], sign * columns[score], columns.get("weight", columns.get("rows"))


# --- scikit-learn ---------------------------------------------------------------------------------


def areas_up_to(label, guess, weight):
    for max_fpr in MAX_FPRS:
        area = roc_auc_score(label, guess, sample_weight=weight, max_fpr=max_fpr)
        yield {"max_fpr": max_fpr, "corrected": area}


def measures(label, guess, weight):
    for threshold in some_thresholds(guess):
        given = {"y_true": label, "y_pred": (guess >= threshold) * 1.0, "sample_weight": weight}
        yield {
            "threshold": threshold,
            "accuracy": accuracy_score(**given),
            "balanced_accuracy": balanced_accuracy_score(**given),
            "precision": precision_score(**given, zero_division=np.nan),
            "f1": f1_score(**given, zero_division=np.nan),
            "mcc": matthews_corrcoef(**given),
            "zero_one_loss": zero_one_loss(**given),
        }


def some_thresholds(guess):
    """Up to 9 scores, points midway between two of them, and points outside of them all."""
    distinct = np.unique(guess)
    places = np.unique(np.linspace(0, len(distinct) - 1, 9).astype(int))
    between = [(distinct[i - 1] + distinct[i]) / 2 for i in places[1::2]]
    return np.sort([*distinct[places], *between, distinct[0] - 1, distinct[-1] + 1])


# --- the area above the cost line -----------------------------------------------------------------


def cost_area_data():
    X, label = make_classification(n_classes=2, n_samples=3000, random_state=2, n_features=10,
                                   n_informative=10, weights=(0.8,), n_redundant=0, n_repeated=0)
    fitted = LogisticRegression().fit(X, label).predict_proba(X)[:, 1]
    score = np.round(fitted, 9)
    assert len(np.unique(score)) == len(score), "rounding must keep the order"
    return in_runs(score, label)


def in_runs(score, label):
    """Neighbouring scores of one label are one row, at the lowest of them, unless a threshold of
    net-benefit-dcurves.py lies between: that leaves out no corner of the curve."""
    order = np.argsort(score)
    score, label = score[order], label[order]
    between = np.searchsorted(THRESHOLDS, score, side="right")
    first = np.append(True, (np.diff(label) != 0) | (np.diff(between) != 0))
    return {"score": score[first], "label": label[first],
            "rows": np.diff(np.append(np.flatnonzero(first), len(score)))}


def published_areas():
    """As the post computes them: the trapezoidal rule at the corners that roc_curve() keeps, which
    is not exact where the line crosses the curve between two corners."""
    label, guess, rows = observations("cost-area", "score")
    fpr, tpr, _ = roc_curve(label, guess, sample_weight=rows)
    prior = np.average(label, weights=rows)
    for cost_FN, published in PUBLISHED.items():
        rho = float(cost_FN)
        line = 1 - (1 - prior) / rho + (1 - rho) / rho * (1 - prior) / prior * fpr
        area = auc(fpr, np.maximum(0, tpr - np.maximum(0, line)))
        best = auc(fpr, np.maximum(0, 1 - np.maximum(0, line)))
        yield {"cost_FN": rho, "published": published, "pAUC": area, "max_pAUC": best,
               "ratio": area / best}


def exact_areas():
    """In rational arithmetic, from the doubles of the weights and the decimals of the costs."""
    for data, score, sign, cost_FN, cost_FP, prior in AREAS:
        points, share = exact_curve(*observations(data, score, sign))
        rho = Fraction(cost_FN) / (Fraction(cost_FN) + Fraction(cost_FP))
        pi = Fraction(prior) if prior else share
        intercept = 1 - (1 - pi) / rho
        slope = (1 - rho) / rho * (1 - pi) / pi
        area = area_above(points, intercept, slope)
        best = area_above([(Fraction(0), Fraction(1)), (Fraction(1), Fraction(1))],
                          intercept, slope)
        yield {
            "data": data, "score": score, "sign": sign,
            "given_FN": float(cost_FN), "given_FP": float(cost_FP),
            "given_prior": float(prior) if prior else np.nan,
            "cost_FN": float(rho), "cost_FP": float(1 - rho), "prior": float(pi),
            "intercept": float(intercept), "slope": float(slope),
            "pAUC": float(area), "max_pAUC": float(best), "ratio": float(area / best),
        }


def exact_curve(label, guess, weight):
    """The points (FPR, TPR) from (0, 0) to (1, 1), and the share of the positive weight."""
    weight = np.ones(len(guess)) if weight is None else weight
    positive = negative = Fraction(0)
    points = [(negative, positive)]
    for cut in np.unique(guess)[::-1]:
        here = guess == cut
        positive += total(weight[here & (label == 1)])
        negative += total(weight[here & (label == 0)])
        points.append((negative, positive))
    return ([(x / negative, y / positive) for x, y in points],
            positive / (positive + negative))


def total(weights):
    return sum(map(Fraction, weights.tolist()), Fraction(0))


def area_above(points, intercept, slope):
    """The integral of max(0, TPR(x) - max(0, intercept + slope * x))."""
    return sum((area_above_step(start, end, intercept, slope)
                for start, end in zip(points, points[1:]) if start[0] < end[0]), Fraction(0))


def area_above_step(start, end, intercept, slope):
    (x0, y0), (x1, y1) = start, end
    rise = (y1 - y0) / (x1 - x0)

    def height(x):
        return max(Fraction(0), y0 + rise * (x - x0) - max(Fraction(0), intercept + slope * x))

    kinks = [root(intercept, slope), root(y0 - rise * x0 - intercept, rise - slope)]
    xs = sorted({x0, x1, *(x for x in kinks if x is not None and x0 < x < x1)})
    return sum(((b - a) * (height(a) + height(b)) / 2 for a, b in zip(xs, xs[1:])), Fraction(0))


def root(intercept, slope):
    return -intercept / slope if slope else None


main()
