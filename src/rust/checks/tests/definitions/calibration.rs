//! Scores as probabilities, and what forecasts lose, in exact rational arithmetic.

use num_rational::BigRational;
use num_traits::Zero;
use weighted_roc_checks::case::{Case, Row, ScoreColumn};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::decision::calibration::{
    at_prior, isotonic, quadratic_loss, share_for_all, steps_of, totals, Step,
};
use weighted_roc_checks::definition::by_definition;
use weighted_roc_checks::exact::{is_near, rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::{gentle, Sample};
use weighted_roc_core::measure::{decompose, Decomposition, ForecastLoss};
use weighted_roc_core::shape::{calibrate, Block, Shape};

/// How far a probability may be off for whole weights, relative to itself.
const OFF: f64 = 4.0 * f64::EPSILON;

/// How far an entry of a curve may be off, relative to itself, and what rounding adds.
const ENTRY: f64 = 12.0 * f64::EPSILON;

/// How far a mean loss may be off, in terms of the largest one there is.
const LOSS: f64 = 1e-14;

fn blocks_of(curve: &Curve, prior: Option<f64>) -> Vec<Block> {
    calibrate(&curve.given(), prior, &mut || false).expect("a curve")
}

/// The probability of each step.
fn probabilities(blocks: &[Block]) -> Vec<f64> {
    let of_block = |block: &Block| vec![block.probability; block.last + 1 - block.first];
    blocks.iter().flat_map(of_block).collect()
}

fn are_in_order(blocks: &[Block], steps: usize) -> bool {
    let next = |pair: &[Block]| {
        pair[0].last + 1 == pair[1].first && pair[0].probability <= pair[1].probability
    };
    let ends = blocks[0].first == 0 && blocks[blocks.len() - 1].last == steps - 1;
    ends && blocks.windows(2).all(next)
}

fn random_prior(rng: &mut Rng) -> Option<f64> {
    let priors = [1e-300, 1e-9, 0.25, 0.5, 1.0 - f64::EPSILON / 2.0];
    rng.chance(0.7).then(|| rng.pick(&priors))
}

#[test]
fn probabilities_of_whole_weights_are_those_of_the_definition() {
    let mut rng = Rng::new(41);
    for _ in 0..600 {
        let Sample { curve, name, case } = Sample::whole(40, &mut rng);
        let steps = steps_of(&by_definition(&case.rows()));
        let prior = random_prior(&mut rng);
        let blocks = blocks_of(&curve, prior);
        let context = || format!("{name}, prior {prior:?}: {blocks:?} of {curve:?}");
        assert!(are_in_order(&blocks, steps.len()), "{}", context());
        let shifted = prior.map(|prior| at_prior(&steps, &rational(prior)));
        let exact = isotonic(shifted.as_ref().unwrap_or(&steps));
        for (result, exact) in probabilities(&blocks).into_iter().zip(&exact) {
            let off = if prior.is_some() { 4.0 * OFF } else { OFF };
            let right = is_near(result, exact, off, f64::from_bits(1));
            assert!(right, "{result:e}, not {:e}: {}", rounded(exact), context());
        }
    }
}

/// Within what the entries of a curve may be off, of weights that are as far apart as may be.
#[test]
fn probabilities_of_any_weights_are_right_as_far_as_a_curve_says() {
    let mut rng = Rng::new(42);
    let (mut close, mut all) = (0, 0);
    for _ in 0..200 {
        let Sample { curve, name, case } = Sample::up_to(30, &mut rng);
        let exact = by_definition(&case.rows());
        let steps = steps_of(&exact);
        let blocks = blocks_of(&curve, None);
        assert!(are_in_order(&blocks, steps.len()), "{name}: {blocks:?}");
        let ends = within(&curve, &steps);
        for (step, result) in probabilities(&blocks).into_iter().enumerate() {
            let [low, high] = ends[step];
            let right = low - 1e-15 <= result && result <= high + 1e-15;
            assert!(
                right,
                "{name}, {step}: {result:e} not in {low:e} to {high:e}, {curve:?}"
            );
            all += 1;
            close += usize::from(high - low <= 1e-12);
        }
    }
    assert!(close * 10 > all * 9, "only {close} of {all} say anything");
}

/// Between which numbers the probability of each step must be: what all means over windows may be off is
/// what the rows at their ends are.
fn within(curve: &Curve, steps: &[Step]) -> Vec<[f64; 2]> {
    let totals = totals(steps);
    let last = &totals[steps.len()];
    let unit = last[0].clone() + &last[1];
    let doubles: Vec<[f64; 4]> = totals
        .iter()
        .map(|total| {
            let share = |weight: &BigRational| rounded(&(weight / &unit));
            let [negative, positive] = [0, 1].map(|class| share(&total[class]));
            let rest = [0, 1].map(|class| share(&(&last[class] - &total[class])));
            [negative, positive, rest[0], rest[1]]
        })
        .collect();
    let share_of_positives = rounded(&(&last[1] / &unit));
    let is_few = |row: usize| doubles[row][3] < share_of_positives / 1024.0;
    let error = |row: usize, is_few: bool| {
        let [below_negative, below_positive, above_negative, above_positive] = doubles[row];
        let negatives = match row < curve.true_negative.len() {
            true => below_negative.min(above_negative),
            false => above_negative,
        };
        let positives = if is_few {
            above_positive
        } else {
            below_positive
        };
        ENTRY * (negatives + positives)
    };
    let mean = |from: usize, to: usize| {
        let [negative, positive] = [0, 1].map(|class| &totals[to][class] - &totals[from][class]);
        let weight = &positive + &negative;
        let mean = rounded(&(&positive / &weight));
        let of_weight = rounded(&(&weight / &unit));
        if of_weight < 1e-290 {
            // Entries may be denormal.
            return [0.0, 1.0];
        }
        let off =
            (error(from, is_few(from)) + error(to, is_few(from))) / of_weight + 4.0 * f64::EPSILON;
        [mean - off, mean + off].map(|end| end.clamp(0.0, 1.0))
    };
    // Of all windows from each row, once: exact numbers are slow.
    let means: Vec<Vec<[f64; 2]>> = (0..steps.len())
        .map(|from| {
            let ends = from + 1..=steps.len();
            ends.map(|to| mean(from, to)).collect()
        })
        .collect();
    let end = |step: usize, side: usize| {
        (0..=step)
            .map(|from| {
                let means = means[from][step - from..].iter().map(|ends| ends[side]);
                means.fold(f64::INFINITY, f64::min)
            })
            .fold(0.0, f64::max)
    };
    (0..steps.len())
        .map(|step| [0, 1].map(|side| end(step, side)))
        .collect()
}

/// Where the hull leaves rows out.
#[test]
fn a_curve_that_hardly_bends_keeps_its_probabilities() {
    for exponent in [-3, -6, -9, -12] {
        let bend = 10f64.powi(exponent);
        let blocks = blocks_of(&gentle(1000, bend), None);
        let result = probabilities(&blocks);
        for (i, result) in result.into_iter().enumerate() {
            let positive = 1.0 + bend * i as f64;
            let exact = positive / (1.0 + positive);
            assert!(
                (result - exact).abs() < 1e-12,
                "{bend:e}, {i}: {result} not {exact}"
            );
        }
    }
}

fn forecasts(rng: &mut Rng, n: usize, orders: f64) -> Vec<Row> {
    let distinct = 1 + rng.below(n);
    let mut rows: Vec<Row> = (0..n)
        .map(|_| Row {
            score: rng.below(distinct + 1) as f64 / distinct as f64,
            positive: rng.chance(0.5),
            weight: (1.0 + rng.unit()) * 10f64.powf(orders * (rng.unit() - 0.5)),
        })
        .collect();
    (rows[0].positive, rows[1].positive) = (true, false);
    rows
}

fn parts(rows: &[Row], loss: ForecastLoss, prior: Option<f64>) -> Decomposition {
    let curve = Curve::from_case(&Case::from_rows(rows)).expect("observations");
    let shape = Shape::from_curve(&curve.given(), &mut || false).expect("memory");
    decompose(&shape, loss, prior, &mut || false).expect("forecasts")
}

#[test]
fn the_parts_of_the_brier_score_are_those_of_the_definition() {
    let mut rng = Rng::new(43);
    for round in 0..600 {
        let n = 2 + rng.below(30);
        let orders = rng.pick(&[0.0, 2.0, 24.0]);
        let rows = forecasts(&mut rng, n, orders);
        let prior = random_prior(&mut rng);
        let result = parts(&rows, ForecastLoss::Quadratic, prior);
        let exact = by_definition(&rows);
        let mut steps = steps_of(&exact);
        if let Some(prior) = prior {
            steps = at_prior(&steps, &rational(prior));
        }
        let scores: Vec<BigRational> = exact.threshold[..steps.len()]
            .iter()
            .map(|&score| rational(score))
            .collect();
        let loss = quadratic_loss(&steps, &scores);
        let calibrated = quadratic_loss(&steps, &isotonic(&steps));
        let for_all = quadratic_loss(&steps, &share_for_all(&steps));
        let pairs = [
            (result.loss, loss.clone(), true),
            (result.miscalibration, &loss - &calibrated, false),
            (result.discrimination, &for_all - &calibrated, false),
            (result.uncertainty, for_all, true),
        ];
        for (i, (result, exact, is_sum)) in pairs.into_iter().enumerate() {
            let slack = if is_sum { 0.0 } else { LOSS };
            let right = is_near(result, &exact, LOSS, slack);
            assert!(
                right,
                "{round}, {i}: {result:e} not {:e}: {rows:?}, {prior:?}",
                rounded(&exact)
            );
        }
    }
}

#[test]
fn the_parts_of_the_log_score_are_those_of_the_definition() {
    let mut rng = Rng::new(44);
    for round in 0..600 {
        let n = 2 + rng.below(30);
        let orders = rng.pick(&[0.0, 2.0, 24.0]);
        let rows = forecasts(&mut rng, n, orders);
        let result = parts(&rows, ForecastLoss::Logarithmic, None);
        let exact = by_definition(&rows);
        let steps = steps_of(&exact);
        let scores: Vec<BigRational> = exact.threshold[..steps.len()]
            .iter()
            .map(|&score| rational(score))
            .collect();
        let [loss, calibrated, for_all] = [&scores, &isotonic(&steps), &share_for_all(&steps)]
            .map(|forecasts| log_loss(&steps, forecasts));
        let pairs = [
            (result.loss, loss),
            (result.miscalibration, loss - calibrated),
            (result.discrimination, for_all - calibrated),
            (result.uncertainty, for_all),
        ];
        for (i, (result, exact)) in pairs.into_iter().enumerate() {
            let right =
                result == exact || (result - exact).abs() <= 10.0 * LOSS * (1.0 + loss.min(1e3));
            assert!(right, "{round}, {i}: {result:e} not {exact:e}: {rows:?}");
        }
    }
}

fn log_loss(steps: &[Step], forecasts: &[BigRational]) -> f64 {
    let all: BigRational = steps.iter().map(|step| &step[0] + &step[1]).sum();
    let one = BigRational::from(num_bigint::BigInt::from(1));
    let mut loss = 0.0;
    for (step, forecast) in steps.iter().zip(forecasts) {
        for (weight, probability) in step.iter().zip([&one - forecast, forecast.clone()]) {
            if !weight.is_zero() {
                let rest = rounded(&(&one - &probability));
                let logarithm = if rest < 0.5 {
                    (-rest).ln_1p()
                } else {
                    rounded(&probability).ln()
                };
                loss -= rounded(&(weight / &all)) * logarithm;
            }
        }
    }
    loss
}

#[test]
fn what_is_no_probability_is_named() {
    let mut case = Case::from_rows(&forecasts(&mut Rng::new(46), 10, 0.0));
    if let ScoreColumn::F64(scores) = &mut case.scores {
        scores[3] = 1.0 + 32.0 * f64::EPSILON;
    }
    let curve = Curve::from_case(&case).expect("observations");
    let shape = Shape::from_curve(&curve.given(), &mut || false).expect("memory");
    let result = decompose(&shape, ForecastLoss::Quadratic, None, &mut || false);
    let position = curve.rows() - 2;
    let value = 1.0 + 32.0 * f64::EPSILON;
    assert_eq!(
        result,
        Err(weighted_roc_core::Error::Forecast { position, value })
    );
}
