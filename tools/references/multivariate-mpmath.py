"""Upper tails of the greatest of several normal or t variables, frozen in src/rust/core/tests/multivariate.csv.

    python3 tools/references/multivariate-mpmath.py

from the root of the repository, with mpmath 1.3.0. Takes some minutes.

These have densities or products of one variable inside, so that quadrature in one dimension has all digits:

    independent  variables without correlation: 1 - (1 - p)^n
    factor       variables a_i z + sqrt(1 - a_i^2) e_i, with a_i = i / (n + 1): a product given z
    range        all differences of n such variables e_i: the range, by the least of them
    plane        n variables cos(w_i) x + sin(w_i) y, with w_i = i^2 / 3: by the angle

A t variable is a normal one over s, the root of a chi-squared variable over its degrees of freedom: given s the
greatest is that of normal variables at s x.
"""

import csv

import mpmath
from mpmath import mp, mpf

mp.dps = 20
PATH = "src/rust/core/tests/multivariate.csv"


def outside(x):
    return mpmath.erfc(x / mpmath.sqrt(2))


def tail(x):
    return mpmath.erfc(x / mpmath.sqrt(2)) / 2


def over_normal(f):
    return mpmath.quad(lambda z: mpmath.npdf(z) * f(z), [-12, -8, -6, -4, -2, 0, 2, 4, 6, 8, 12])


def lacks_of_one(probabilities):
    """1 less the product of what each lacks of 1, with all digits."""
    return -mpmath.expm1(sum(mpmath.log1p(-p) for p in probabilities))


def independent(n, x):
    return lacks_of_one([outside(x)] * n)


def factor(n, x):
    loads = [mpf(i) / (n + 1) for i in range(1, n + 1)]

    def given(z):
        rests = [mpmath.sqrt(1 - a * a) for a in loads]
        return lacks_of_one([tail((x - a * z) / r) + tail((x + a * z) / r) for a, r in zip(loads, rests)])

    return over_normal(given)


def range_of(n, x):
    width = x * mpmath.sqrt(2)
    return n * over_normal(lambda z: tail(z) ** (n - 1) - (tail(z) - tail(z + width)) ** (n - 1))


def plane(n, x):
    angles = sorted(mpf(i * i) / 3 % mpmath.pi for i in range(1, n + 1))
    total = mpf(0)
    for here, after in zip(angles, angles[1:] + [angles[0] + mpmath.pi]):
        half = (after - here) / 2
        total += 2 * mpmath.quad(lambda w: mpmath.exp(-x * x / (2 * mpmath.cos(w) ** 2)),
                                 mpmath.linspace(0, half, 9))
    return total / mpmath.pi


CASES = {"independent": independent, "factor": factor, "range": range_of, "plane": plane}


def upper(case, n, freedom, x):
    if freedom == mpmath.inf:
        return CASES[case](n, x)
    half = mpf(freedom) / 2
    constant = 2 * half**half / mpmath.gamma(half)
    spread = 1 / mpmath.sqrt(freedom)
    ends = [mpf(0)] + [s for s in (1 + k * spread for k in range(-6, 13, 2)) if s > 0]

    def given(s):
        return constant * s ** (freedom - 1) * mpmath.exp(-half * s * s) * CASES[case](n, x * s)

    mp.dps = 15
    found = mpmath.quad(given, ends, maxdegree=5)
    mp.dps = 20
    return found


def main():
    with open(PATH, "w", newline="") as file:
        file.write(f"# tools/references/multivariate-mpmath.py, mpmath {mpmath.__version__}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["case", "number", "freedom", "x", "upper"])
        for case, numbers in [("plane", [2, 3, 7]), ("independent", [3, 5, 10]), ("factor", [3, 6, 12]),
                              ("range", [3, 4, 6, 10])]:
            for n in numbers:
                for x in [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5]:
                    writer.writerow([case, n, "inf", x, repr(float(upper(case, n, mpmath.inf, mpf(x))))])
        for case, n, freedom in [("plane", 3, 4), ("independent", 5, 10), ("range", 4, 12)]:
            for x in [0.5, 1, 2, 3, 5]:
                writer.writerow([case, n, freedom, x, repr(float(upper(case, n, freedom, mpf(x))))])


if __name__ == "__main__":
    main()
