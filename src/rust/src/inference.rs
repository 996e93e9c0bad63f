//! Shims of the functions that say how sure an area or a curve is.

use crate::entry::shims;
use crate::failure::Failure;
use crate::gains::density_of;
use crate::input::{found_of, labels_and_weights, observations, List, Vector};
use crate::pointer::hand_over;
use crate::result::{list, numbers, table, Value};
use crate::session::poll;
use crate::several::Several;
use std::num::NonZeroUsize;
use weighted_roc_core::decision::Costs;
use weighted_roc_core::inference::{
    class_areas, compare_in_folds, compare_quantity, folded_spread, influence, joint_spread,
    placement_variance, quantity_influences, quantity_spread, rate_spread, replicate_areas,
    risk_spread, score_interval, spread, spread_each, wilcoxon_tails as exact_tails, Agreement,
    AtShare, Bootstrap, Cells, Coefficient, Comparison, Contrasts, Folds, JointDifference,
    JointSpread, OfCalled, Quantity, RateSpread, Ratio, RiskSpread, Rule, Scheme, Spread,
    Statistic, Unit,
};
use weighted_roc_core::memory::{collect, filled, push, reserve};
use weighted_roc_core::summary::{ForecastLoss, Measure, Summary};
use weighted_roc_core::{Labels, Observations, Options};

/// NULL for what is not `checked` and takes a closer look, as in the other short ways.
fn influences(
    guess: Vector,
    label: Vector,
    weight: Vector,
    checked: bool,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    found_of([guess, label, weight], checked, |observations| {
        let options = Options {
            threads,
            poll: &mut poll,
        };
        let values = influence(observations, options)?.values;
        table(["influence"], values.len(), |i| [values[i]])
    })
}

/// A quantity as R writes it: what it is, two numbers, the threshold (NaN for none), four numbers
/// above the line and four below it, and the prior (NaN for none). A summary or a coefficient of
/// agreement has which one it is in the first of the two numbers, and what a summary takes in the four
/// above the line.
const NUMBERS_OF_QUANTITY: usize = 13;

fn quantities_of(what: &[f64]) -> Result<Vec<Quantity>, Failure> {
    let mut quantities = reserve(what.len() / NUMBERS_OF_QUANTITY)?;
    for numbers in what.chunks(NUMBERS_OF_QUANTITY) {
        push(&mut quantities, quantity_of(numbers)?)?;
    }
    Ok(quantities)
}

fn quantity_of(numbers: &[f64]) -> Result<Quantity, Failure> {
    let &[kind, first, second, threshold, ref cells @ .., prior] = numbers else {
        return Err(Failure::internal("a quantity has 13 numbers".to_string()));
    };
    let known = |value: f64| (!value.is_nan()).then_some(value);
    let cells_from = |from: usize| Cells {
        true_positive: cells[from],
        false_positive: cells[from + 1],
        false_negative: cells[from + 2],
        true_negative: cells[from + 3],
    };
    match kind as i32 {
        0 => Ok(Quantity::Area),
        1 => Ok(Quantity::PartialByFpr([first, second])),
        2 => Ok(Quantity::PartialByTpr([first, second])),
        3 => Ok(Quantity::TprAt(first)),
        4 => Ok(Quantity::FprAt(first)),
        5 => Ok(Quantity::Ratio(Ratio {
            threshold: known(threshold),
            numerator: cells_from(0),
            denominator: cells_from(4),
            prior: known(prior),
        })),
        6 => Ok(Quantity::Summary(Summary {
            measure: measure_of(first, cells)?,
            prior: known(prior),
        })),
        7 => Ok(Quantity::AtShare(AtShare {
            share: first,
            prior: known(prior),
            of: match second as i32 {
                0 => OfCalled::Found,
                _ => OfCalled::Response,
            },
        })),
        8 => Ok(Quantity::Agreement(Agreement {
            coefficient: match first as i32 {
                0 => Coefficient::Kappa,
                _ => Coefficient::Correlation,
            },
            threshold,
            prior: known(prior),
        })),
        _ => Err(Failure::internal(format!("no quantity {kind}"))),
    }
}

/// What a curve is summed up by, by its number in R/quantities-summary.R.
fn measure_of(number: f64, parameters: &[f64]) -> Result<Measure, Failure> {
    match number as i32 {
        0 => Ok(Measure::LargestYouden),
        1 => Ok(Measure::HullArea),
        2 => Ok(Measure::LeastError),
        3 => Ok(Measure::H(density_of(&parameters[..2]))),
        4 => Ok(Measure::MeanLoss(ForecastLoss::Quadratic)),
        5 => Ok(Measure::MeanLoss(ForecastLoss::Logarithmic)),
        6 => Ok(Measure::AveragePrecision),
        7 => Ok(Measure::PrecisionRecall),
        8 => Ok(Measure::PrecisionRecallGain),
        _ => Err(Failure::internal(format!("no measure {number}"))),
    }
}

