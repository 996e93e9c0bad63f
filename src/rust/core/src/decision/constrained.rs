//! The best rule under several bounds at once.

use super::gain::share_and_rest;
use super::neyman_pearson::mix;
use crate::bound::{At, Rate};
use crate::curve::Curve;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::poll::{Pace, Poll};
use crate::probability::{check_pair, check_probabilities};
use crate::shape::Hull;
use crate::sum::scale::{ratio, scale_of};

/// Bounds on what a rule does, each of which may be absent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Bounds {
    /// On the false positive rate, from above.
    pub fpr: Option<f64>,
    /// On the false negative rate, from above.
    pub fnr: Option<f64>,
    /// On the true positive rate, from below.
    pub tpr: Option<f64>,
    /// On the share of the population that is called positive, from above.
    pub share: Option<f64>,
    /// On the share of the positives among those that are called positive, from below. Where nothing
    /// is called positive it is kept.
    pub ppv: Option<f64>,
}

impl Bounds {
    fn check(&self) -> Result<()> {
        for bound in [self.fpr, self.fnr, self.tpr, self.share, self.ppv] {
            check_probabilities(bound.as_slice())?;
        }
        Ok(())
    }

    /// Whether nothing keeps a rule from calling everything positive.
    fn are_from_below(&self) -> bool {
        self.fpr.is_none() && self.share.is_none() && self.ppv.is_none()
    }
}

/// The rule that uses the threshold of the row `low` with a probability, else that of `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomRule {
    /// The row of the lower threshold.
    pub low: usize,
    /// The row of the higher threshold, the next one of the hull, or the same.
    pub high: usize,
    /// The probability of the lower threshold, 0 where the rows are the same.
    pub probability: f64,
    /// Its false positive rate.
    pub fpr: f64,
    /// Its true positive rate.
    pub tpr: f64,
}

/// The rules of the largest true positive rate under bounds; of several, the one with the smallest
/// false positive rate. Where no bound holds the positives back, those of the smallest false positive
/// rate; of several, the one with the largest true positive rate.
#[derive(Clone, Copy, Debug)]
pub struct Constrained<'a> {
    curve: Curve<'a>,
    bounds: Bounds,
    priors: [f64; 2],
}

