//! The best rule under several bounds at once.

use super::neyman_pearson::mix;
use crate::bound::{At, Rate};
use crate::curve::Curve;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::poll::{Pace, Poll};
use crate::probability::check_pair;
use crate::range::Range;
use crate::root::partition;
use crate::shape::{Hull, Rates};
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
    /// On the share of the negatives among those that are not called positive, from below. Where everything
    /// is called positive it is kept.
    pub npv: Option<f64>,
}

impl Bounds {
    /// No bound.
    pub const NONE: Bounds = Bounds {
        fpr: None,
        fnr: None,
        tpr: None,
        share: None,
        ppv: None,
        npv: None,
    };

    pub(crate) fn check(&self) -> Result<()> {
        let bounds = [
            ("max_fpr", self.fpr),
            ("max_fnr", self.fnr),
            ("min_tpr", self.tpr),
            ("max_share", self.share),
            ("min_ppv", self.ppv),
            ("min_npv", self.npv),
        ];
        bounds
            .iter()
            .try_for_each(|(name, bound)| Range::PROBABILITY.check(name, bound.as_slice()))
    }

    /// Returns whether there is one.
    pub(crate) fn are_any(&self) -> bool {
        *self != Bounds::NONE
    }

    /// Returns whether nothing keeps a rule from calling everything positive.
    fn are_from_below(&self) -> bool {
        self.fpr.is_none() && self.share.is_none() && self.ppv.is_none()
    }

    /// The bounds that say where the threshold is. Beside others, bounds on what is missed only say whether there is
    /// one.
    pub(crate) fn choosing(&self) -> Bounds {
        if self.are_from_below() {
            return *self;
        }
        Bounds {
            fnr: None,
            tpr: None,
            npv: None,
            ..*self
        }
    }

    /// The best row, see [`Constrained`]; of several with the same rates, in a replicate, the last one.
    pub(crate) fn best_row(
        &self,
        rates: &impl Rates,
        priors: [f64; 2],
        pace: &mut Pace<'_>,
    ) -> Result<Option<usize>> {
        let (bounds, rows) = (*self, rates.steps() + 1);
        let kept = Kept { bounds, priors };
        let [fpr, tpr] = [0, 1].map(|class| move |row: usize| rates.predicted_positive(row)[class]);
        if self.are_from_below() {
            let keeps_tpr = |row| kept.rates_from_below(Errors::at_row(rates, row).positives);
            // The first row keeps all of these.
            let mut row = partition(rows, keeps_tpr).saturating_sub(1);
            while row > 0 && !kept.npv(Errors::at_row(rates, row)) {
                pace.step()?;
                row -= 1;
            }
            let first = partition(rows, |other| fpr(other) > fpr(row));
            // Either of TPR and FNR may be the same where the other is not.
            let missed = |row: usize| rates.predicted_negative(row)[1];
            let is_as_good = |row| tpr(row) >= tpr(first) && missed(row) <= missed(first);
            let is_before = |row| fpr(row) > fpr(first) || is_as_good(row);
            return Ok(Some(partition(rows, is_before).saturating_sub(1)));
        }
        let of_row = |row| Errors::at_row(rates, row);
        let mut row = partition(rows, |row| !kept.rates_from_above(of_row(row)));
        while row < rows && !(kept.ppv(of_row(row)) && kept.npv(of_row(row))) {
            pace.step()?;
            row += 1;
        }
        if row == rows {
            return Ok(None);
        }
        let mut last = partition(rows, |other| tpr(other) >= tpr(row)) - 1;
        // The number of missed positives may differ where TPR does not.
        while last > row && !kept.npv(of_row(last)) {
            pace.step()?;
            last -= 1;
        }
        Ok(kept
            .rates_from_below(of_row(last).positives)
            .then_some(last))
    }
}

/// The shares of both classes that are called positive, each with its complement.
#[derive(Clone, Copy)]
pub(super) struct Errors {
    negatives: Rate,
    positives: Rate,
}

