//! The best rule under several bounds, by looking at all rows and at all pairs of rows.

use super::risk::Rates;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// Rates of the classes, which for rules that choose at random are those of two rows, mixed.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub tpr: BigRational,
    pub fnr: BigRational,
    pub fpr: BigRational,
    pub tnr: BigRational,
}

impl Point {
    pub fn new(rates: &Rates) -> Point {
        Point {
            tpr: rates.tpr.clone(),
            fnr: rates.fnr.clone(),
            fpr: rates.fpr.clone(),
            tnr: rates.tnr.clone(),
        }
    }
}

/// Bounds as they are asked for, and the probability of the positive class.
#[derive(Clone, Debug)]
pub struct Exact {
    pub fpr: Option<BigRational>,
    pub fnr: Option<BigRational>,
    pub tpr: Option<BigRational>,
    pub share: Option<BigRational>,
    pub ppv: Option<BigRational>,
    pub npv: Option<BigRational>,
    pub prior: BigRational,
}

impl Exact {
    /// By how much a point keeps each bound: negative where it does not. All are linear in the point.
    fn margins(&self, point: &Point) -> Vec<BigRational> {
        let rest = || BigRational::one() - &self.prior;
        let share = || &self.prior * &point.tpr + rest() * &point.fpr;
        let of_ppv = |bound: &BigRational| {
            &self.prior * &point.tpr * (BigRational::one() - bound) - rest() * &point.fpr * bound
        };
        let of_npv = |bound: &BigRational| {
            rest() * &point.tnr * (BigRational::one() - bound) - &self.prior * &point.fnr * bound
        };
        let margins = [
            self.fpr.as_ref().map(|bound| bound - &point.fpr),
            self.fnr.as_ref().map(|bound| bound - &point.fnr),
            self.tpr.as_ref().map(|bound| &point.tpr - bound),
            self.share.as_ref().map(|bound| bound - share()),
            self.ppv.as_ref().map(of_ppv),
            self.npv.as_ref().map(of_npv),
        ];
        margins.into_iter().flatten().collect()
    }

    pub fn keeps(&self, point: &Point) -> bool {
        self.margins(point)
            .iter()
            .all(|margin| *margin >= BigRational::zero())
    }

    /// The quantities to maximise, in this order.
    fn aim(&self, point: &Point) -> [BigRational; 2] {
        let (tpr, fpr) = (point.tpr.clone(), -point.fpr.clone());
        match self.fpr.is_none() && self.share.is_none() && self.ppv.is_none() {
            true => [fpr, tpr],
            false => [tpr, fpr],
        }
    }

    /// The best of the points that keep all bounds.
    pub fn best<'a>(&self, points: &'a [Point]) -> Option<&'a Point> {
        let kept = points.iter().filter(|point| self.keeps(point));
        kept.max_by_key(|point| self.aim(point))
    }

    /// The best among the points and what lies between two of them: at an end of the part between them
    /// that keeps all bounds, as both the bounds and the aim are linear.
    pub fn best_mixed(&self, points: &[Point]) -> Option<Point> {
        let mut candidates = points.to_vec();
        for (i, a) in points.iter().enumerate() {
            for b in &points[..i] {
                candidates.extend(self.crossings(a, b));
            }
        }
        self.best(&candidates).cloned()
    }

    /// Where a bound is reached exactly on the straight line between two points.
    fn crossings(&self, a: &Point, b: &Point) -> Vec<Point> {
        let zero = BigRational::zero();
        let pairs = self.margins(a).into_iter().zip(self.margins(b));
        pairs
            .filter(|(at_a, at_b)| (*at_a < zero) != (*at_b < zero))
            .map(|(at_a, at_b)| {
                let share = &at_a / (&at_a - &at_b);
                let mix = |x: &BigRational, y: &BigRational| x + &share * (y - x);
                Point {
                    tpr: mix(&a.tpr, &b.tpr),
                    fnr: mix(&a.fnr, &b.fnr),
                    fpr: mix(&a.fpr, &b.fpr),
                    tnr: mix(&a.tnr, &b.tnr),
                }
            })
            .collect()
    }
}