/// Of several classes: the areas, the influences on the first one, on the second one and so on, and the
/// effective numbers of the classes.
fn classes_areas(
    guesses: List<Vector>,
    code: Vector,
    weight: Vector,
    cluster: Option<&[i32]>,
    clusters: usize,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let observations = scores_of(guesses, code, weight)?;
    let Some((Labels::I32(codes), weights)) =
        observations.first().map(|of| (of.labels, of.weights))
    else {
        return Err(Failure::internal("codes are integers".to_string()));
    };
    let scores = collect(observations.iter().map(|of| of.scores))?;
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let clusters = cluster.map(|codes| (codes, clusters));
    let found = class_areas(&scores, codes, weights, clusters, options);
    let found = found.map_err(|(score, error)| Failure::from(error).of_score(score))?;
    let parts = [
        numbers(found.values)?,
        numbers(found.influences)?,
        numbers(found.effective)?,
        numbers(found.parts)?,
    ];
    list(["values", "influences", "effective", "parts"], parts)
}

/// The quantities, and the influences on the first one, on the second one and so on.
fn influences_on(
    guess: Vector,
    label: Vector,
    weight: Vector,
    what: &[f64],
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let found = quantity_influences(&observations, &quantities_of(what)?, options)?;
    let parts = [numbers(found.values)?, numbers(found.influences)?];
    list(["values", "influences"], parts)
}

fn area_spread(
    guess: Vector,
    label: Vector,
    weight: Vector,
    counts: bool,
    checked: bool,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    found_of([guess, label, weight], checked, |observations| {
        let options = Options {
            threads,
            poll: &mut poll,
        };
        rows_of_spreads(&[spread(observations, unit_of(counts), options)?])
    })
}

/// [`area_spread`] of each of several scores.
fn areas_spread(
    guess: Several,
    label: Vector,
    weight: Vector,
    counts: bool,
    checked: bool,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let Some(scores) = guess.each(label, weight, checked)? else {
        return Ok(Value::Null);
    };
    let (labels, weights) = labels_and_weights(label, weight)?;
    let options = Options {
        threads,
        poll: &mut poll,
    };
    rows_of_spreads(&spread_each(
        &scores,
        labels,
        weights,
        unit_of(counts),
        options,
    )?)
}

fn rows_of_spreads(spreads: &[Spread]) -> Result<Value, Failure> {
    let names = [
        "area",
        "negatives",
        "positives",
        "freedom",
        "units_neg",
        "units_pos",
        "effective_neg",
        "effective_pos",
        "n_neg",
        "n_pos",
    ];
    table(names, spreads.len(), |i| {
        let Spread {
            area,
            squares,
            freedom,
            units,
            effective,
            numbers,
        } = spreads[i];
        [
            area,
            squares[0],
            squares[1],
            freedom,
            units[0],
            units[1],
            effective[0],
            effective[1],
            numbers[0] as f64,
            numbers[1] as f64,
        ]
    })
}

/// Whether a weight is a number of observations.
pub fn unit_of(counts: bool) -> Unit {
    match counts {
        true => Unit::Count,
        false => Unit::Row,
    }
}

/// Clusters come as numbers below `clusters`, or not at all.
fn areas_joint_spread(
    guesses: List<Vector>,
    label: Vector,
    weight: Vector,
    counts: bool,
    cluster: Option<&[i32]>,
    clusters: usize,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let scores = scores_of(guesses, label, weight)?;
    let clusters = cluster.map(|codes| (codes, clusters));
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let found = joint_spread(&scores, unit_of(counts), clusters, options);
    let found = found.map_err(|(score, error)| Failure::from(error).of_score(score))?;
    list(NAMES_OF_JOINT_SPREAD, parts_of(found)?)
}

/// As areas_joint_spread() of quantities, all of the first score first.
#[allow(clippy::too_many_arguments)]
fn quantities_joint_spread(
    guesses: List<Vector>,
    label: Vector,
    weight: Vector,
    what: &[f64],
    counts: bool,
    cluster: Option<&[i32]>,
    clusters: usize,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let scores = scores_of(guesses, label, weight)?;
    let clusters = cluster.map(|codes| (codes, clusters));
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let what = quantities_of(what)?;
    let found = quantity_spread(&scores, &what, unit_of(counts), clusters, options);
    let found = found.map_err(|(score, error)| Failure::from(error).of_score(score))?;
    list(NAMES_OF_JOINT_SPREAD, parts_of(found)?)
}

