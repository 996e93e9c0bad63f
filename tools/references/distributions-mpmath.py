"""Tail probabilities of distributions in arbitrary precision, frozen in src/rust/core/tests/distribution.csv.

    python3 tools/references/distributions-mpmath.py

from the root of the repository, with mpmath 1.3.0. Takes a minute or two.

Each tail is the integral of the density. In u, the log odds of a beta variable or the logarithm of a gamma
variable, the logarithm of the density is concave, so that Gauss-Legendre quadrature over steps that double
in width, until 1e-45 of the integral is left, has 30 digits. Where mpmath has a function of its own that
takes the arguments, both must agree to 25 digits.
"""

import csv

import mpmath
from mpmath import mp, mpf

mp.dps = 60
DIGITS = mpf(10) ** -25
FALLS = [0.02, 1, 4, 15, 60, 250, 640]


class Concave:
    """A density exp(h(u)) whose logarithm is concave, with its mode and its integral."""

    def __init__(self, h, mode, bend, total):
        self.h, self.mode, self.total = h, mode, total
        self.width = 1 / mpmath.sqrt(bend)

    def tail(self, u, sign):
        if (u - self.mode) * sign < 0:
            return self.piece(u, self.mode, self.mode) + self.tail(self.mode, sign)
        top, step, place, total = self.h(u), self.scale(u, sign), u, mpf(0)
        while True:
            # A tail is a power at first, and may become thinner than any power.
            while self.h(place + sign * step) < self.h(place) - 40:
                step /= 2
            part = mpmath.quad(lambda v: mpmath.exp(self.h(v) - top), sorted([place, place + sign * step]),
                               method="gauss-legendre")
            total += part
            place += sign * step
            if part < total * mpf(10) ** -45:
                return total * mpmath.exp(top) / self.total
            step *= 2

    def piece(self, u, end, _):
        """The integral from u to the mode, in steps from the mode on."""
        sign = 1 if u > end else -1
        top, step, place, total = self.h(end), self.width, end, mpf(0)
        while (u - place) * sign > 0:
            while self.h(place + sign * step) < self.h(place) - 40:
                step /= 2
            after = place + sign * step
            after = min(after, u) if sign > 0 else max(after, u)
            total += mpmath.quad(lambda v: mpmath.exp(self.h(v) - top), sorted([place, after]),
                                 method="gauss-legendre")
            place = after
            step *= 2
        return total * mpmath.exp(top) / self.total

    def scale(self, u, sign):
        slope = abs(mpmath.diff(self.h, u)) if u != self.mode else mpf(0)
        return min(self.width, 1 / slope) if slope > 0 else self.width

    def fallen(self, by, sign):
        """Where the density is exp(-by) of what it is at its mode, to some digits."""
        near, far = self.mode, self.mode + sign * self.width
        while self.h(far) > self.h(self.mode) - by:
            near, far = far, far + 2 * (far - near)
        for _ in range(60):
            middle = (near + far) / 2
            near, far = (middle, far) if self.h(middle) > self.h(self.mode) - by else (near, middle)
        return near


def log_beta(a, b):
    return mpmath.loggamma(a) + mpmath.loggamma(b) - mpmath.loggamma(a + b)


def beta(a, b):
    a, b = mpf(a), mpf(b)

    def h(u):
        return -a * mpmath.log1p(mpmath.exp(-u)) - b * mpmath.log1p(mpmath.exp(u)) - log_beta(a, b)

    return Concave(h, mpmath.log(a / b), a * b / (a + b), mpf(1))


def gamma(a):
    a = mpf(a)
    return Concave(lambda u: a * u - mpmath.exp(u) - mpmath.loggamma(a), mpmath.log(a), a, mpf(1))


def check(found, by_function):
    assert abs(found / by_function - 1) < DIGITS, (found, by_function)


