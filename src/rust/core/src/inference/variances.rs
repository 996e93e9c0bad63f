//! How quantities of one score vary, each by itself.
//!
//! ```text
//! rows are the units:   at a place      from the sums of shares around it, O(log n)
//!                       elsewhere       from the deviations of steps, one pass
//! else:                 some quantities at a time, so that influences take a bounded number of columns
//! ```

use super::covariance::CovarianceRequest;
use super::placements::RankedObservations;
use super::quantities::checked;
use super::share_sums::ShareSums;
use super::steps::Steps;
use crate::covariance::{Covariance, Member, Powers, Sizes, UnitSums, Variances};
use crate::error::Error;
use crate::measure::Family;
use crate::memory::{filled, reserve};
use crate::options::Options;
use crate::poll::Pace;
use crate::quantity::Quantity;
use crate::rounding::exponent_of_tiny;
use crate::sampling::{Sampling, Unit};
use crate::sort::ties::RowCursor;
use std::slice::from_ref;

/// The columns of influences at a time: their products take as long as they do.
const COLUMNS: usize = 16;

impl CovarianceRequest<'_> {
    /// The variances of the quantities of a score of so many observations that is sorted already, without folds.
    pub(crate) fn variances_of_placed(
        &self,
        ranking: &RankedObservations,
        observations: usize,
        mut options: Options<'_>,
    ) -> Result<Variances, Error> {
        let Sampling {
            clusters,
            weight_models,
            design,
            ..
        } = self.sampling;
        if clusters.is_none() && weight_models.is_none() && design.is_none() {
            return self.variances_of_rows(ranking, observations, options);
        }
        // The covariances of a design are those of all quantities.
        let at_once = design.map_or(COLUMNS, |_| self.quantities.len());
        self.collected(self.quantities.chunks(at_once), |quantities| {
            self.covariance_of(quantities, ranking, observations, options.reborrow())
        })
    }

    fn collected<T>(
        &self,
        parts: impl Iterator<Item = T>,
        mut covariance: impl FnMut(T) -> Result<Covariance, Error>,
    ) -> Result<Variances, Error> {
        let mut result: Option<Variances> = None;
        for part in parts {
            let covariance = covariance(part)?;
            match &mut result {
                Some(result) => result.append(&covariance)?,
                None => result = Some(Variances::new(&covariance)?),
            }
        }
        result.ok_or(Error::Empty)
    }

    /// From the influences of all observations.
    fn covariance_of(
        &self,
        quantities: &[Quantity],
        ranking: &RankedObservations,
        observations: usize,
        mut options: Options<'_>,
    ) -> Result<Covariance, Error> {
        let mut request: CovarianceRequest<'_> = *self;
        request.quantities = quantities;
        let influences = request.influences_of_placed(ranking, observations, options.reborrow())?;
        influences.covariance(&request.sampling, false, &mut Pace::new(options.poll))
    }

    fn variances_of_rows(
        &self,
        ranking: &RankedObservations,
        observations: usize,
        mut options: Options<'_>,
    ) -> Result<Variances, Error> {
        checked(self.quantities)?;
        let unit = self.sampling.unit;
        let steps = Steps::new(&ranking.records, ranking.weights, &mut *options.poll)?;
        let mut pace = Pace::new(&mut *options.poll);
        let sums = ShareSums::new(ranking, unit, &mut pace)?;
        let sizes = sizes_of_rows(ranking, &self.sampling, &mut pace)?;
        let mut rows = Rows {
            ranking,
            unit,
            deviations: reserve(0)?,
            steps,
            sums,
        };
        self.collected(self.quantities.iter(), |quantity| {
            let mut pace = Pace::new(&mut *options.poll);
            let Some((value, powers)) = rows.powers(quantity, &mut pace)? else {
                let quantity = from_ref(quantity);
                return self.covariance_of(quantity, ranking, observations, options.reborrow());
            };
            let both = Powers {
                squares: powers[0].squares + powers[1].squares,
                fourths: powers[0].fourths + powers[1].fourths,
            };
            let one = |value: f64| filled(1, value);
            let pair = |of: &[f64]| [of[0], of[1]];
            let sums = UnitSums {
                values: one(value)?,
                negatives: one(powers[0].squares)?,
                positives: one(powers[1].squares)?,
                both: one(0.0)?,
                df: one(both.df(sizes.all_units(), sizes.classes()))?,
                numbers: pair(&sizes.numbers),
                units: [sizes.units[0], sizes.units[1], sizes.units[2]],
                effective: pair(&sizes.effective),
                effective_clusters: pair(&sizes.effective_units),
            };
            sums.covariance(self.sampling.correction)
        })
    }
}

