//! The rows of a curve at which a measure is the best.

use super::criterion::Criterion;
use super::table::Measure;
use crate::curve::Curve;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::rounding::COMPUTED;
use crate::shape::Rates;

impl Measure {
    /// The measure that is the best at the same rows, and is so for every value: 1 / J is not where J is negative.
    fn as_criterion(self) -> Measure {
        match self {
            Measure::NumberToDiagnose => Measure::Youden,
            other => other,
        }
    }

    /// Returns whether it gets better or stays whenever TPR rises or FPR falls, and has values on one scale: among rows
    /// none is better than the corner of least FPR and largest TPR.
    fn is_bounded_by_corners(self) -> bool {
        if let Measure::Risk(costs) = self {
            return costs.excess().iter().all(|&excess| excess >= 0.0);
        }
        self.is_smooth_in_rates()
    }

    /// Returns whether it is a smooth function of both rates that gets better whenever TPR rises or FPR falls, whatever
    /// its parameters are. The direction of a risk depends on its costs.
    pub(crate) fn is_smooth_in_rates(self) -> bool {
        matches!(
            self,
            Measure::Youden
                | Measure::BalancedAccuracy
                | Measure::Accuracy
                | Measure::ErrorRate
                | Measure::F1
                | Measure::F(_)
                | Measure::Jaccard
                | Measure::Kappa
                | Measure::Correlation
                | Measure::Distance
                | Measure::GeometricMean
        )
    }
}

/// The rows at which a measure is the best, in their order: several where values are the same but for rounding. Rows at
/// which it is NaN are never the best; none if it is so at all rows. O(rows).
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
/// use weighted_roc_core::measure::best_rows;
/// use weighted_roc_core::measure::Measure;
///
/// assert_eq!(best_rows(&curve, Measure::Youden, None, &mut || false)?, [1, 3]);
/// assert_eq!(best_rows(&curve, Measure::F1, None, &mut || false)?, [1]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Quantity`](crate::quantity::Quantity) for the measure and the prior, [`Error::Memory`] and [`Error::Interrupted`].
pub fn best_rows(
    curve: &Curve<'_>,
    measure: Measure,
    prior: Option<f64>,
    poll: Poll<'_>,
) -> Result<Vec<usize>> {
    let by = Criterion { measure, prior };
    by.check()?;
    let mut pace = Pace::new(poll);
    let ranked = Ranked::new(curve, by, &mut pace)?;
    let mut rows = reserve(ranked.number)?;
    for row in 0..curve.rows() {
        pace.step()?;
        if ranked.is_best(row) {
            push(&mut rows, row)?;
        }
    }
    Ok(rows)
}

/// Returns the best row; among equals the one with the smallest false positive rate, then the largest true positive
/// rate, as [`Risk::least`](crate::decision::Risk::least). Among rows with the same rates, in a replicate, it is the last one.
/// None if no row has a value. Parts of the curve whose corner is worse than the best row are left out, so that it takes
/// few of the rows; where a corner does not bound a measure it takes all.
pub(crate) fn best_row(
    rates: &impl Rates,
    by: Criterion,
    pace: &mut Pace<'_>,
) -> Result<Option<usize>> {
    let (ranked, last) = if by.measure.is_bounded_by_corners() {
        let ranked = Ranked::by_corners(rates, by, pace)?;
        let last = ranked.last_best([0, rates.steps()], pace)?;
        (ranked, last.unwrap_or(0))
    } else {
        (Ranked::new(rates, by, pace)?, rates.steps())
    };
    let mut best: Option<usize> = None;
    for row in (0..=last).rev() {
        pace.step()?;
        let point = rates.predicted_positive(row);
        match best.map(|best| rates.predicted_positive(best)) {
            Some(result) if result[0] != point[0] => break,
            Some(result) if result[1] >= point[1] => continue,
            _ => {}
        }
        if ranked.is_best(row) {
            best = Some(row);
        }
    }
    Ok(best)
}

