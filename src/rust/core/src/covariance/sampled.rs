//! Influences of independent units, and the covariance that they make.

use super::df::Powers;
use super::influences::{InfluenceMatrix, NONE};
use super::sizes::{Member, Sizes};
use super::sums::{Corrected, UnitSums};
use super::units::Units;
use super::{Covariance, FoldPairs};
use crate::error::Error;
use crate::memory::{collect, filled, push, reserve};
use crate::poll::{Pace, Poll};
use crate::sampling::{Sampling, Unit};

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
        let mapped = match &sampling.weight_models {
            Some(weight_models) => Some(weight_models.apply(&matrix, counts.is_some(), pace)?),
            None => None,
        };
        let rows = 0..matrix.observations();
        let (number, totals) = match (sampling.unit, counts) {
            (Unit::Row, _) => (None, None),
            (Unit::Count, Some(counts)) => {
                (Some(collect(rows.map(|row| counts.count(row)))?), None)
            }
            (Unit::Count, None) => (
                Some(collect(rows.map(|row| matrix.weight(row)))?),
                Some(collect(matrix.totals.iter().copied())?),
            ),
        };
        UnitInfluences::with(matrix, (number, totals), mapped, sampling, pace)
    }

    /// Returns the units of observations that are numbers of units, of these totals if they are weights; and with the influences through
    /// their weights.
    pub fn with(
        matrix: InfluenceMatrix,
        (number, totals): (Option<Vec<f64>>, Option<Vec<f64>>),
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
        let sizes = Sizes::new(classes, members, sampling, totals.as_deref(), pace)?;
        let width = matrix.width();
        let rows = (matrix.class, matrix.share);
        let mut units = Units::from_rows(matrix.values, width, rows, classes, number);
        if let Some(clusters) = sampling.clusters {
            units.gather(clusters, pace)?;
            units.correct(&sizes.corrected_clusters(sampling)?)?;
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

    /// Returns the influences of units [without classes](Units::without_classes), which vary as they are, and of these sizes.
    pub fn without_classes(estimates: Vec<f64>, units: Units, sizes: Sizes) -> UnitInfluences {
        UnitInfluences {
            estimates,
            number: units.number_of_units() as f64,
            units,
            sizes,
            mapped: None,
            fold_pairs: None,
            enlarged: Vec::new(),
        }
    }

    /// The sums over units of two classes.
    pub fn sums(&self, pace: &mut Pace<'_>) -> Result<UnitSums, Error> {
        let sizes = &self.sizes;
        let powers = self.units.powers(pace)?;
        let df = |powers: &Powers| powers.df(self.number, sizes.classes());
        Ok(UnitSums {
            values: collect(self.estimates.iter().copied())?,
            negatives: self.units.within(0, pace)?,
            positives: self.units.within(1, pace)?,
            both: self.units.between(pace)?,
            df: collect(powers.iter().map(df))?,
            numbers: [sizes.numbers[0], sizes.numbers[1]],
            units: [sizes.units[0], sizes.units[1], sizes.units[2]],
            effective: [sizes.effective[0], sizes.effective[1]],
            effective_clusters: [sizes.effective_units[0], sizes.effective_units[1]],
        })
    }

    /// The covariance of the estimates; with the degrees of freedom of all differences, if these are wanted.
    pub fn covariance(
        &self,
        sampling: &Sampling<'_>,
        pairs: bool,
        pace: &mut Pace<'_>,
    ) -> Result<Covariance, Error> {
        let units = &self.units;
        let covariance = if units.classes == 0 {
            units.within(0, pace)?
        } else {
            let divisors = sampling.correction.divisors(&self.sizes.units)?;
            let mut sums = Corrected::blank(self.estimates.len())?;
            sums.add(&units.between(pace)?, divisors[units.classes]);
            for (class, divisor) in divisors.iter().take(units.classes).enumerate() {
                sums.add(&units.within(class, pace)?, *divisor);
            }
            sums.covariance()
        };
        self.covariance_from(covariance, sampling, pairs, pace)
    }

    /// The same from that of the units as they are, see [`UnitSums::covariance`].
    pub fn covariance_from(
        &self,
        mut covariance: Vec<f64>,
        sampling: &Sampling<'_>,
        pairs: bool,
        pace: &mut Pace<'_>,
    ) -> Result<Covariance, Error> {
        if let Some(mapped) = &self.mapped {
            mapped.replace(&mut covariance, &self.units, pace)?;
        }
        let powers = self.varying().powers(pace)?;
        let df = powers.into_iter().map(|powers| self.df(powers));
        let mut result = Covariance::independent(&self.estimates, covariance, df, &self.sizes)?;
        if let Some(pairs) = &self.fold_pairs {
            pairs.subtract_from(&mut result)?;
        }
        result.reduce(&self.enlarged)?;
        if pairs {
            result.pairs = self.df_of_pairs(pace)?;
        }
        match &sampling.design {
            Some(design) => result.in_design(design),
            None => Ok(result),
        }
    }

    /// The degrees of freedom of a variance by the powers of the influences.
    pub fn df(&self, powers: Powers) -> f64 {
        let (number, rank) = match &self.mapped {
            Some(mapped) => (mapped.number, mapped.rank),
            None => (self.number, 0.0),
        };
        powers.df(number, rank + self.sizes.classes())
    }

    /// The degrees of freedom of the difference of each pair of estimates: the first and each later one, the second and
    /// each later one, and so on.
    pub fn df_of_pairs(&self, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let units = self.varying();
        each_pair_df(self.estimates.len(), |pair| {
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
    /// Replaces the covariances of units by those with what the models add: they keep the factors that they have beyond
    /// sums of squares, and lose a degree of freedom for each coefficient.
    fn replace(
        &self,
        covariance: &mut Vec<f64>,
        units: &Units,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let width = units.width;
        let mut factors = filled(width, 0.0)?;
        let variances = covariance.iter().step_by(width + 1);
        if !variances.clone().any(|&variance| variance > 0.0) {
            return Ok(());
        }
        let squares = units.squares(pace)?;
        for (factor, (variance, squares)) in factors.iter_mut().zip(variances.zip(squares)) {
            // An unknown variance stays unknown.
            if *variance != 0.0 {
                *factor = (variance / squares).sqrt();
            }
        }
        *covariance = self.products(&factors, pace)?;
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
}

/// For each pair of so many estimates: the first and each later one, the second and each later one, and so on.
pub(crate) fn each_pair_df(
    width: usize,
    mut value: impl FnMut([usize; 2]) -> Result<f64, Error>,
) -> Result<Vec<f64>, Error> {
    let mut result = reserve(width.saturating_mul(width.saturating_sub(1)) / 2)?;
    for k in 0..width {
        for l in k + 1..width {
            push(&mut result, value([k, l])?)?;
        }
    }
    Ok(result)
}
