//! Influences of independent units, and the covariance that they make.

use super::effective::Kish;
use super::freedom::{freedom, freedom_without, of_effective, of_model};
use super::influences::{InfluenceMatrix, NONE};
use super::sizes::{Member, Sizes};
use super::sums::UnitSums;
use super::units::Units;
use super::{FoldPairs, Spread};
use crate::error::Error;
use crate::memory::{collect, filled, push, reserve};
use crate::poll::{Pace, Poll};
use crate::rounding::without_rounding;
use crate::sampling::{Correction, Sampling, Unit};

/// The influences of the independent units of some observations.
#[derive(Debug)]
pub(crate) struct UnitInfluences {
    pub estimates: Vec<f64>,
    pub units: Units,
    pub sizes: Sizes,
    /// The number of units that vary.
    number: f64,
    /// The influences through the models of the weights.
    pub mapped: Option<Mapped>,
    fold_pairs: Option<FoldPairs>,
    enlarged: Vec<i32>,
}

/// The influences of the units of all rows of models of the weights.
#[derive(Debug)]
pub(crate) struct Mapped {
    pub units: Units,
    /// How many coefficients there are.
    pub rank: f64,
    /// How many units have weight.
    pub weighted: f64,
    /// How many units there are, with those that a model was fitted to and have no weight.
    pub number: f64,
}

impl UnitInfluences {
    /// Returns the influences of the units of observations whose sampling was [checked](Sampling::check).
    pub fn new(
        matrix: InfluenceMatrix,
        sampling: &Sampling<'_>,
        poll: Poll<'_>,
    ) -> Result<UnitInfluences, Error> {
        let pace = &mut Pace::new(poll);
        let counts = sampling.counts();
        let mapped = match &sampling.links {
            Some(links) => Some(links.apply(&matrix, counts.is_some(), pace)?),
            None => None,
        };
        let rows = 0..matrix.observations();
        let number = match (sampling.unit, counts) {
            (Unit::Row, _) => None,
            (Unit::Count, Some(counts)) => Some(collect(rows.map(|row| counts.at(row)))?),
            (Unit::Count, None) => Some(collect(rows.map(|row| matrix.weight(row)))?),
        };
        let totals = match (sampling.unit, counts, sampling.clusters) {
            (Unit::Count, None, None) => Some(collect(matrix.totals.iter().copied())?),
            _ => None,
        };
        let mut found = UnitInfluences::with(matrix, number, mapped, sampling, pace)?;
        // Shares times totals add up to these but for rounding.
        for (units, total) in found.sizes.units.iter_mut().zip(totals.iter().flatten()) {
            *units = *total;
        }
        Ok(found)
    }

