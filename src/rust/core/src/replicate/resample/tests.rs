//! Against the functions of curves, on the curve of the same weights.

use super::*;
use crate::curve::{OwnedCurve, Ranking};
use crate::decision::{Bound, Costs, NeymanPearson};
use crate::inference::RankedObservations;
use crate::measure::{Density, Measure};
use crate::options::Options;
use crate::quantity::Place;
use crate::replicate::{BootstrapRequest, BoundaryBootstrap, Scheme, PLAIN, SIDES};
use crate::sampling::Unit;
use crate::testing::by;
use crate::testing::data::Data;
use crate::testing::examples::Rng;
use crate::testing::quantities::{fprs_at, optimal, optimal_by, rates_at, tprs_at};

const fn costs(false_positive: f64, false_negative: f64) -> Costs {
    crate::testing::costs(false_positive, false_negative, 0.0, 0.0)
}

const OF_RANKS: [Measure; 7] = [
    Measure::LargestYouden,
    Measure::HullArea,
    Measure::LeastError,
    Measure::H(Density::ByPriors),
    Measure::AveragePrecision,
    Measure::PrecisionRecall,
    Measure::PrecisionRecallGain,
];

fn statistics() -> Vec<Vec<Quantity>> {
    let rates = [0.0, 0.05, 0.1, 1.0 / 3.0, 0.5, 0.9, 1.0];
    let mut all = vec![
        tprs_at(&rates),
        fprs_at(&rates),
        rates_at(&[f64::NEG_INFINITY, 0.0, 2.5, 7.0, 30.0, f64::INFINITY]),
    ];
    for interval in [[0.0, 1.0], [0.0, 0.1], [0.3, 0.7], [0.9, 1.0], [0.4, 0.4]] {
        all.push(vec![Quantity::partial_by_fpr(interval)]);
        all.push(vec![Quantity::partial_by_tpr(interval)]);
    }
    let mixed = Costs {
        true_positive: -3.0,
        true_negative: 0.25,
        ..costs(1.0, 2.0)
    };
    for costs in [
        costs(1.0, 1.0),
        costs(1.0, 7.0),
        costs(0.0, 1.0),
        costs(0.0, 0.0),
        costs(-1.0, 1.0),
        costs(1.0, -1.0),
        costs(-1.0, -2.0),
        costs(1e-300, 3e-300),
        mixed,
    ] {
        for prior in [None, Some(0.0), Some(0.3), Some(1.0)] {
            all.push(optimal(costs, prior));
        }
    }
    for prior in [None, Some(0.3)] {
        for by in [
            Measure::Youden,
            Measure::Accuracy,
            Measure::F1,
            Measure::Correlation,
            Measure::Distance,
            Measure::Imbalance,
        ] {
            all.push(optimal_by(by, prior));
        }
    }
    for measure in OF_RANKS {
        for prior in [None, Some(0.3), Some(0.7)] {
            all.push(vec![Quantity::whole_curve(measure).with_prior(prior)]);
        }
    }
    all
}

/// Random scores, higher ones for positives, and weights of which some are 0.
fn random(n: usize, distinct: usize, weight: fn(&mut Rng) -> f64) -> Data {
    let mut rng = Rng::new((n * distinct) as u64);
    let mut data = Data::random(vec![0.0; n], &mut rng, weight);
    for (score, label) in data.scores.iter_mut().zip(&data.labels) {
        let better = rng.below(distinct).max(rng.below(distinct));
        *score = [rng.below(distinct), better][*label as usize] as f64;
    }
    data
}

fn bootstrap_of(data: &Data, scheme: Scheme) -> Bootstrap {
    let never = &mut || false;
    let request = BootstrapRequest::new(scheme).with_seed(3);
    Bootstrap::new(&[data.observations()], &request, by(1, never)).unwrap()
}

/// The curve of the weights that were drawn; none without a class.
fn curve_of(resample: &Resample<'_>) -> Option<OwnedCurve> {
    curve_with(resample, None)
}