/// The rows of a curve by a measure.
struct Ranked<'a, R> {
    rates: &'a R,
    by: Criterion,
    /// 1 where the largest value is the best, -1 where the least one is.
    sign: f64,
    /// The best value less its rounding, with the sign.
    least: f64,
    number: usize,
}

/// Rows that are evaluated one by one.
const FEW: usize = 8;

/// Far above the rounding of a value, far below what matters.
const CORNER_ROUNDING: f64 = 1.0 / (1u64 << 30) as f64;

impl<'a, R: Rates> Ranked<'a, R> {
    /// Before any row has been seen.
    fn blank(rates: &'a R, by: Criterion) -> Ranked<'a, R> {
        let measure = by.measure.as_criterion();
        Ranked {
            rates,
            by: Criterion { measure, ..by },
            sign: if measure.is_best_where_least() {
                -1.0
            } else {
                1.0
            },
            least: f64::NEG_INFINITY,
            number: 0,
        }
    }

    fn new(rates: &'a R, by: Criterion, pace: &mut Pace<'_>) -> Result<Ranked<'a, R>> {
        let mut ranked = Ranked::blank(rates, by);
        let mut best = [f64::NEG_INFINITY; 2];
        for row in 0..=rates.steps() {
            pace.step()?;
            let [value, rounding] = ranked.value_at_row(row);
            // The first one, even if nothing is less; NaN never is.
            if value > best[0] || value == best[0] && ranked.number == 0 {
                best = [value, rounding];
                ranked.number = 1;
            }
        }
        ranked.least = without(best);
        if ranked.number > 0 {
            ranked.number = 0;
            for row in 0..=rates.steps() {
                pace.step()?;
                ranked.number += usize::from(ranked.is_best(row));
            }
        } else {
            ranked.least = f64::NAN;
        }
        Ok(ranked)
    }

    /// The same but for the number of best rows, from few rows: a part is left out if its corner is worse than a row.
    fn by_corners(rates: &'a R, by: Criterion, pace: &mut Pace<'_>) -> Result<Ranked<'a, R>> {
        const FIRST: usize = 64;
        let mut ranked = Ranked::blank(rates, by);
        // The first of the rows with the best value, its value and its rounding.
        let mut best = None;
        for i in 0..=FIRST {
            ranked.compare(rates.steps() * i / FIRST, &mut best);
        }
        ranked.find_best([0, rates.steps()], &mut best, pace)?;
        ranked.least = best.map_or(f64::NAN, |(_, best)| without(best));
        Ok(ranked)
    }

    fn compare(&self, row: usize, best: &mut Option<(usize, [f64; 2])>) {
        let [value, rounding] = self.value_at_row(row);
        let is_better = match *best {
            None => !value.is_nan(),
            Some((first, [most, _])) => value > most || value == most && row < first,
        };
        if is_better {
            *best = Some((row, [value, rounding]));
        }
    }

    /// Finds the best of the rows from the first to the last.
    fn find_best(
        &self,
        [first, last]: [usize; 2],
        best: &mut Option<(usize, [f64; 2])>,
        pace: &mut Pace<'_>,
    ) -> Result<()> {
        pace.step()?;
        if best.is_some_and(|(_, [most, _])| self.corner(first, last) < most) {
            return Ok(());
        }
        if last - first < FEW {
            (first..=last).for_each(|row| self.compare(row, best));
            return Ok(());
        }
        let middle = first + (last - first) / 2;
        self.find_best([first, middle], best, pace)?;
        self.find_best([middle + 1, last], best, pace)
    }

    /// Returns the last of the best rows from the first to the last.
    fn last_best(&self, [first, last]: [usize; 2], pace: &mut Pace<'_>) -> Result<Option<usize>> {
        pace.step()?;
        if self.corner(first, last) < self.least {
            return Ok(None);
        }
        if last - first < FEW {
            return Ok((first..=last).rev().find(|&row| self.is_best(row)));
        }
        let middle = first + (last - first) / 2;
        match self.last_best([middle + 1, last], pace)? {
            None => self.last_best([first, middle], pace),
            best => Ok(best),
        }
    }

    /// A value, with the sign, that no row from the first to the last exceeds, with its rounding; NaN where none is
    /// known.
    fn corner(&self, first: usize, last: usize) -> f64 {
        let of = |of_fpr: usize, of_tpr: usize| {
            let rows = [of_fpr, of_tpr];
            let [[fpr, _], [_, tpr]] = rows.map(|row| self.rates.predicted_positive(row));
            let [[tnr, _], [_, fnr]] = rows.map(|row| self.rates.predicted_negative(row));
            self.by
                .value_and_size([fpr, tpr], [tnr, fnr], self.rates.parts())
        };
        let (best, worst) = (of(last, first), of(first, last));
        self.sign * best.value + CORNER_ROUNDING * (best.size + worst.size)
    }

    fn is_best(&self, row: usize) -> bool {
        let [value, rounding] = self.value_at_row(row);
        value + rounding >= self.least
    }

    /// The value, with the sign, and how much of it may be rounding.
    fn value_at_row(&self, row: usize) -> [f64; 2] {
        let (predicted_positive, predicted_negative) = (
            self.rates.predicted_positive(row),
            self.rates.predicted_negative(row),
        );
        let result =
            self.by
                .value_and_size(predicted_positive, predicted_negative, self.rates.parts());
        let rounding = if result.value.is_finite() {
            COMPUTED * result.size
        } else {
            0.0
        };
        [self.sign * result.value, rounding]
    }
}