/// Of one quantity of each score, with the pairs, ten numbers each, and the joint difference.
#[allow(clippy::too_many_arguments)]
fn scores_compare(
    guesses: List<Vector>,
    label: Vector,
    weight: Vector,
    what: &[f64],
    counts: bool,
    cluster: Option<&[i32]>,
    clusters: usize,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let scores = scores_of(guesses, label, weight)?;
    let clusters = cluster.map(|codes| (codes, clusters));
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let quantity = quantity_of(what)?;
    let found = compare_quantity(&scores, quantity, unit_of(counts), clusters, options);
    compared(found.map_err(|(score, error)| Failure::from(error).of_score(score))?)
}

fn compared(found: Comparison) -> Result<Value, Failure> {
    let Comparison {
        spread,
        pairs,
        joint,
    } = found;
    let mut columns = reserve(10 * pairs.len())?;
    for pair in pairs {
        push(&mut columns, pair.difference)?;
        for sum in pair.squares.into_iter().chain(pair.fourths) {
            push(&mut columns, sum)?;
        }
        push(&mut columns, pair.units)?;
    }
    let JointDifference {
        statistic,
        fourths,
        rank,
        units,
    } = joint;
    let parts = [
        list(NAMES_OF_JOINT_SPREAD, parts_of(spread)?)?,
        numbers(columns)?,
        numbers([statistic, fourths, rank as f64, units])?,
    ];
    list(["spread", "pairs", "joint"], parts)
}

/// Each score comes with all of its repetitions one after the other, and folds as numbers below those
/// of `numbers`, repetition by repetition.
#[allow(clippy::too_many_arguments)]
fn folds_spread(
    guesses: List<Vector>,
    label: Vector,
    weight: Vector,
    fold: &[i32],
    numbers_of_folds: &[i32],
    cluster: Option<&[i32]>,
    clusters: usize,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let scores = scores_of(guesses, label, weight)?;
    let folds = folds_of(fold, numbers_of_folds)?;
    let clusters = cluster.map(|codes| (codes, clusters));
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let found = folded_spread(&scores, &folds, clusters, options);
    let found = found.map_err(|(score, error)| Failure::from(error).of_score(score))?;
    let parts = [
        list(NAMES_OF_JOINT_SPREAD, parts_of(found.joint)?)?,
        numbers(found.pairs)?,
        numbers([found.shares])?,
    ];
    list(["spread", "pairs", "shares"], parts)
}

/// As `scores_compare`, of what `folds_spread` takes.
#[allow(clippy::too_many_arguments)]
fn folds_compare(
    guesses: List<Vector>,
    label: Vector,
    weight: Vector,
    fold: &[i32],
    numbers_of_folds: &[i32],
    cluster: Option<&[i32]>,
    clusters: usize,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let scores = scores_of(guesses, label, weight)?;
    let folds = folds_of(fold, numbers_of_folds)?;
    let clusters = cluster.map(|codes| (codes, clusters));
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let found = compare_in_folds(&scores, &folds, clusters, options);
    let found = found.map_err(|(score, error)| Failure::from(error).of_score(score))?;
    let common = [
        numbers(found.common.products)?,
        numbers(found.common.deviations)?,
        numbers([found.common.shares])?,
    ];
    let parts = [
        compared(found.comparison)?,
        list(["products", "deviations", "shares"], common)?,
    ];
    list(["compared", "common"], parts)
}

fn folds_of<'a>(codes: &'a [i32], numbers: &[i32]) -> Result<Vec<Folds<'a>>, Failure> {
    let mut folds = reserve(numbers.len())?;
    for (codes, &number) in codes
        .chunks((codes.len() / numbers.len().max(1)).max(1))
        .zip(numbers)
    {
        let number = number.max(0) as usize;
        push(&mut folds, Folds { codes, number })?;
    }
    Ok(folds)
}

fn scores_of<'a>(
    guesses: List<Vector<'a>>,
    label: Vector<'a>,
    weight: Vector<'a>,
) -> Result<Vec<Observations<'a>>, Failure> {
    let guesses = guesses.read_all()?;
    let mut scores = reserve(guesses.len())?;
    for guess in guesses {
        push(&mut scores, observations(guess, label, weight)?)?;
    }
    Ok(scores)
}

const NAMES_OF_JOINT_SPREAD: [&str; 8] = [
    "areas",
    "negatives",
    "positives",
    "both",
    "freedom",
    "numbers",
    "units",
    "effective",
];