/// The same with more observations: ends without weight do not count.
fn curve_with(resample: &Resample<'_>, ends: Option<Ends>) -> Option<OwnedCurve> {
    let classes = resample.classes(0);
    let mut drawn = Data::with(Vec::new(), Vec::new(), Vec::new());
    for class in 0..2 {
        let mut add = |score: f64, weight: f64| {
            drawn.scores.push(score);
            drawn.labels.push(class as i32);
            drawn.weights.push(weight / classes.scales[class]);
        };
        let sums = resample.sums[class].windows(2);
        for (member, sums) in classes.members[class].iter().zip(sums) {
            add(classes.scores[member.score as usize], sums[0] - sums[1]);
        }
        if let Some(Ends { above, below }) = ends {
            add(f64::INFINITY, above[class]);
            add(f64::NEG_INFINITY, below[class]);
        }
    }
    let never = &mut || false;
    let ranking = Ranking::new(&drawn.observations(), Options::new(never));
    Some(ranking.ok()?.to_curve(never).unwrap())
}

fn curve_values(curve: &OwnedCurve, statistic: &[Quantity]) -> Vec<f64> {
    let never = &mut || false;
    let curve = &curve.as_curve();
    let rows = curve.all_rows().unwrap();
    let choices = NeymanPearson::new(curve, &rows, never).unwrap();
    let at_bound = |bound| choices.choose(bound).unwrap().mixture.value;
    let of = |quantity: &Quantity| match quantity {
        Quantity {
            measure: Measure::Tpr,
            place: Place::Fpr(at),
            ..
        } => at_bound(Bound::Fpr(*at)),
        Quantity {
            measure: Measure::Fpr,
            place: Place::Tpr(at),
            ..
        } => at_bound(Bound::Tpr(*at)),
        _ => quantity.evaluate(curve, never).unwrap(),
    };
    statistic.iter().map(of).collect()
}

fn check(data: &Data, scheme: Scheme, close: fn(f64, f64) -> bool) {
    let bootstrap = bootstrap_of(data, scheme);
    let never = &mut || false;
    let mut pace = Pace::new(never);
    for statistic in statistics() {
        let mut resample = Resample::new(&bootstrap, &statistic, 0).unwrap();
        for replicate in 0..20 {
            resample.draw(replicate, &mut pace).unwrap();
            let mut result = vec![-1.0; statistic.len()];
            resample.write(&mut result, &mut pace).unwrap();
            let expected = match curve_of(&resample) {
                Some(curve) => curve_values(&curve, &statistic),
                None => vec![f64::NAN; statistic.len()],
            };
            // The probability of the positive class is rounded elsewhere, or TNR and FNR are.
            let rounds = statistic[0]
                .choice()
                .is_some_and(|choice| choice.prior.is_none() || choice.as_risk().is_none());
            // Sums over steps have rows without weight as well.
            let sums = !matches!(
                statistic[0].measure.family(),
                Family::Cells | Family::Area | Family::Threshold
            );
            let same = |(i, (&a, &b)): (usize, (&f64, &f64))| {
                let off = (a - b).abs();
                a == b
                    || close(a, b)
                    || a.is_nan() && b.is_nan()
                    || rounds && i == 3 && off < 1e-14
                    || sums && off < 1e-13
            };
            assert!(
                result.iter().zip(&expected).enumerate().all(same),
                "{statistic:?} of replicate {replicate}: {result:?}, not {expected:?}"
            );
        }
    }
}