impl<'a> Constrained<'a> {
    /// With the probabilities of the negative and the positive class.
    ///
    /// # Errors
    /// [`Error::Probability`].
    pub fn new(curve: &Curve<'a>, bounds: Bounds, priors: [f64; 2]) -> Result<Constrained<'a>> {
        check_pair(priors)?;
        bounds.check()?;
        Ok(Constrained {
            curve: *curve,
            bounds,
            priors,
        })
    }

    /// The share of the population that is called positive in a row.
    ///
    /// # Errors
    /// [`Error::Row`] when there is no such row.
    pub fn share(&self, row: usize) -> Result<f64> {
        self.curve.check_row(row)?;
        Ok(self.share_and_rest(row)[0])
    }

    fn share_and_rest(&self, row: usize) -> Rate {
        share_and_rest(&self.curve, row, self.priors)
    }

    /// The share of the positives among these, NaN where there are none.
    ///
    /// # Errors
    /// [`Error::Row`] when there is no such row.
    pub fn ppv(&self, row: usize) -> Result<f64> {
        self.curve.check_row(row)?;
        Ok(self.ppv_and_rest(row)[0])
    }

    fn ppv_and_rest(&self, row: usize) -> Rate {
        let [negative, positive] = self.priors;
        let odds = ratio(
            &[negative, self.curve.fpr(row)],
            &[positive, self.curve.tpr(row)],
        );
        [1.0 / (1.0 + odds), 1.0 / (1.0 + 1.0 / odds)]
    }

    /// A row keeps a bound that it passes by no more than rounding.
    fn keeps_rates_from_above(&self, row: usize) -> bool {
        let within = |rate: Rate, bound: Option<f64>| {
            bound.map_or(true, |bound| !At::bound(bound).is_passed_by(rate))
        };
        within(self.curve.fpr_and_rest(row), self.bounds.fpr)
            && within(self.share_and_rest(row), self.bounds.share)
    }

    /// Where nothing is called positive both are NaN, and nothing is missed.
    fn keeps_ppv(&self, row: usize) -> bool {
        let ppv = self.ppv_and_rest(row);
        let kept = |bound: f64| !At::bound(bound).is_missed_by(ppv);
        self.bounds.ppv.map_or(true, kept)
    }

    /// The bounds on what is found of the positives, one on TPR.
    fn bounds_on_tpr(&self) -> impl Iterator<Item = At> {
        let by_fnr = self.bounds.fnr.map(|bound| At::bound(bound).of_rest());
        [self.bounds.tpr.map(At::bound), by_fnr]
            .into_iter()
            .flatten()
    }

    fn keeps_rates_from_below(&self, tpr: Rate) -> bool {
        self.bounds_on_tpr().all(|at| !at.is_missed_by(tpr))
    }

    /// The best row, if any keeps all bounds. O(log rows), with a bound on the PPV O(rows).
    ///
    /// ```
    /// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
    /// #     labels: Labels::I32(&[0, 1, 0, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
    /// # let curve = owned.as_curve();
    /// use weighted_roc_core::decision::{Bounds, Constrained};
    ///
    /// let mut bounds = Bounds::default();
    /// bounds.fpr = Some(0.25);
    /// let rules = Constrained::new(&curve, bounds, [0.5, 0.5])?;
    /// assert_eq!(rules.best_row(&mut || false)?, Some(3));
    /// assert_eq!((rules.share(3)?, rules.ppv(3)?), (0.25, 1.0));
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn best_row(&self, poll: Poll<'_>) -> Result<Option<usize>> {
        let curve = &self.curve;
        if self.bounds.are_from_below() {
            let beyond = partition(curve.rows(), |row| {
                self.keeps_rates_from_below(curve.tpr_and_rest(row))
            });
            // The first row keeps all of these.
            let best = curve.fpr(beyond - 1);
            return Ok(Some(partition(curve.rows(), |row| curve.fpr(row) > best)));
        }
        let mut pace = Pace::new(poll);
        let mut row = partition(curve.rows(), |row| !self.keeps_rates_from_above(row));
        while !self.keeps_ppv(row) {
            pace.step()?;
            row += 1;
        }
        let best = curve.tpr(row);
        let last = partition(curve.rows(), |row| curve.tpr(row) >= best) - 1;
        Ok(self
            .keeps_rates_from_below(curve.tpr_and_rest(last))
            .then_some(last))
    }

    /// The best rule that may choose at random, if any keeps all bounds: on the hull, which no
    /// other rule exceeds. O(log rows of the hull).
    ///
    /// # Errors
    /// [`Error::Row`] for the hull of a curve of another length.
    pub fn best_on(&self, hull: &Hull) -> Result<Option<RandomRule>> {
        self.curve.check_span(&hull.rows)?;
        let rows = &hull.rows;
        if self.bounds.are_from_below() {
            return Ok(Some(self.least_false_positives(rows)));
        }
        let places = [
            self.bounds.fpr.map(|bound| self.place_of_fpr(rows, bound)),
            self.bounds
                .share
                .map(|bound| self.place_of_share(rows, bound)),
            self.bounds.ppv.map(|bound| self.place_of_ppv(rows, bound)),
        ];
        let latest = |a: Place, b: Place| if b.is_later(&a) { b } else { a };
        let Some(place) = places.into_iter().flatten().reduce(latest) else {
            return Ok(None);
        };
        let rule = self.rule(rows, self.without_needless(rows, place));
        let r#fn = mix(
            rule.probability,
            [rule.low, rule.high].map(|row| self.curve.fnr(row)),
        );
        Ok(self
            .keeps_rates_from_below([rule.tpr, r#fn])
            .then_some(rule))
    }

    /// The upper edge of the hull, if it has one, is as good at its left end.
    fn without_needless(&self, rows: &[usize], place: Place) -> Place {
        let end = Place::at(1);
        if self.curve.fnr(rows[1]) == 0.0 && end.is_later(&place) {
            end
        } else {
            place
        }
    }

    fn place_of_fpr(&self, rows: &[usize], bound: f64) -> Place {
        place_of(rows, At::bound(bound), |row| self.curve.fpr_and_rest(row))
    }

    fn place_of_share(&self, rows: &[usize], bound: f64) -> Place {
        place_of(rows, At::bound(bound), |row| self.share_and_rest(row))
    }

    /// Along the hull the PPV rises. Where it is at the bound, the true positives that are too many for
    /// it are none.
    fn place_of_ppv(&self, rows: &[usize], bound: f64) -> Place {
        let first = rows.partition_point(|&row| !self.keeps_ppv(row));
        let is_at = |row| !At::bound(bound).is_passed_by(self.ppv_and_rest(row));
        if first == 0 || is_at(rows[first]) {
            return Place::at(first);
        }
        let factors = [self.priors[0] * bound, self.priors[1] * (1.0 - bound)];
        let [of_fpr, of_tpr] = factors.map(|factor| factor * scale_of(factors[0].max(factors[1])));
        let spare = |row| of_tpr * self.curve.tpr(row) - of_fpr * self.curve.fpr(row);
        let [lacking, spare] = [-spare(rows[first - 1]), spare(rows[first])];
        Place {
            row: first,
            // What lies between two doubles that are next to each other may be rounded to nothing.
            before: if spare + lacking > 0.0 {
                (spare / (spare + lacking)).clamp(0.0, 1.0)
            } else {
                0.0
            },
        }
    }

    fn least_false_positives(&self, rows: &[usize]) -> RandomRule {
        let earliest = |a: Place, b: Place| if b.is_later(&a) { a } else { b };
        let tpr = |row| self.curve.tpr_and_rest(row);
        let bounds = self.bounds_on_tpr().map(|at| last_place_of(rows, at, tpr));
        let place = bounds.reduce(earliest).unwrap_or(Place::at(rows.len() - 1));
        // The upright edge of the hull, if it has one, is as good at its upper end.
        let top = Place::at(rows.len() - 2);
        let upright = self.curve.fpr(rows[top.row]) == 0.0;
        self.rule(
            rows,
            if upright && place.is_later(&top) {
                top
            } else {
                place
            },
        )
    }

    fn rule(&self, rows: &[usize], place: Place) -> RandomRule {
        let high = rows[place.row];
        let low = if place.before > 0.0 {
            rows[place.row - 1]
        } else {
            high
        };
        let mixed = |rate: fn(&Curve<'a>, usize) -> f64| {
            mix(place.before, [low, high].map(|row| rate(&self.curve, row)))
        };
        RandomRule {
            low,
            high,
            probability: place.before,
            fpr: mixed(Curve::fpr),
            tpr: mixed(Curve::tpr),
        }
    }
}

/// A place on the hull, on the way from the upper right to the lower left: a row, and the probability
/// of the one before it.
#[derive(Clone, Copy)]
struct Place {
    row: usize,
    before: f64,
}

impl Place {
    fn at(row: usize) -> Place {
        Place { row, before: 0.0 }
    }

    fn is_later(&self, than: &Place) -> bool {
        self.row > than.row || self.row == than.row && self.before < than.before
    }
}

/// The first place at which what falls along the rows is no larger than a bound.
fn place_of(rows: &[usize], at: At, rate: impl Fn(usize) -> Rate) -> Place {
    let first = rows.partition_point(|&row| at.is_passed_by(rate(row)));
    if first == 0 || !at.is_missed_by(rate(rows[first])) {
        return Place::at(first);
    }
    Place {
        row: first,
        before: at.share(rate(rows[first - 1]), rate(rows[first])),
    }
}

/// The last place at which what falls along the rows, to 0 in the last, is no smaller than a bound.
fn last_place_of(rows: &[usize], at: At, rate: impl Fn(usize) -> Rate) -> Place {
    let last = rows.partition_point(|&row| !at.is_missed_by(rate(row))) - 1;
    if !at.is_passed_by(rate(rows[last])) {
        return Place::at(last);
    }
    Place {
        row: last + 1,
        before: at.share(rate(rows[last]), rate(rows[last + 1])),
    }
}

/// How many of the first rows something holds for.
pub(crate) fn partition(rows: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut from, mut to) = (0, rows);
    while from < to {
        let middle = from + (to - from) / 2;
        if holds(middle) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}
