//! How the tests of this crate would end on a sample that is all as expected.

use super::influences::{Influences, Units};
use super::plan::{Hypothesis, Tested};
use crate::covariance::df::{df_of_effective, prior_df, DegreesOfFreedom, Powers};
use crate::error::Result;
use crate::hypothesis::{parts_of_classes, Difference, Signs};
use crate::interval::{set_common_scale, Area, AreaPivot, Method, Mover, Pivot};
use crate::poll::Pace;

/// The expected spread of an area in a sample of that size. With two scores it belongs to the first.
pub(super) fn estimate(
    influences: &Influences,
    area: f64,
    numbers: [f64; 2],
    pace: &mut Pace<'_>,
) -> Result<Area> {
    let (mut squares, mut fourths, mut units) = (0.0, 0.0, 0.0);
    influences.each([area; 2], numbers, pace, |of| {
        let square = of.influence(0) * of.influence(0);
        squares += of.number * square;
        fourths += of.number * square * square;
        units += of.number;
    })?;
    let moments = influences.moments();
    let effective = influences.effective(numbers);
    let effective_clusters = influences.effective_clusters(numbers);
    let powers = Powers {
        squares: moments[0] * squares,
        fourths: moments[1] * fourths,
    };
    let df = powers.df(influences.independent() * units, 2.0);
    Ok(Area {
        value: area,
        variance: powers.squares,
        df: DegreesOfFreedom {
            variance: df_of_effective(df, &effective_clusters),
            prior: prior_df(&effective, &effective_clusters),
        },
        expected: effective.map(|number| 1.0 / number).iter().sum(),
    })
}

impl Units {
    /// On the area of a score.
    fn influence(&self, score: usize) -> f64 {
        self.influences[score][0] + self.influences[score][1]
    }
}

/// The sums of a pair of scores, on the `side` to which its difference is by `excess` from the one that is tested.
fn pair(
    test: &Tested<'_>,
    areas: [f64; 2],
    excess: f64,
    pace: &mut Pace<'_>,
) -> Result<Difference> {
    let influences = test.plan.influences;
    let mut by_class = [0.0; 2];
    influences.each(areas, test.numbers, pace, |of| {
        for (class, sum) in by_class.iter_mut().enumerate() {
            let apart = of.influences[0][class] - of.influences[1][class];
            *sum += of.number * apart * apart;
        }
    })?;
    let parts = parts_of_classes(by_class, influences.effective(test.numbers));
    let (mut squares, mut fourths, mut size) = ([0.0; 3], [0.0; 5], 0.0);
    influences.each(areas, test.numbers, pace, |of| {
        let d = test.side * (of.influence(0) - of.influence(1));
        let r = parts[0] * of.shares[0] + parts[1] * of.shares[1];
        let products = [d * d, d * r, r * r];
        (0..3).for_each(|i| squares[i] += of.number * products[i]);
        for (sum, [i, j]) in fourths
            .iter_mut()
            .zip([[0, 0], [0, 1], [0, 2], [1, 2], [2, 2]])
        {
            *sum += of.number * products[i] * products[j];
        }
        size += of.number * (d + excess * r).abs();
    })?;
    let moments = influences.moments();
    let squares = squares.map(|sum| moments[0] * sum);
    let around_null = squares[0] + 2.0 * excess * squares[1] + excess * excess * squares[2];
    Ok(Difference {
        difference: excess,
        squares,
        fourths: fourths.map(|sum| moments[1] * sum),
        units: size * size / around_null,
    })
}

/// The upper tail that the test gives.
pub(super) fn tail<const N: usize>(
    test: &Tested<'_>,
    areas: [f64; N],
    pace: &mut Pace<'_>,
) -> Result<f64> {
    let mut estimate_of = |area: f64| estimate(test.plan.influences, area, test.numbers, pace);
    let [first, second] = [areas[0], areas[N - 1]];
    let excess = test.side * (first - second - test.null);
    match test.plan.hypothesis {
        Hypothesis::One => AreaPivot::new(&estimate_of(first)?, Method::Score, f64::INFINITY)
            .statistic(test.null)?
            .upper_tail(test.side),
        Hypothesis::Unpaired if excess <= 0.0 => Ok(0.5),
        Hypothesis::Unpaired => {
            let mut samples = [estimate_of(first)?, estimate_of(second)?];
            set_common_scale(&mut samples);
            let difference = Mover::new(&samples, &[1.0, -1.0])?;
            difference.statistic(test.null)?.upper_tail(test.side)
        }
        Hypothesis::Paired => {
            let signs = Signs {
                pair: pair(test, [first, second], excess, pace)?,
                common: [0.0; 3],
                std_error: f64::NAN,
                unit: 1.0,
                most: 1.0,
            };
            let statistic = signs.statistic(0.0)?;
            // Too few observations for a distribution reject nothing.
            if statistic.df > 0.0 {
                statistic.upper_tail(1.0)
            } else {
                Ok(0.5)
            }
        }
    }
}

/// The covariance matrix of the areas.
pub(super) fn covariance<const N: usize>(
    test: &Tested<'_>,
    areas: [f64; N],
    pace: &mut Pace<'_>,
) -> Result<[[f64; N]; N]> {
    let influences = test.plan.influences;
    let mut covariance = [[0.0; N]; N];
    if test.plan.hypothesis == Hypothesis::Paired {
        influences.each([areas[0], areas[N - 1]], test.numbers, pace, |of| {
            for (i, row) in covariance.iter_mut().enumerate() {
                for (j, sum) in row.iter_mut().enumerate() {
                    *sum += of.number * of.influence(i) * of.influence(j);
                }
            }
        })?;
        let factor = influences.moments()[0];
        return Ok(covariance.map(|row| row.map(|sum| factor * sum)));
    }
    for (i, &area) in areas.iter().enumerate() {
        covariance[i][i] = estimate(influences, area, test.numbers, pace)?.variance;
    }
    Ok(covariance)
}
