//! Against all pairs, on observations with ties, weights of 0 and more than a block of rows.

mod bootstrap;
mod comparison;
mod folds;
mod joint;
mod weight_models;
mod multiclass;
mod one_class;
mod outcomes;
mod quantities;
mod rates;
mod replicates;
#[cfg(not(miri))]
mod stops;
mod tallied;

use super::{covariance_at_places, RankedObservations, RateCovariance, ShareSums, Summed};
use super::{influence, moments_of_each, CovarianceRequest};
use crate::area::wmw;
use crate::covariance::{Sizes, UnitSums};
use crate::error::Error;
use crate::hypothesis::{compare_scores, Comparison};
use crate::options::Options;
use crate::poll::Pace;
use crate::quantity::Quantity;
use crate::replicate::{Bootstrap, BootstrapRequest, Scheme};
use crate::sampling::Sampling;
use crate::sampling::{Clusters, Unit};
use crate::testing::by;
use crate::testing::data::Data;
use crate::testing::examples::Rng;
use crate::{Observations, Scores};

fn quantity_sums(
    scores: &[Observations],
    quantities: &[Quantity],
    unit: Unit,
    clusters: Option<Clusters>,
    options: Options,
) -> Result<UnitSums, Error> {
    let request = CovarianceRequest::default()
        .with_quantities(quantities)
        .with_sampling(Sampling::default().with_unit(unit).with_clusters(clusters));
    sums_of(scores, &request, options)
}

/// The sums over units of two classes.
pub(crate) fn sums_of(
    scores: &[Observations],
    request: &CovarianceRequest,
    mut options: Options,
) -> Result<UnitSums, Error> {
    let result = request.influences(scores, options.reborrow())?;
    result.sums(&mut Pace::new(options.poll))
}

/// The same of one area of independent observations, without their influences.
fn single(
    observations: &Observations,
    unit: Unit,
    mut options: Options,
) -> Result<UnitSums, Error> {
    RankedObservations::new(observations, options.reborrow())?
        .moments(unit, options.poll)?
        .sums()
}

fn squares_of(sums: &UnitSums) -> [f64; 2] {
    [sums.negatives[0], sums.positives[0]]
}

fn area_sums(
    scores: &[Observations],
    unit: Unit,
    clusters: Option<Clusters>,
    options: Options,
) -> Result<UnitSums, Error> {
    quantity_sums(scores, &[Quantity::AREA], unit, clusters, options)
}

fn compare_quantity(
    scores: &[Observations],
    quantity: Quantity,
    unit: Unit,
    clusters: Option<Clusters>,
    options: Options,
) -> Result<Comparison, Error> {
    let quantities = [quantity];
    let request = CovarianceRequest::default()
        .with_quantities(&quantities)
        .with_sampling(Sampling::default().with_unit(unit).with_clusters(clusters));
    compare_scores(scores, &request, options)
}

/// With random labels, and with weights of which a quarter is 0.
pub(crate) fn random(n: usize, distinct: usize, seed: u64) -> Data {
    let mut rng = Rng::new(seed);
    let scores = (0..n).map(|_| rng.below(distinct) as f64).collect();
    Data::random(scores, &mut rng, |rng| rng.below(4) as f64 * rng.unit())
}

/// The same with whole weights.
pub(crate) fn counted(mut data: Data) -> Data {
    data.weights
        .iter_mut()
        .for_each(|weight| *weight = weight.ceil());
    data
}

impl Data {
    pub(crate) fn wmw(&self) -> f64 {
        wmw(&self.observations(), Options::new(&mut || false)).unwrap()
    }

    pub(crate) fn weight_of(&self, label: i32) -> f64 {
        let members = (0..self.labels.len()).filter(|&i| self.labels[i] == label);
        members.map(|i| self.weights[i]).sum()
    }

    /// The influences by their definition, over all pairs.
    fn naive(&self) -> Vec<f64> {
        let area = self.wmw();
        let influence = |i: usize| {
            let others = (0..self.labels.len()).filter(|&j| self.labels[j] != self.labels[i]);
            let sign = if self.labels[i] == 1 { 1.0 } else { -1.0 };
            let placements: f64 = others
                .map(|j| {
                    let lead = sign * (self.scores[i] - self.scores[j]);
                    let won = if lead > 0.0 {
                        1.0
                    } else {
                        f64::from(lead == 0.0) / 2.0
                    };
                    won * self.weights[j]
                })
                .sum();
            let share = self.weights[i] / self.weight_of(self.labels[i]);
            share * (placements / self.weight_of(1 - self.labels[i]) - area)
        };
        (0..self.labels.len()).map(influence).collect()
    }

    fn bootstrap(&self, clusters: Option<(&[i32], usize)>, scheme: Scheme) -> Bootstrap {
        Bootstrap::new(
            &[self.observations()],
            &BootstrapRequest {
                scheme,
                seed: 7,
                outcome: None,
                sampling: Sampling::default().with_clusters(clusters),
            },
            by(1, &mut || false),
        )
        .unwrap()
    }
}

/// How the rates at places of the curve vary.
pub(crate) fn rate_covariance(
    observations: &Observations<'_>,
    unit: Unit,
    clusters: Option<(&[i32], usize)>,
    places: &[f64],
    mut options: Options<'_>,
) -> Result<(RateCovariance, Sizes), Error> {
    let ranking = RankedObservations::in_clusters(observations, clusters, options.reborrow())?;
    let pace = &mut Pace::new(options.poll);
    let sampling = Sampling::default().with_unit(unit).with_clusters(clusters);
    let sizes = ranking.sizes(&sampling, pace)?;
    let sums = ShareSums::new(&ranking, unit, pace)?;
    let mut scores: Vec<f64> = ranking.records.iter().map(|record| record.score).collect();
    scores.dedup();
    let summed = Summed {
        ranking: &ranking,
        scores: &scores,
        sums: &sums,
    };
    let result = covariance_at_places(summed, &sampling, &sizes, places, pace)?;
    Ok((result, sizes))
}