fn parts_of(spread: JointSpread) -> Result<[Value; 8], Failure> {
    Ok([
        numbers(spread.areas)?,
        numbers(spread.negatives)?,
        numbers(spread.positives)?,
        numbers(spread.both)?,
        numbers(spread.freedom)?,
        numbers(spread.numbers.map(|n| n as f64))?,
        numbers(spread.units)?,
        numbers(spread.effective)?,
    ])
}

fn placement_variances(area: &[f64]) -> Result<Value, Failure> {
    let mut variances = reserve(area.len())?;
    for &area in area {
        push(&mut variances, placement_variance(area)?)?;
    }
    numbers(variances)
}

/// The lower ends of the score intervals, then the upper ones.
fn score_ends(area: &[f64], spread: &[f64]) -> Result<Value, Failure> {
    let mut ends = filled(2 * area.len(), 0.0)?;
    let (low, high) = ends.split_at_mut(area.len());
    for (i, (&area, &spread)) in area.iter().zip(spread).enumerate() {
        [low[i], high[i]] = score_interval(area, spread)?;
    }
    numbers(ends)
}

/// By the numbers of either class with each score, ascending.
fn wilcoxon_tails(positives: &[f64], negatives: &[f64]) -> Result<Value, Failure> {
    numbers(exact_tails(positives, negatives, &mut poll)?)
}

/// At a threshold, NA if nothing is called positive, by costs and the probability of the positive class if
/// it is known.
#[allow(clippy::too_many_arguments)]
fn threshold_spread(
    guess: Vector,
    label: Vector,
    weight: Vector,
    counts: bool,
    cluster: Option<&[i32]>,
    clusters: usize,
    rule: &[f64],
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let &[threshold, ref costs @ ..] = rule else {
        return Err(Failure::internal("a rule has a threshold".to_string()));
    };
    let (costs, prior) = costs_and_prior(costs)?;
    let rule = Rule {
        threshold: (!threshold.is_nan()).then_some(threshold),
        costs,
        prior,
    };
    let RiskSpread {
        squares,
        freedom,
        units,
        effective,
    } = risk_spread(
        &observations,
        unit_of(counts),
        cluster.map(|codes| (codes, clusters)),
        rule,
        Options {
            threads,
            poll: &mut poll,
        },
    )?;
    let parts = [
        numbers(squares)?,
        numbers(freedom)?,
        numbers(units)?,
        numbers(effective)?,
    ];
    list(["squares", "freedom", "units", "effective"], parts)
}

/// The rates of both classes at places of the curve.
#[allow(clippy::too_many_arguments)]
fn rates_spread(
    guess: Vector,
    label: Vector,
    weight: Vector,
    counts: bool,
    cluster: Option<&[i32]>,
    clusters: usize,
    places: &[f64],
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let RateSpread {
        squares: [negatives, positives],
        freedom: [freedom_neg, freedom_pos],
        units,
        effective,
        least,
    } = rate_spread(
        &observations,
        unit_of(counts),
        cluster.map(|codes| (codes, clusters)),
        places,
        Options {
            threads,
            poll: &mut poll,
        },
    )?;
    let names = [
        "negatives",
        "positives",
        "freedom_neg",
        "freedom_pos",
        "units",
        "effective",
        "least",
    ];
    let parts = [
        numbers(negatives)?,
        numbers(positives)?,
        numbers(freedom_neg)?,
        numbers(freedom_pos)?,
        numbers(units)?,
        numbers(effective)?,
        numbers(least)?,
    ];
    list(names, parts)
}

fn bootstrap_new(
    guess: Vector,
    label: Vector,
    weight: Vector,
    cluster: Option<&[i32]>,
    clusters: usize,
    scheme: &str,
    seed: &[f64],
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let clusters = cluster.map(|codes| (codes, clusters));
    let scheme = match scheme {
        "multinomial" => Scheme::Multinomial,
        "dirichlet" => Scheme::Dirichlet,
        "counts" => Scheme::Counts,
        "half" => Scheme::Half,
        "half_of_counts" => Scheme::HalfOfCounts,
        "halves" => Scheme::Halves,
        "halves_of_counts" => Scheme::HalvesOfCounts,
        _ => return Err(Failure::internal(format!("no scheme {scheme}"))),
    };
    // Two halves of 32 bits.
    let &[high, low] = seed else {
        return Err(Failure::internal("a seed has two halves".to_string()));
    };
    let seed = (high as u64) << 32 | low as u64;
    hand_over(Bootstrap::new(
        &observations,
        clusters,
        scheme,
        seed,
        Options::new(&mut poll),
    )?)
}