class OfBeta:
    """A variable that is a function of log odds."""

    def __init__(self, a, b):
        self.law, self.shapes = beta(a, b), (mpf(a), mpf(b))

    def tails(self, u):
        tails = [self.law.tail(u, -1), self.law.tail(u, 1)]
        check(tails[0] + tails[1], 1)
        a, b = self.shapes
        if max(a, b) < 1000:
            x, y = 1 / (1 + mpmath.exp(-u)), 1 / (1 + mpmath.exp(u))
            if x < y:
                check(tails[0], mpmath.betainc(a, b, 0, x, regularized=True))
            else:
                check(tails[1], mpmath.betainc(b, a, 0, y, regularized=True))
        return tails


def rows():
    for x in [0, 1e-20, 0.3, 0.7, 1, 1.5, 2.2, 5, 8.1, 14.33, 25, 30.7, 36.9]:
        tails = [mpmath.erfc(sign * mpf(x) / mpmath.sqrt(2)) / 2 for sign in (-1, 1)]
        yield "normal", 0, 0, x, tails
        yield "normal", 0, 0, -x, tails[::-1]
    shapes = [(1e-3, 1e-3), (1e-3, 1), (1e-3, 30), (1e-3, 1e8), (0.05, 17.5), (0.5, 0.5), (0.3, 1e4), (0.999, 2),
              (1, 1e8), (2.9, 30.5), (1.3, 1e4), (100, 100), (1e4, 1e-2), (1e8, 1e8), (1e8, 3), (5e5, 1e3)]
    for a, b in shapes:
        law = OfBeta(a, b)
        for sign in (-1, 1):
            for fall in FALLS:
                x = float(1 / (1 + mpmath.exp(-law.law.fallen(fall, sign))))
                if 1e-300 < x < 1:
                    yield "beta", a, b, x, law.tails(mpmath.log(mpf(x) / (1 - mpf(x))))
    for df in [0.01, 0.1, 0.7, 1, 2.5, 10, 30.3, 1000, 1e5, 1e10]:
        law = OfBeta(0.5, mpf(df) / 2)
        for x in [1e-9, *(mpmath.sqrt(df * mpmath.exp(law.law.fallen(fall, 1))) for fall in FALLS)]:
            x = float(x)
            if x < 1e300:
                half = law.tails(mpmath.log(mpf(x) ** 2 / mpf(df)))[1] / 2
                yield "student", df, 0, x, [1 - half, half]
    for numerator, denominator in [(1, 5), (0.01, 10), (3, 0.01), (10, 1e10), (1e10, 1e10), (2.5, 1e4), (300, 20)]:
        law = OfBeta(mpf(numerator) / 2, mpf(denominator) / 2)
        for sign in (-1, 1):
            for fall in FALLS:
                x = float(mpf(denominator) / numerator * mpmath.exp(law.law.fallen(fall, sign)))
                if 1e-300 < x < 1e300:
                    odds = mpf(x) * mpf(numerator) / mpf(denominator)
                    yield "fisher", numerator, denominator, x, law.tails(mpmath.log(odds))
    for df in [0.01, 0.5, 1, 2, 7.3, 100, 1e4, 1e6, 1e10]:
        law = gamma(mpf(df) / 2)
        for sign in (-1, 1):
            for fall in FALLS:
                x = float(2 * mpmath.exp(law.fallen(fall, sign)))
                if 1e-300 < x < 1e300:
                    u = mpmath.log(mpf(x) / 2)
                    tails = [law.tail(u, -1), law.tail(u, 1)]
                    check(tails[0] + tails[1], 1)
                    if df < 1000:
                        check(tails[1], mpmath.gammainc(mpf(df) / 2, mpf(x) / 2, regularized=True))
                    yield "chi-square", df, 0, x, tails


with open("src/rust/core/tests/distribution.csv", "w", newline="") as file:
    file.write(f"# tools/references/distributions-mpmath.py, mpmath {mpmath.__version__}\n")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["distribution", "first", "second", "x", "lower", "upper"])
    for name, first, second, x, tails in rows():
        if min(tails) > 1e-300:
            writer.writerow([name, repr(float(first)), repr(float(second)), repr(float(x)), *map(repr, map(float, tails))])
            file.flush()