fn without([value, rounding]: [f64; 2]) -> f64 {
    value - rounding
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::{Points, Ranking};
    use crate::measure::Parameters;
    use crate::options::Options;
    use crate::testing::costs;
    use crate::testing::data::Data;
    use crate::testing::quantities::CURVE;
    use crate::testing::rng::Rng;

    fn best(points: Points<'_>, measure: Measure, prior: Option<f64>) -> Vec<usize> {
        let curve = Curve::new(points, &mut || false).unwrap();
        let rows = best_rows(&curve, measure, prior, &mut || false).unwrap();
        // The one of several is among them.
        let by = Criterion { measure, prior };
        let one = best_row(&curve, by, &mut Pace::new(&mut || false)).unwrap();
        assert!(
            one.map_or(rows.is_empty(), |one| rows.contains(&one)),
            "{measure:?}"
        );
        rows
    }

    #[test]
    fn the_best_row_is_that_of_the_best_value() {
        for (measure, row) in [
            (Measure::Youden, 1),
            (Measure::NumberToDiagnose, 1),
            (Measure::F1, 1),
            (Measure::F(5.0), 0),
            (Measure::F(0.2), 2),
            (Measure::Kappa, 1),
            (Measure::Correlation, 1),
            (Measure::Distance, 1),
            (Measure::GeometricMean, 1),
            (Measure::Imbalance, 1),
            (Measure::Jaccard, 1),
            (Measure::OddsRatio, 1),
            (Measure::Ppv, 2),
            (Measure::NumberToEvaluate, 2),
            (Measure::PositiveLikelihoodRatio, 2),
            (Measure::NegativeLikelihoodRatio, 1),
            (Measure::FalseOmissionRate, 1),
            (Measure::Fpr, 3),
            (Measure::Tpr, 0),
        ] {
            assert_eq!(best(CURVE, measure, None), [row], "{measure:?}");
        }
        let rare = Some(0.01);
        assert_eq!(best(CURVE, Measure::Accuracy, rare), [3]);
        assert_eq!(best(CURVE, Measure::ErrorRate, rare), [3]);
        // 3 of 12 are wrong at both.
        assert_eq!(best(CURVE, Measure::Accuracy, None), [1, 2]);
        let costs = costs(1.0, 9.0, 0.0, 0.0);
        assert_eq!(best(CURVE, Measure::Risk(costs), None), [0]);
    }

    /// 0.3 - 0.1 and 0.9 - 0.7 are no neighbours among the numbers.
    #[test]
    fn rounding_makes_no_difference() {
        let points = Points {
            tpr: &[1.0, 0.9, 0.3, 0.0],
            fpr: &[1.0, 0.7, 0.1, 0.0],
            threshold: &[1.0, 2.0, 3.0, f64::INFINITY],
            false_negative: &[0.0, 1.0, 7.0, 10.0],
            false_positive: &[10.0, 7.0, 1.0, 0.0],
            true_negative: &[],
        };
        assert_ne!(0.9 - 0.7, 0.3 - 0.1);
        for measure in [
            Measure::Youden,
            Measure::BalancedAccuracy,
            Measure::Accuracy,
            Measure::Kappa,
            Measure::Correlation,
            Measure::OddsRatio,
            Measure::GeometricMean,
            Measure::Imbalance,
            Measure::Distance,
        ] {
            let result = best(points, measure, None);
            assert_eq!(result, [1, 2], "{measure:?}");
        }
    }

    /// The best row, from all rows.
    fn best_of_all(rates: &impl Rates, by: Criterion) -> Option<usize> {
        let ranked = Ranked::new(rates, by, &mut Pace::new(&mut || false)).unwrap();
        let rates_of = |row: &usize| rates.predicted_positive(*row);
        let best = || (0..=rates.steps()).filter(|&row| ranked.is_best(row));
        let fpr = best()
            .map(|row| rates_of(&row)[0])
            .fold(f64::INFINITY, f64::min);
        let of_fpr = || best().filter(|row| rates_of(row)[0] == fpr);
        let tpr = of_fpr().map(|row| rates_of(&row)[1]).fold(0.0, f64::max);
        of_fpr().rfind(|row| rates_of(row)[1] == tpr)
    }

    #[test]
    fn parts_that_are_left_out_have_no_best_row() {
        let parameters = Parameters::default();
        let mut rng = Rng::new(7);
        for (n, distinct) in [(2, 2), (9, 3), (30, 30), (200, 12), (700, 700), (1500, 400)] {
            for separation in [0, 1, 3] {
                let mut data =
                    Data::random(vec![0.0; n], &mut rng, |rng| f64::from(rng.below(3) as u32));
                for (score, label) in data.scores.iter_mut().zip(&data.labels) {
                    *score = f64::from(
                        (rng.below(distinct) + separation * distinct / 4 * *label as usize) as u32,
                    );
                }
                let ranking = Ranking::new(&data.observations(), Options::default()).unwrap();
                let owned = ranking.to_curve(&mut || false).unwrap();
                for measure in Measure::cell_measures(&parameters) {
                    for prior in [None, Some(1e-9), Some(0.9)] {
                        let by = Criterion { measure, prior };
                        let curve = owned.as_curve();
                        let result = best_row(&curve, by, &mut Pace::new(&mut || false)).unwrap();
                        assert_eq!(result, best_of_all(&curve, by), "{measure:?} {n} {prior:?}");
                    }
                }
            }
        }
    }

    /// A perfect score, and a constant score, for which precision is known in one row only.
    #[test]
    fn what_is_no_number_is_never_the_best() {
        let perfect = Points {
            tpr: &[1.0, 1.0, 0.0],
            fpr: &[1.0, 0.0, 0.0],
            threshold: &[1.0, 2.0, f64::INFINITY],
            false_negative: &[0.0, 0.0, 2.0],
            false_positive: &[2.0, 0.0, 0.0],
            true_negative: &[],
        };
        for measure in [
            Measure::OddsRatio,
            Measure::Correlation,
            Measure::Distance,
            Measure::Imbalance,
            Measure::Markedness,
        ] {
            assert_eq!(best(perfect, measure, None), [1], "{measure:?}");
        }
        assert!(best(perfect, Measure::Dependence, None).is_empty());
        let constant = Points {
            tpr: &[1.0, 0.0],
            fpr: &[1.0, 0.0],
            threshold: &[1.0, f64::INFINITY],
            false_negative: &[0.0, 2.0],
            false_positive: &[2.0, 0.0],
            true_negative: &[],
        };
        assert_eq!(best(constant, Measure::Ppv, None), [0]);
        assert_eq!(best(constant, Measure::Youden, None), [0, 1]);
        assert!(best(constant, Measure::PredictiveProduct, None).is_empty());
        assert!(best(constant, Measure::OddsRatio, None).is_empty());
    }
}