/// Of a false positive, a false negative, a true positive and a true negative, and the probability of
/// the positive class if it is known.
fn costs_and_prior(values: &[f64]) -> Result<(Costs, Option<f64>), Failure> {
    let &[false_positive, false_negative, true_positive, true_negative, ref prior @ ..] = values
    else {
        return Err(Failure::internal("there are four costs".to_string()));
    };
    let costs = Costs {
        false_positive,
        false_negative,
        true_positive,
        true_negative,
    };
    Ok((costs, prior.first().copied()))
}

fn statistic(kind: &str, values: &[f64]) -> Result<Statistic, Failure> {
    match (kind, values) {
        ("area", _) => Ok(Statistic::Area),
        ("partial_by_FPR", &[low, high]) => Ok(Statistic::PartialByFpr([low, high])),
        ("partial_by_TPR", &[low, high]) => Ok(Statistic::PartialByTpr([low, high])),
        ("TPR_at", at) => Ok(Statistic::TprAt(collect(at.iter().copied())?)),
        ("FPR_at", at) => Ok(Statistic::FprAt(collect(at.iter().copied())?)),
        ("rates_at", at) => Ok(Statistic::RatesAt(collect(at.iter().copied())?)),
        ("optimal", values) => {
            let (costs, prior) = costs_and_prior(values)?;
            Ok(Statistic::Optimal(costs, prior))
        }
        ("summary", what) => match quantity_of(what)? {
            Quantity::Summary(summary) => Ok(Statistic::Summary(summary)),
            _ => Err(Failure::internal("no summary".to_string())),
        },
        _ => Err(Failure::internal(format!("no statistic {kind}"))),
    }
}

/// The statistic of some replicates, one after the other.
fn bootstrap_run(
    bootstrap: &Bootstrap,
    kind: &str,
    values: &[f64],
    first: usize,
    number: usize,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let statistic = statistic(kind, values)?;
    let mut found = filled(statistic.width().saturating_mul(number), 0.0)?;
    bootstrap.replicates(
        &statistic,
        first,
        &mut found,
        Options {
            threads,
            poll: &mut poll,
        },
    )?;
    table(["statistic"], found.len(), |i| [found[i]])
}

/// The area under each column of a matrix of weights.
fn areas_of_replicates(
    guess: Vector,
    label: Vector,
    weight: Vector,
    replicates: &[f64],
    columns: usize,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let mut areas = filled(columns, 0.0)?;
    replicate_areas(
        &observations,
        replicates,
        &mut areas,
        Options::new(&mut poll),
    )?;
    table(["area"], areas.len(), |i| [areas[i]])
}

/// How far apart the points of pairs are: the rows of a matrix, counted from 1.
fn pairs_apart(points: &[f64], number: usize, pairs: [&[i32]; 2]) -> Result<Value, Failure> {
    numbers(Contrasts::new(points, number, pairs, &mut poll)?.lengths())
}

/// The greatest of these, each standardized, along the rows of a matrix of directions.
fn pairs_farthest(
    points: &[f64],
    number: usize,
    pairs: [&[i32]; 2],
    directions: &[f64],
    beyond: f64,
) -> Result<Value, Failure> {
    let contrasts = Contrasts::new(points, number, pairs, &mut poll)?;
    numbers(contrasts.farthest(directions, beyond, &mut poll)?)
}

shims! {
    pairs_apart(points, number, pairs);
    pairs_farthest(points, number, pairs, directions, beyond);
    influences(guess, label, weight, checked, threads);
    area_spread(guess, label, weight, counts, checked, threads);
    areas_spread(guess, label, weight, counts, checked, threads);
    areas_joint_spread(guesses, label, weight, counts, cluster, clusters, threads);
    quantities_joint_spread(guesses, label, weight, what, counts, cluster, clusters, threads);
    scores_compare(guesses, label, weight, what, counts, cluster, clusters, threads);
    influences_on(guess, label, weight, what, threads);
    classes_areas(guesses, code, weight, cluster, clusters, threads);
    folds_spread(guesses, label, weight, fold, numbers_of_folds, cluster, clusters, threads);
    folds_compare(guesses, label, weight, fold, numbers_of_folds, cluster, clusters, threads);
    placement_variances(area);
    score_ends(area, spread);
    wilcoxon_tails(positives, negatives);
    threshold_spread(guess, label, weight, counts, cluster, clusters, rule, threads);
    rates_spread(guess, label, weight, counts, cluster, clusters, places, threads);
    bootstrap_new(guess, label, weight, cluster, clusters, scheme, seed);
    bootstrap_run(bootstrap, kind, values, first, number, threads);
    areas_of_replicates(guess, label, weight, replicates, columns);
}