/// Sums of whole weights are exact, so that everything is the same.
#[test]
#[cfg_attr(miri, ignore = "slow")]
fn replicates_of_whole_weights_are_those_of_their_curves() {
    for (n, distinct) in [
        (2, 1),
        (4, 3),
        (30, 8),
        (100, 40),
        (300, 1 << 20),
        (1000, 30),
    ] {
        let data = random(n, distinct, |rng| rng.below(3) as f64);
        for scheme in [Scheme::Multinomial, Scheme::Counts, Scheme::Half] {
            check(&data, scheme, |_, _| false);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn replicates_of_any_weights_are_those_of_their_curves_but_for_rounding() {
    for (n, distinct) in [(4, 3), (30, 8), (300, 1 << 20), (1000, 30)] {
        let data = random(n, distinct, |rng| rng.below(3) as f64 * rng.unit());
        for scheme in [Scheme::Multinomial, Scheme::Dirichlet] {
            check(&data, scheme, |a, b| (a - b).abs() <= 1e-13 * b.abs());
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn replicates_with_ends_are_those_of_curves_of_more_observations() {
    // Shares in the weights are those without the ends.
    let prior = Some(0.3);
    let mut quantities: Vec<Quantity> = OF_RANKS
        .map(|measure| Quantity::whole_curve(measure).with_prior(prior))
        .into();
    quantities.extend(
        [0.1, 0.5]
            .map(|share| Quantity::at_place(Measure::Tpr, Place::Share(share)).with_prior(prior)),
    );
    quantities.extend([Quantity::AREA, Quantity::partial_by_fpr([0.1, 0.4])]);
    let boundary = BoundaryBootstrap {
        typical: [1.5, 0.7],
        shapes: [0.9, 0.7],
        pseudo: [0.5, 1.0],
    };
    let never = &mut || false;
    for (n, distinct) in [(30, 8), (300, 1 << 20)] {
        let data = random(n, distinct, |rng| rng.unit());
        let ranking =
            RankedObservations::with_positions(&data.observations(), Options::new(never)).unwrap();
        let sampling = (Unit::Row, None);
        let bootstrap =
            Bootstrap::boundary(&ranking, sampling, boundary.clone(), 1, never).unwrap();
        let mut resample = Resample::new(&bootstrap, &quantities, 0).unwrap();
        let mut pace = Pace::new(never);
        for replicate in 0..20 {
            resample.draw(replicate, &mut pace).unwrap();
            let mut result = vec![-1.0; SIDES * quantities.len()];
            resample.write_sides(&mut result, &mut pace).unwrap();
            let [negative, positive] = resample.pseudo;
            assert!(negative > 0.0 && positive > 0.0);
            let ends = |above, below| Some(Ends { above, below });
            let sides = [
                ends([negative, 0.0], [0.0, positive]),
                ends([0.0, positive], [negative, 0.0]),
                None,
            ];
            for (result, side) in result.chunks(quantities.len()).zip(sides) {
                let curve = curve_with(&resample, side).unwrap();
                let expected = curve_values(&curve, &quantities);
                for (quantity, (a, b)) in quantities.iter().zip(result.iter().zip(expected)) {
                    // H has rough tails here.
                    let off = match quantity.measure {
                        Measure::H(Density::ByPriors) => 1e-8,
                        _ => 1e-12,
                    };
                    assert!((a - b).abs() < off, "{quantity:?}: {a}, not {b}");
                }
            }
            // Fewer sides are the same.
            let mut two = vec![-1.0; PLAIN * quantities.len()];
            resample.write_sides(&mut two, &mut pace).unwrap();
            assert_eq!(two, result[..two.len()]);
        }
    }
}

#[test]
fn a_half_and_the_next_one_are_all_observations() {
    let data = random(300, 40, |rng| rng.below(4) as f64);
    for scheme in [Scheme::Half, Scheme::HalfOfCounts] {
        let bootstrap = bootstrap_of(&data, scheme).in_pairs();
        let never = &mut || false;
        let mut pace = Pace::new(never);
        let sums = |resample: &mut Resample<'_>, replicate, pace: &mut Pace<'_>| {
            resample.draw(replicate, pace).unwrap();
            resample.sum_up(0, pace).unwrap();
            resample.sums.clone()
        };
        let new = || Resample::new(&bootstrap, &[Quantity::AREA], 0).unwrap();
        let mut resample = new();
        let [even, odd] = [4, 5].map(|replicate| sums(&mut resample, replicate, &mut pace));
        assert_eq!(odd, sums(&mut new(), 5, &mut pace));
        assert_ne!(even, sums(&mut resample, 6, &mut pace));
        let counts = |unit: usize| bootstrap.units.counts.as_ref().map_or(1.0, |of| of[unit]);
        let mut first = 0;
        for class in 0..2 {
            let members = &bootstrap.scores[0].classes.members[class];
            let mut all = 0.0;
            for (i, member) in members.iter().enumerate().rev() {
                all += member.weight * counts(first + i);
                assert!(even[class][i] <= all);
                assert_eq!(even[class][i] + odd[class][i], all);
            }
            first += members.len();
        }
    }
}