impl Errors {
    pub fn at_row(rates: &impl Rates, row: usize) -> Errors {
        let ([fpr, tpr], [tnr, r#fn]) =
            (rates.predicted_positive(row), rates.predicted_negative(row));
        Errors {
            negatives: [fpr, tnr],
            positives: [tpr, r#fn],
        }
    }

    /// The share of all that is called positive, and the share that is not.
    pub fn predicted_share(&self, priors: [f64; 2]) -> Rate {
        [0, 1].map(|of| priors[0] * self.negatives[of] + priors[1] * self.positives[of])
    }

    fn ppv(&self, [negative, positive]: [f64; 2]) -> Rate {
        predictive([negative, self.negatives[0]], [positive, self.positives[0]])
    }

    fn npv(&self, [negative, positive]: [f64; 2]) -> Rate {
        predictive([positive, self.positives[1]], [negative, self.negatives[1]])
    }
}

/// The share of the right ones, and that of the wrong ones, of the probability of a class and a rate of it each.
/// Both are NaN where nothing is called.
fn predictive(wrong: [f64; 2], right: [f64; 2]) -> Rate {
    let odds = ratio(&wrong, &right);
    [1.0 / (1.0 + odds), 1.0 / (1.0 + 1.0 / odds)]
}

/// Which bounds are kept. One may be passed by no more than rounding.
#[derive(Clone, Copy)]
struct Kept {
    bounds: Bounds,
    priors: [f64; 2],
}

impl Kept {
    fn rates_from_above(&self, errors: Errors) -> bool {
        let within = |rate: Rate, bound: Option<f64>| {
            bound.map_or(true, |bound| !At::bound(bound).is_passed_by(rate))
        };
        within(errors.negatives, self.bounds.fpr)
            && within(errors.predicted_share(self.priors), self.bounds.share)
    }

    /// The bounds on what is found of the positives, one on TPR.
    fn bounds_on_tpr(&self) -> impl Iterator<Item = At> {
        let by_fnr = self.bounds.fnr.map(|bound| At::bound(bound).complement());
        [self.bounds.tpr.map(At::bound), by_fnr]
            .into_iter()
            .flatten()
    }

    fn rates_from_below(&self, tpr: Rate) -> bool {
        self.bounds_on_tpr().all(|at| !at.is_missed_by(tpr))
    }

    /// Where nothing is called positive there is no PPV, and nothing is missed.
    fn ppv(&self, errors: Errors) -> bool {
        reaches(errors.ppv(self.priors), self.bounds.ppv)
    }

    /// Where everything is called positive there is no NPV, and nothing is missed.
    fn npv(&self, errors: Errors) -> bool {
        reaches(errors.npv(self.priors), self.bounds.npv)
    }
}

fn reaches(value: Rate, bound: Option<f64>) -> bool {
    bound.map_or(true, |bound| !At::bound(bound).is_missed_by(value))
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
    /// [`Error::Range`].
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
    pub fn predicted_share(&self, row: usize) -> Result<f64> {
        self.curve.check_row(row)?;
        Ok(self.errors(row).predicted_share(self.priors)[0])
    }

    /// The share of the positives among these, NaN where there are none.
    ///
    /// # Errors
    /// [`Error::Row`] when there is no such row.
    pub fn ppv(&self, row: usize) -> Result<f64> {
        self.curve.check_row(row)?;
        Ok(self.errors(row).ppv(self.priors)[0])
    }

    /// The share of the negatives among those that are not called positive, NaN where there are none.
    ///
    /// # Errors
    /// [`Error::Row`] when there is no such row.
    pub fn npv(&self, row: usize) -> Result<f64> {
        self.curve.check_row(row)?;
        Ok(self.errors(row).npv(self.priors)[0])
    }

    fn errors(&self, row: usize) -> Errors {
        Errors::at_row(&self.curve, row)
    }

    fn kept(&self) -> Kept {
        Kept {
            bounds: self.bounds,
            priors: self.priors,
        }
    }

    /// The best row, if any keeps all bounds. O(log rows), with a bound on a predictive value O(rows).
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
    /// assert_eq!((rules.predicted_share(3)?, rules.ppv(3)?), (0.25, 1.0));
    /// assert!((rules.npv(3)? - 2.0 / 3.0).abs() < 1e-15);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn best_row(&self, poll: Poll<'_>) -> Result<Option<usize>> {
        self.bounds
            .best_row(&self.curve, self.priors, &mut Pace::new(poll))
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
        let latest = |a: HullPoint, b: HullPoint| if b.is_later(&a) { b } else { a };
        let Some(place) = places.into_iter().flatten().reduce(latest) else {
            return Ok(None);
        };
        let rule = self.rule(rows, self.without_needless(rows, place));
        let mixed = |rate: fn(&Curve<'a>, usize) -> f64| {
            let ends = [rule.low, rule.high].map(|row| rate(&self.curve, row));
            mix(rule.probability, ends)
        };
        let errors = Errors {
            negatives: [rule.fpr, mixed(Curve::tnr)],
            positives: [rule.tpr, mixed(Curve::fnr)],
        };
        let kept = self.kept();
        Ok((kept.rates_from_below(errors.positives) && kept.npv(errors)).then_some(rule))
    }

    /// The upper edge of the hull, if it has one, is as good at its left end.
    fn without_needless(&self, rows: &[usize], place: HullPoint) -> HullPoint {
        let end = HullPoint::at_row(1);
        if self.curve.fnr(rows[1]) == 0.0 && end.is_later(&place) {
            end
        } else {
            place
        }
    }

    fn place_of_fpr(&self, rows: &[usize], bound: f64) -> HullPoint {
        place_of(rows, At::bound(bound), |row| self.curve.fpr_and_rest(row))
    }

    fn place_of_share(&self, rows: &[usize], bound: f64) -> HullPoint {
        place_of(rows, At::bound(bound), |row| {
            self.errors(row).predicted_share(self.priors)
        })
    }

    /// Along the hull the PPV rises.
    fn place_of_ppv(&self, rows: &[usize], bound: f64) -> HullPoint {
        let ppv = |row| self.errors(row).ppv(self.priors);
        let first = rows.partition_point(|&row| At::bound(bound).is_missed_by(ppv(row)));
        if first == 0 || !At::bound(bound).is_passed_by(ppv(rows[first])) {
            return HullPoint::at_row(first);
        }
        let spare = spare_of(bound, self.priors);
        let spare = |row| spare(self.curve.tpr(row), self.curve.fpr(row));
        HullPoint {
            row: first,
            before: part_of(spare(rows[first]), -spare(rows[first - 1])).unwrap_or(0.0),
        }
    }

    /// Along the hull the NPV falls.
    fn last_place_of_npv(&self, rows: &[usize], bound: f64) -> HullPoint {
        let npv = |row| self.errors(row).npv(self.priors);
        let behind = rows.partition_point(|&row| !At::bound(bound).is_missed_by(npv(row)));
        let last = behind.saturating_sub(1);
        // The first row, which has no NPV, has nothing to spare.
        if behind == rows.len() || !At::bound(bound).is_passed_by(npv(rows[last])) {
            return HullPoint::at_row(last);
        }
        let [negative, positive] = self.priors;
        let spare = spare_of(bound, [positive, negative]);
        let spare = |row| spare(self.curve.tnr(row), self.curve.fnr(row));
        HullPoint {
            row: behind,
            before: part_of(-spare(rows[behind]), spare(rows[last])).unwrap_or(1.0),
        }
    }

    fn least_false_positives(&self, rows: &[usize]) -> RandomRule {
        let earliest = |a: HullPoint, b: HullPoint| if b.is_later(&a) { a } else { b };
        let tpr = |row| self.curve.tpr_and_rest(row);
        let by_npv = self
            .bounds
            .npv
            .map(|bound| self.last_place_of_npv(rows, bound));
        let kept = self.kept();
        let bounds = kept
            .bounds_on_tpr()
            .map(|at| last_place_of(rows, at, tpr))
            .chain(by_npv);
        let place = bounds
            .reduce(earliest)
            .unwrap_or(HullPoint::at_row(rows.len() - 1));
        // The upright edge of the hull, if it has one, is as good at its upper end.
        let top = HullPoint::at_row(rows.len() - 2);
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

    fn rule(&self, rows: &[usize], place: HullPoint) -> RandomRule {
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

/// A point of the hull, on the way from the upper right to the lower left: a row, and the probability
/// of the one before it.
#[derive(Clone, Copy)]
struct HullPoint {
    row: usize,
    before: f64,
}

impl HullPoint {
    fn at_row(row: usize) -> HullPoint {
        HullPoint { row, before: 0.0 }
    }

    fn is_later(&self, than: &HullPoint) -> bool {
        self.row > than.row || self.row == than.row && self.before < than.before
    }
}

/// How much more of the right ones there is than a bound on a predictive value asks for, by the rates of the right and
/// the wrong ones, in a unit of its own: linear in both.
fn spare_of(bound: f64, [wrong, right]: [f64; 2]) -> impl Fn(f64, f64) -> f64 {
    let factors = [wrong * bound, right * (1.0 - bound)];
    let [of_wrong, of_right] = factors.map(|factor| factor * scale_of(factors[0].max(factors[1])));
    move |right: f64, wrong: f64| of_right * right - of_wrong * wrong
}

/// The first of two as a part of both. None where both are 0: what lies between two doubles that are next to each
/// other may be rounded to nothing.
fn part_of(part: f64, other: f64) -> Option<f64> {
    (part + other > 0.0).then(|| (part / (part + other)).clamp(0.0, 1.0))
}

/// The first place at which what falls along the rows is no larger than a bound.
fn place_of(rows: &[usize], at: At, rate: impl Fn(usize) -> Rate) -> HullPoint {
    let first = rows.partition_point(|&row| at.is_passed_by(rate(row)));
    if first == 0 || !at.is_missed_by(rate(rows[first])) {
        return HullPoint::at_row(first);
    }
    HullPoint {
        row: first,
        before: at.share_of_first(rate(rows[first - 1]), rate(rows[first])),
    }
}

/// The last place at which what falls along the rows, to 0 in the last, is no smaller than a bound.
fn last_place_of(rows: &[usize], at: At, rate: impl Fn(usize) -> Rate) -> HullPoint {
    let last = rows.partition_point(|&row| !at.is_missed_by(rate(row))) - 1;
    if !at.is_passed_by(rate(rows[last])) {
        return HullPoint::at_row(last);
    }
    HullPoint {
        row: last + 1,
        before: at.share_of_first(rate(rows[last]), rate(rows[last + 1])),
    }
}