/// The factors of influences of clusters with these shares of a class of so many rows: the root of (1 - 1 / n) / (1 - h),
/// and 1 where each row is one.
pub(crate) fn leverages(shares: &[f64], rows: usize) -> Vec<f64> {
    let units = shares.iter().filter(|share| **share > 0.0).count() as f64;
    let are_rows = units == rows as f64;
    let of = |share: &f64| {
        if are_rows {
            1.0
        } else {
            (1.0 - 1.0 / units) / (1.0 - share)
        }
    };
    shares.iter().map(|share| of(share).sqrt()).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-14
}

/// The sums of a class by their definition: of squares and fourth powers of the influences of its
/// units, and of the units' weights and squared weights. `copies` says how many units a row of some
/// weight is.
fn sums_of_class(data: &Data, label: i32, copies: impl Fn(f64) -> f64) -> [f64; 5] {
    let naive = data.naive();
    let of = |i: &usize| data.labels[*i] == label && data.weights[*i] > 0.0;
    let mut sums = [0.0; 5];
    for i in (0..naive.len()).filter(of) {
        let copies = copies(data.weights[i]);
        let (influence, weight) = (naive[i] / copies, data.weights[i] / copies);
        let terms = [
            influence.powi(2),
            influence.powi(4),
            1.0,
            weight,
            weight.powi(2),
        ];
        for (sum, term) in sums.iter_mut().zip(terms) {
            *sum += copies * term;
        }
    }
    sums
}

#[test]
fn spreads_are_sums_over_units() {
    for (n, distinct) in [(3, 2), (50, 5), (50, 1000), (700, 40)] {
        let data = random(n, distinct, n as u64);
        for unit in [Unit::Row, Unit::Count] {
            let copies = |weight: f64| if unit == Unit::Row { 1.0 } else { weight };
            let result = single(&data.observations(), unit, by(1, &mut || false)).unwrap();
            let classes = [0, 1].map(|label| sums_of_class(&data, label, copies));
            for (class, [squares, _, units, weight, squared]) in classes.into_iter().enumerate() {
                assert!(close(squares_of(&result)[class], squares));
                assert!(close(result.units[class] / units, 1.0));
                assert!(close(
                    result.effective[class] / (weight * weight / squared),
                    1.0
                ));
                let of = |i: &usize| data.labels[*i] == class as i32 && data.weights[*i] > 0.0;
                assert_eq!(result.numbers[class], (0..n).filter(of).count() as f64);
            }
            let whole = |i: usize| classes[0][i] + classes[1][i];
            let excess = whole(1) / whole(0).powi(2) - 1.0 / whole(2);
            let df = (2.0 / excess).min(whole(2) - 2.0).max(0.0);
            let same = (result.df[0] - df).abs() <= 1e-9 * df;
            assert!(same || n == 3, "{n} {unit:?}: {} {df}", result.df[0]);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn influences_of_more_than_a_block_sum_to_nothing() {
    // Runs of equal scores end anywhere, also where blocks do.
    for distinct in [3, 1000, 1 << 30] {
        let data = random(150_000, distinct, 1);
        let result = influence(&data.observations(), by(2, &mut || false)).unwrap();
        for sign in [-1.0, 1.0] {
            let of_class = result.values.iter().zip(&result.shares);
            let sum: f64 = of_class
                .filter(|(_, s)| *s * sign > 0.0)
                .map(|(u, _)| u)
                .sum();
            assert!(close(sum, 0.0), "{distinct}: {sum}");
        }
        let covariance = single(&data.observations(), Unit::Row, by(2, &mut || false)).unwrap();
        let squares: f64 = result.values.iter().map(|u| u * u).sum();
        let result: f64 = squares_of(&covariance).iter().sum();
        assert!((result - squares).abs() < 1e-12 * squares);
    }
}

#[test]
fn each_score_has_the_spread_that_it_has_alone() {
    let data: Vec<Data> = (1..8).map(|seed| random(5000, 700, seed)).collect();
    let observations = data[0].observations();
    let each: Vec<Observations> = data
        .iter()
        .map(|data| Observations {
            scores: Scores::F64(&data.scores),
            ..observations
        })
        .collect();
    for unit in [Unit::Row, Unit::Count] {
        let single = |one| single(one, unit, by(1, &mut || false)).unwrap();
        let expected: Vec<_> = each.iter().map(single).collect();
        for threads in [1, 2, 3, 8] {
            let mut never = || false;
            let result = moments_of_each(&each, unit, by(threads, &mut never)).unwrap();
            let result: Vec<_> = result.iter().map(|of| of.sums().unwrap()).collect();
            assert_eq!(result, expected, "{threads}");
        }
    }
}

#[test]
fn a_score_without_a_spread_is_named() {
    let data = random(100, 20, 1);
    let observations = data.observations();
    let mut broken = data.scores.clone();
    broken[7] = f64::NAN;
    let scores = Scores::F64(&broken);
    let scores = [
        observations,
        Observations {
            scores,
            ..observations
        },
    ];
    let mut never = || false;
    let result = moments_of_each(&scores, Unit::Row, by(2, &mut never));
    assert!(matches!(
        result,
        Err(Error::OfScore { score: 1, error }) if matches!(*error, Error::Missing { position: 7, .. })
    ));
}