/// The sizes of the classes of rows that have a share in them: a tiny weight may have none.
fn sizes_of_rows(
    ranking: &RankedObservations,
    sampling: &Sampling<'_>,
    pace: &mut Pace<'_>,
) -> Result<Sizes, Error> {
    let members = (0..ranking.records.len()).filter_map(|index| {
        let class = usize::from(ranking.records[index].weight > 0.0);
        let weight = ranking.shares(index)[class];
        (weight > 0.0).then(|| Member {
            row: index,
            class,
            weight,
            number: ranking.units_of(index, class, sampling.unit),
        })
    });
    let weights_count = sampling.unit == Unit::Count && ranking.counts.is_none();
    let totals = weights_count.then_some(&ranking.weights[..]);
    Sizes::new(2, members, sampling, totals, pace)
}

/// Sorted rows that are the units.
struct Rows<'a> {
    ranking: &'a RankedObservations,
    unit: Unit,
    steps: Steps,
    sums: ShareSums,
    /// Memory for the deviations of all steps.
    deviations: Vec<[f64; 2]>,
}

impl Rows<'_> {
    /// A quantity and the powers of the influences of both classes on it; None where influences are so small that their
    /// powers are no numbers.
    fn powers(
        &mut self,
        quantity: &Quantity,
        pace: &mut Pace<'_>,
    ) -> Result<Option<(f64, [Powers; 2])>, Error> {
        if quantity.measure.family() == Family::Cells {
            return self.powers_at_place(quantity, pace);
        }
        if self.deviations.is_empty() {
            self.deviations = filled(self.steps.number(), [0.0; 2])?;
        }
        let summed = (self.ranking, &self.sums);
        let value = self
            .steps
            .deviations(quantity, summed, &mut self.deviations, pace)?;
        let (mut powers, mut largest) = ([Powers::default(); 2], 0.0_f64);
        let mut step = RowCursor::first(&self.ranking.records[0]);
        for (index, record) in self.ranking.records.iter().enumerate() {
            pace.step()?;
            let class = usize::from(record.weight > 0.0);
            let influence =
                self.ranking.shares(index)[class] * self.deviations[step.up(record)][class];
            let number = self.ranking.units_of(index, class, self.unit);
            powers[class].add(influence, number);
            largest = largest.max(influence.abs());
        }
        Ok((!is_tiny(largest)).then_some((value, powers)))
    }

    fn powers_at_place(
        &self,
        quantity: &Quantity,
        pace: &mut Pace<'_>,
    ) -> Result<Option<(f64, [Powers; 2])>, Error> {
        let summed = (self.ranking, &self.sums);
        let Some(at) = self.steps.at_place(quantity, summed, pace)? else {
            let unknown = Powers {
                squares: f64::NAN,
                fourths: f64::NAN,
            };
            return Ok(Some((f64::NAN, [unknown; 2])));
        };
        let around = self
            .sums
            .around(self.ranking, self.steps.records_at(&at, summed));
        // The share of the part whose influence is the largest, and that influence.
        let mut largest = [0.0; 2];
        let mut powers = [Powers::default(); 2];
        for (class, powers) in powers.iter_mut().enumerate() {
            let deviations = at.deviations.map(|of_part| of_part[class]);
            *powers = ShareSums::powers(&around, class, deviations);
            for (shares, deviation) in around.iter().zip(deviations) {
                let share = shares.first[class];
                let influence = share * deviation.abs();
                if influence > largest[1] {
                    largest = [share, influence];
                }
            }
        }
        Ok((!largest.into_iter().any(is_tiny)).then_some((at.value, powers)))
    }
}

fn is_tiny(number: f64) -> bool {
    exponent_of_tiny([number].iter()) != 0
}