    /// Of observations that are numbers of units, and with the influences through their weights.
    pub fn with(
        matrix: InfluenceMatrix,
        number: Option<Vec<f64>>,
        mapped: Option<Mapped>,
        sampling: &Sampling<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<UnitInfluences, Error> {
        let classes = matrix.totals.len();
        let members = (0..matrix.observations()).filter(|&row| matrix.class[row] != NONE);
        let members = members.map(|row| Member {
            row,
            class: matrix.class[row] as usize,
            weight: matrix.share[row],
            number: number.as_ref().map_or(1.0, |number| number[row]),
        });
        let mut sizes = Sizes::new(
            classes,
            members,
            sampling.clusters,
            Kish::number_of_shares,
            pace,
        )?;
        if sampling.design.is_some() {
            sizes = sizes.without_clusters()?;
        }
        let width = matrix.width();
        let rows = (matrix.class, matrix.share);
        let mut units = Units::of_rows(matrix.values, width, rows, classes, number);
        if let Some(clusters) = sampling.clusters {
            units.gather(clusters, pace)?;
        }
        Ok(UnitInfluences {
            estimates: matrix.estimates,
            units,
            number: sizes.all_units(),
            sizes,
            mapped,
            fold_pairs: matrix.fold_pairs,
            enlarged: matrix.enlarged,
        })
    }

    /// Of rows that belong to several classes, of these sizes: their influences vary as they are.
    pub fn of_rows(estimates: Vec<f64>, units: Units, number: f64, sizes: Sizes) -> UnitInfluences {
        UnitInfluences {
            estimates,
            units,
            sizes,
            number,
            mapped: None,
            fold_pairs: None,
            enlarged: Vec::new(),
        }
    }

    /// The sums over units of two classes.
    pub fn sums(&self, pace: &mut Pace<'_>) -> Result<UnitSums, Error> {
        let sizes = &self.sizes;
        let effective = sizes.effective()?;
        let powers = self.units.powers(pace)?;
        let df = |&[squares, fourths]: &[f64; 2]| freedom(squares, fourths, self.number);
        Ok(UnitSums {
            values: collect(self.estimates.iter().copied())?,
            negatives: self.units.within(0, pace)?,
            positives: self.units.within(1, pace)?,
            both: self.units.between(pace)?,
            freedom: collect(powers.iter().map(df))?,
            numbers: [sizes.numbers[0], sizes.numbers[1]],
            units: [sizes.units[0], sizes.units[1], sizes.units[2]],
            effective: [effective[0], effective[1]],
            of_units: [sizes.effective_units[0], sizes.effective_units[1]],
        })
    }
}

impl UnitInfluences {
    /// The covariance of the estimates; with the degrees of freedom of all differences, if these are wanted.
    pub fn covariance(
        &self,
        sampling: &Sampling<'_>,
        pairs: bool,
        pace: &mut Pace<'_>,
    ) -> Result<Spread, Error> {
        let (width, sizes) = (self.estimates.len(), &self.sizes);
        let powers = self.units.powers(pace)?;
        let own_df = |[squares, fourths]: [f64; 2]| {
            freedom_without(squares, fourths, self.number, sizes.classes())
        };
        let effective = sizes.effective()?;
        let placement_factor = effective.iter().map(|number| 1.0 / number).sum();
        let mut found = Spread {
            values: collect(self.estimates.iter().copied())?,
            covariance: self.blocks(sampling.correction, pace)?,
            freedom: collect(
                powers
                    .iter()
                    .map(|&powers| of_effective(own_df(powers), &sizes.effective_units)),
            )?,
            model: of_model(&effective, &sizes.effective_units),
            most: f64::INFINITY,
            numbers: collect(sizes.numbers.iter().copied())?,
            units: collect(sizes.units.iter().copied())?,
            effective,
            expected: filled(width, placement_factor)?,
            pairs: Vec::new(),
            std_errors: Vec::new(),
        };
        if let Some(mapped) = &self.mapped {
            mapped.replace(&mut found, &powers, sizes, pace)?;
        }
        if let Some(pairs) = &self.fold_pairs {
            pairs.subtract_from(&mut found)?;
        }
        found.reduce(&self.enlarged)?;
        if pairs {
            found.pairs = self.df_of_pairs(pace)?;
        }
        match &sampling.design {
            Some(design) => found.in_design(design),
            None => Ok(found),
        }
    }

    /// The degrees of freedom of a variance by the sums of squares and of fourth powers of the influences.
    pub fn df(&self, [squares, fourths]: [f64; 2]) -> f64 {
        match &self.mapped {
            Some(mapped) => mapped.df([squares, fourths], self.sizes.classes()),
            None => freedom_without(squares, fourths, self.number, self.sizes.classes()),
        }
    }

    /// The sums of products within classes, and between those of clusters.
    fn blocks(&self, correction: Correction, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        if self.units.classes < self.sizes.numbers.len() {
            return self.units.within(0, pace);
        }
        let divisors = correction.divisors(&self.sizes.units)?;
        let mut sums = self.units.between(pace)?;
        let mut terms = filled(sums.len(), 0.0)?;
        let between = divisors[self.units.classes];
        for (sum, terms) in sums.iter_mut().zip(&mut terms) {
            *sum /= between;
            *terms = sum.abs();
        }
        for (class, divisor) in divisors.iter().take(self.units.classes).enumerate() {
            let within = self.units.within(class, pace)?;
            for ((sum, terms), product) in sums.iter_mut().zip(&mut terms).zip(within) {
                *sum += product / divisor;
                *terms += (product / divisor).abs();
            }
        }
        for (sum, terms) in sums.iter_mut().zip(terms) {
            *sum = without_rounding(*sum, terms);
        }
        Ok(sums)
    }

    /// The degrees of freedom of the difference of each pair of estimates: the first and each later one, the second and
    /// each later one, and so on.
    pub fn df_of_pairs(&self, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let units = self.varying();
        of_pairs(self.estimates.len(), |pair| {
            Ok(self.df(units.powers_of_difference(pair, pace)?))
        })
    }

    /// The units with all that makes them vary.
    pub fn varying(&self) -> &Units {
        self.mapped
            .as_ref()
            .map_or(&self.units, |mapped| &mapped.units)
    }
}

impl Mapped {
    /// Replaces covariances by those with what the models add: they keep the factors that they have beyond sums of
    /// squares, and lose a degree of freedom for each coefficient.
    fn replace(
        &self,
        found: &mut Spread,
        before: &[[f64; 2]],
        sizes: &Sizes,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let width = before.len();
        let varies = |found: &Spread, k: usize| found.covariance[k * width + k] > 0.0;
        if !(0..width).any(|k| varies(found, k)) {
            return Ok(());
        }
        let powers = self.units.powers(pace)?;
        let mut factors = filled(width, 0.0)?;
        for (k, factor) in factors.iter_mut().enumerate() {
            // An unknown variance stays unknown.
            let variance = found.covariance[k * width + k];
            if variance != 0.0 {
                *factor = (variance / before[k][0]).sqrt();
            }
            if varies(found, k) {
                let df = self.df(powers[k], sizes.classes());
                found.freedom[k] = of_effective(df, &sizes.effective_units);
            }
        }
        found.covariance = self.products(&factors, pace)?;
        Ok(())
    }

    /// The sums of products of the influences of units, each times the factor of its estimate, and the factor for the
    /// estimated coefficients.
    fn products(&self, factors: &[f64], pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let lost = self.lost()?;
        let mut products = self.units.within(0, pace)?;
        for (row, of_row) in products.chunks_exact_mut(factors.len()).zip(factors) {
            let entries = row.iter_mut().zip(factors);
            entries.for_each(|(entry, of_column)| *entry *= (of_row * of_column) * lost);
        }
        Ok(products)
    }

    /// The factor of variances for the estimated coefficients.
    pub fn lost(&self) -> Result<f64, Error> {
        if self.rank >= self.weighted {
            return Err(Error::Rank {
                rank: self.rank as usize,
                units: self.weighted as usize,
            });
        }
        Ok(self.weighted / (self.weighted - self.rank))
    }

    /// The degrees of freedom of a variance by the sums of squares and of fourth powers.
    pub fn df(&self, [squares, fourths]: [f64; 2], classes: f64) -> f64 {
        freedom_without(squares, fourths, self.number, self.rank + classes)
    }
}

/// For each pair of so many estimates: the first and each later one, the second and each later one, and so on.
pub(crate) fn of_pairs(
    width: usize,
    mut value: impl FnMut([usize; 2]) -> Result<f64, Error>,
) -> Result<Vec<f64>, Error> {
    let mut found = reserve(width.saturating_mul(width.saturating_sub(1)) / 2)?;
    for k in 0..width {
        for l in k + 1..width {
            push(&mut found, value([k, l])?)?;
        }
    }
    Ok(found)
}
