//! Tallies of chunks and their mergers, against their definition in exact arithmetic.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use weighted_roc_checks::calls::{coarsen, merge, ranking_of, tally_of};
use weighted_roc_checks::case::{Case, LabelColumn, Row, ScoreColumn, WeightColumn, MISSING};
use weighted_roc_checks::check::{require, ulps_between, well_formed, Verdict};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::definition::Weighed;
use weighted_roc_checks::exact::{is_near, rational, rounded, Fraction};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::shape::Shape;
use weighted_roc_core::inference::tallied_sums;
use weighted_roc_core::sampling::Unit;
use weighted_roc_core::tally::Row as TallyRow;
use weighted_roc_core::{Argument, Error};

/// Units in the last place by which the sum of a chunk may be off.
const OF_CHUNK: usize = 1;

/// Two columns of curves that are right to 4 ulp.
const BOTH_RIGHT: u64 = 8;

/// Rows, and the level of their grid.
type Tally = (Vec<TallyRow>, u32);

/// A tally of some of the observations.
struct Part {
    members: Vec<usize>,
    tally: Tally,
    /// How often weights were added up since the chunks, at most.
    additions: usize,
}

/// The content of a bin, without rounding.
struct Bin {
    least: f64,
    weights: [BigInt; 2],
    scores: Vec<f64>,
}

fn pick<T: Copy>(values: &[T], members: &[usize]) -> Vec<T> {
    members.iter().map(|&i| values[i]).collect()
}

/// Some of the observations, their columns being of the same types, their labels 0 and 1.
fn part_of(case: &Case, members: &[usize]) -> Case {
    let rows = case.rows();
    let label = |&i: &usize| i32::from(rows[i].positive);
    Case {
        scores: match &case.scores {
            ScoreColumn::F64(scores) => ScoreColumn::F64(pick(scores, members)),
            ScoreColumn::I32(scores) => ScoreColumn::I32(pick(scores, members)),
        },
        labels: LabelColumn::I32(members.iter().map(label).collect()),
        weights: match &case.weights {
            WeightColumn::Unit => WeightColumn::Unit,
            WeightColumn::F64(weights) => WeightColumn::F64(pick(weights, members)),
            WeightColumn::I32(weights) => WeightColumn::I32(pick(weights, members)),
        },
    }
}

fn tally(case: &Case, members: &[usize]) -> Vec<TallyRow> {
    let part = part_of(case, members);
    tally_of(&part.observations()).expect("a valid chunk")
}

/// How many doubles there are below: in the order of the doubles -0 is 0, and negative numbers
/// are beside it.
fn place(score: f64) -> u128 {
    let size = u128::from(score.abs().to_bits());
    match score < 0.0 {
        true => (1 << 63) - 1 - size,
        false => (1 << 63) + size,
    }
}

/// Returns the bins of a level with: 2^level doubles in a row.
fn bins(weighed: &Weighed, level: u32) -> Vec<Bin> {
    let mut bins = BTreeMap::new();
    for (row, weight) in weighed.rows.iter().zip(&weighed.weights) {
        let bin = bins.entry(place(row.score) >> level).or_insert(Bin {
            least: row.score + 0.0,
            weights: [BigInt::zero(), BigInt::zero()],
            scores: Vec::new(),
        });
        bin.least = bin.least.min(row.score + 0.0);
        bin.weights[usize::from(row.positive)] += weight;
        if !bin.scores.contains(&row.score) {
            bin.scores.push(row.score);
        }
    }
    bins.into_values().collect()
}

/// The lowest level that leaves no more bins than points, and at least this one.
fn lowest_level(weighed: &Weighed, least: u32, points: Option<usize>) -> u32 {
    let mut places: Vec<u128> = weighed.rows.iter().map(|row| place(row.score)).collect();
    places.sort();
    let fits = |level: &u32| {
        let mut bins: Vec<u128> = places.iter().map(|place| place >> level).collect();
        bins.dedup();
        points.is_none_or(|points| bins.len() <= points)
    };
    (least..=64).find(fits).expect("one bin holds all doubles")
}

/// The rows are the bins of the lowest level, and their sums are off by at most this many ulp.
fn agrees(
    (rows, level): &Tally,
    observations: &[Row],
    least: u32,
    points: Option<usize>,
    ulps: usize,
) -> Verdict {
    let weighed = Weighed::new(observations);
    let expected = lowest_level(&weighed, least, points);
    require(*level == expected, || {
        format!("the level is {level}, not {expected}")
    })?;
    let bins = bins(&weighed, expected);
    require(rows.len() == bins.len(), || {
        format!("{} rows, not {}", rows.len(), bins.len())
    })?;
    for (row, bin) in rows.iter().zip(&bins) {
        require(row.score.to_bits() == bin.least.to_bits(), || {
            format!("score {:e}, not {:e}", row.score, bin.least)
        })?;
        let number = bin.scores.len() as f64;
        let one = (row.scores == 1.0) == (number == 1.0);
        require(one && (1.0..=number).contains(&row.scores), || {
            format!("{} scores, not {number}", row.scores)
        })?;
        for (result, numerator) in [row.negative, row.positive].into_iter().zip(&bin.weights) {
            let exact = Fraction {
                numerator,
                denominator: &BigInt::one(),
                exponent: weighed.exponent,
            };
            require(exact.is_within(ulps.min(255) as u8, result), || {
                let expected = rounded(&exact.rational());
                format!("a weight of {result:e}, not {expected:e}, of {}", row.score)
            })?;
        }
    }
    Ok(())
}

/// Returns at most `parts` parts, with the observations in any order; some may lack a class.
fn split(n: usize, parts: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut members = vec![Vec::new(); parts];
    let mut all: Vec<usize> = (0..n).collect();
    rng.shuffle(&mut all);
    for i in all {
        members[rng.below(parts)].push(i);
    }
    members.retain(|part| !part.is_empty());
    members
}

/// Takes some of the parts out and puts what they are merged to in their place.
fn merge_some(parts: &mut Vec<Part>, points: Option<usize>, rng: &mut Rng) {
    rng.shuffle(parts);
    let left = rng.below(parts.len());
    let chosen = parts.split_off(left);
    let level = chosen.iter().map(|part| part.tally.1).max().expect("some");
    let rows: Vec<Vec<TallyRow>> = chosen.iter().map(|part| part.tally.0.clone()).collect();
    let most: usize = rows.iter().map(Vec::len).sum();
    parts.push(Part {
        tally: merge(&rows, level, points).expect("memory"),
        additions: chosen
            .iter()
            .map(|part| part.additions)
            .max()
            .expect("some")
            + most,
        members: chosen.into_iter().flat_map(|part| part.members).collect(),
    });
}

fn some_points(n: usize, rng: &mut Rng) -> Option<usize> {
    match rng.below(5) {
        0 => None,
        1 => Some(1 + rng.below(3)),
        2 => Some(1 + rng.below(12)),
        _ => Some(1 + rng.below(n)),
    }
}

/// Parts with tallies, each of which is checked.
fn parts_of(
    case: &Case,
    rng: &mut Rng,
    mut points: impl FnMut(&mut Rng) -> Option<usize>,
) -> Result<Vec<Part>, String> {
    let rows = case.rows();
    let number = 1 + rng.below(8);
    let parts = split(rows.len(), number, rng);
    let part = |members: Vec<usize>| {
        let (mut tally, points) = (tally(case, &members), points(rng));
        let mine = pick(&rows, &members);
        agrees(&(tally.clone(), 0), &mine, 0, None, OF_CHUNK)?;
        let additions = tally.len();
        let level = coarsen(&mut tally, 0, points);
        let tally = (tally, level);
        agrees(&tally, &mine, 0, points, OF_CHUNK + additions)?;
        Ok(Part {
            members,
            tally,
            additions,
        })
    };
    parts.into_iter().map(part).collect()
}

fn for_cases(seed: u64, rounds: usize, largest: usize, test: impl Fn(&Case, &mut Rng) -> Verdict) {
    let mut rng = Rng::new(seed);
    for _ in 0..rounds {
        let shape = Shape::any(&mut rng);
        let n = 2 + rng.below(largest - 1);
        let case = shape.case(n, &mut rng);
        let verdict = test(&case, &mut rng);
        let shown = (n <= 60).then_some(&case);
        verdict.unwrap_or_else(|wrong| panic!("{}, {n}: {wrong}: {shown:?}", shape.name()));
    }
}

fn curve_of(tally: &[TallyRow]) -> Curve {
    Curve::written_by(ranking_of(tally).expect("both classes have weight"))
}

/// The rows of `exact` at the thresholds of `curve`.
fn rows_at(exact: &Curve, curve: &Curve) -> Curve {
    let (scores, last) = (&curve.threshold[..curve.rows() - 1], exact.rows() - 1);
    let row = |score: &f64| exact.threshold.iter().position(|t| t == score);
    let rows: Vec<usize> = scores.iter().filter_map(row).chain([last]).collect();
    Curve {
        tpr: pick(&exact.tpr, &rows),
        fpr: pick(&exact.fpr, &rows),
        threshold: pick(&exact.threshold, &rows),
        false_negative: pick(&exact.false_negative, &rows),
        false_positive: pick(&exact.false_positive, &rows),
        true_negative: vec![],
    }
}

/// The curve of a tally is that of all observations, at the scores where bins begin.
fn curve_agrees(case: &Case, part: &Part) -> Verdict {
    let curve = curve_of(&part.tally.0);
    well_formed(&curve)?;
    let exact = rows_at(&Curve::from_case(case).expect("a valid case"), &curve);
    require(curve.threshold == exact.threshold, || "thresholds".into())?;
    let off = ulps_between(curve.rates(), exact.rates())
        .max(ulps_between(curve.counts(), exact.counts()));
    let most = BOTH_RIGHT + 2 * part.additions as u64;
    require(off <= most, || format!("the curve is off by {off} ulp"))
}

#[test]
fn mergers_in_any_grouping_are_the_bins_of_all_observations() {
    for_cases(1, 10_000, 60, |case, rng| {
        let points = some_points(60, rng);
        let mut parts = parts_of(case, rng, |_| points)?;
        while parts.len() > 1 {
            merge_some(&mut parts, points, rng);
        }
        let Part {
            tally, additions, ..
        } = &parts[0];
        agrees(tally, &case.rows(), 0, points, OF_CHUNK + additions)?;
        require(points.is_none_or(|points| tally.0.len() <= points), || {
            "too many rows".into()
        })?;
        curve_agrees(case, &parts[0])
    });
}

#[test]
fn each_merger_of_tallies_of_any_levels_is_of_the_lowest_level_it_can_be() {
    for_cases(2, 10_000, 60, |case, rng| {
        let rows = case.rows();
        let mut parts = parts_of(case, rng, |rng| some_points(60, rng))?;
        while parts.len() > 1 {
            let points = some_points(60, rng);
            let before: Vec<u32> = parts.iter().map(|part| part.tally.1).collect();
            let left = parts.len();
            merge_some(&mut parts, points, rng);
            let merged = parts.last().expect("one at least");
            // The others are where they were, the rest was merged.
            let others = pick_levels(&parts[..parts.len() - 1]);
            let least = highest_without(&before, &others);
            require(parts.len() <= left, || "more parts".into())?;
            agrees(
                &merged.tally,
                &pick(&rows, &merged.members),
                least,
                points,
                OF_CHUNK + merged.additions,
            )?;
        }
        curve_agrees(case, &parts[0])
    });
}

fn pick_levels(parts: &[Part]) -> Vec<u32> {
    parts.iter().map(|part| part.tally.1).collect()
}

/// The highest level that is left when these are taken away.
fn highest_without(levels: &[u32], taken: &[u32]) -> u32 {
    let mut levels = levels.to_vec();
    for level in taken {
        let place = levels.iter().position(|other| other == level);
        levels.swap_remove(place.expect("a part that was not merged keeps its level"));
    }
    levels.into_iter().max().expect("one was merged at least")
}

#[test]
fn exact_tallies_give_the_curve_of_all_observations() {
    for_cases(3, 10_000, 60, |case, rng| {
        let mut parts = parts_of(case, rng, |_| None)?;
        // How many parts have the same score, at most.
        let additions = parts.len();
        while parts.len() > 1 {
            merge_some(&mut parts, None, rng);
        }
        let tally = &parts[0].tally;
        agrees(tally, &case.rows(), 0, None, OF_CHUNK + additions)?;
        let (curve, exact) = (
            curve_of(&tally.0),
            Curve::from_case(case).expect("a valid case"),
        );
        well_formed(&curve)?;
        require(curve.threshold == exact.threshold, || "thresholds".into())?;
        let off = ulps_between(curve.rates(), exact.rates())
            .max(ulps_between(curve.counts(), exact.counts()));
        let most = BOTH_RIGHT + 2 * additions as u64;
        require(off <= most, || format!("the curve is off by {off} ulp"))
    });
}

/// Long chunks of few scores are added up in a table, others are sorted.
#[test]
fn chunks_of_many_observations() {
    for_cases(4, 120, 60_000, |case, rng| {
        let rows = case.rows();
        let all: Vec<usize> = (0..rows.len()).collect();
        let mut result = tally(case, &all);
        let exact = Curve::from_case(case).expect("a valid case");
        let curve = curve_of(&result);
        require(curve.threshold == exact.threshold, || "thresholds".into())?;
        let off = ulps_between(curve.rates(), exact.rates())
            .max(ulps_between(curve.counts(), exact.counts()));
        require(off <= BOTH_RIGHT, || {
            format!("the curve is off by {off} ulp")
        })?;
        require(result.iter().all(|row| row.scores == 1.0), || {
            "several scores in a row of a chunk".into()
        })?;
        let (points, additions) = (1 + rng.below(100), result.len());
        let level = coarsen(&mut result, 0, Some(points));
        require(result.len() <= points, || "too many rows".into())?;
        let part = Part {
            members: all,
            tally: (result, level),
            additions,
        };
        curve_agrees(case, &part)
    });
}

#[test]
fn fewer_points_at_once_or_by_and_by_are_the_same() {
    for_cases(5, 10_000, 60, |case, rng| {
        let all: Vec<usize> = (0..case.rows().len()).collect();
        let mut at_once = tally(case, &all);
        let mut by_and_by = at_once.clone();
        let (many, few) = (1 + rng.below(40), 1 + rng.below(10));
        let level = coarsen(&mut by_and_by, 0, Some(many.max(few)));
        let level = coarsen(&mut by_and_by, level, Some(few));
        let expected = coarsen(&mut at_once, 0, Some(few));
        let flat = |rows: &[TallyRow]| -> Vec<(u64, bool)> {
            let flat = |row: &TallyRow| (row.score.to_bits(), row.scores > 1.0);
            rows.iter().map(flat).collect()
        };
        require(level == expected, || format!("{level}, not {expected}"))?;
        require(flat(&by_and_by) == flat(&at_once), || "rows".into())
    });
}

#[test]
fn what_is_wrong_with_a_chunk_is_reported() {
    let chunk = |scores: &[f64], labels: &[i32], weights: &[f64]| {
        let case = Case {
            scores: ScoreColumn::F64(scores.to_vec()),
            labels: LabelColumn::I32(labels.to_vec()),
            weights: WeightColumn::F64(weights.to_vec()),
        };
        tally_of(&case.observations())
    };
    let missing = |argument| {
        Err(Error::Missing {
            argument,
            position: 1,
        })
    };
    let ones = [1.0, 1.0];
    assert_eq!(
        chunk(&[1.0, f64::NAN], &[0, 1], &ones),
        missing(Argument::Scores)
    );
    assert_eq!(
        chunk(&ones, &[0, MISSING], &ones),
        missing(Argument::Labels)
    );
    assert_eq!(
        chunk(&ones, &[0, 1], &[1.0, f64::NAN]),
        missing(Argument::Weights)
    );
    for value in [-1.0, -5e-324, f64::INFINITY] {
        let wrong = Err(Error::Weight { position: 1, value });
        assert_eq!(chunk(&ones, &[0, 0], &[1.0, value]), wrong);
    }
    let wrong = Err(Error::Length {
        argument: Argument::Weights,
        length: 1,
        expected: 2,
    });
    assert_eq!(chunk(&ones, &[0, 1], &[1.0]), wrong);
    assert_eq!(chunk(&[], &[], &[]), Err(Error::Empty));
    assert_eq!(chunk(&ones, &[1, 1], &[0.0, -0.0]), Ok(vec![]));
    for (labels, result) in [([0, 2], [0.0, 2.0]), ([1, -1], [-1.0, 1.0])] {
        let wrong = Error::Labels {
            found: result.to_vec(),
            more: false,
        };
        assert_eq!(chunk(&ones, &labels, &ones), Err(wrong));
    }
    assert_eq!(merge(&[], 0, Some(1)), Ok((vec![], 0)));
    assert_eq!(merge(&[vec![], vec![]], 7, None), Ok((vec![], 7)));
}

/// Whatever stands in a tally, merging it gives a tally or says what is wrong with it.
#[test]
fn what_is_no_tally_is_found_out_and_a_merger_is_a_tally() {
    let mut rng = Rng::new(6);
    let values = [
        f64::NEG_INFINITY,
        -1.0,
        -0.0,
        0.0,
        0.5,
        1.0,
        2.0,
        1e308,
        f64::INFINITY,
        f64::NAN,
    ];
    let finite = |value: f64| (0.0..=f64::MAX).contains(&value);
    let sound = |rows: &[TallyRow]| {
        let each = rows.iter().all(|row| {
            !row.score.is_nan() && finite(row.negative) && finite(row.positive) && row.scores >= 1.0
        });
        each && rows.windows(2).all(|pair| pair[0].score < pair[1].score)
    };
    let mut merged = 0;
    for _ in 0..100_000 {
        // Some of the values are right, the others may be anything.
        let wild = rng.chance(0.5);
        let any = |rng: &mut Rng, right: f64| match wild && rng.chance(0.1) {
            true => rng.pick(&values),
            false => right,
        };
        let row = |i: usize, rng: &mut Rng| {
            let (score, weights) = (any(rng, i as f64), [any(rng, 1.0), any(rng, 2.0)]);
            TallyRow::new(score, weights, any(rng, 1.0))
        };
        let tallies: Vec<Vec<TallyRow>> = (0..rng.below(4))
            .map(|_| (0..rng.below(4)).map(|i| row(i, &mut rng)).collect())
            .collect();
        let level = rng.below(70) as u32;
        let points = some_points(5, &mut rng);
        let sums: [f64; 2] = tallies.iter().flatten().fold([0.0; 2], |sums, row| {
            [sums[0] + row.negative, sums[1] + row.positive]
        });
        let good = level <= Error::MAX_LEVEL
            && tallies.iter().all(|rows| sound(rows))
            && sums.into_iter().all(finite);
        match merge(&tallies, level, points) {
            Ok((rows, level)) => {
                assert!(
                    good && sound(&rows) && level <= Error::MAX_LEVEL,
                    "{tallies:?}"
                );
                merged += 1;
            }
            Err(_) => assert!(!good, "{tallies:?} of level {level}"),
        }
    }
    assert!((10_000..90_000).contains(&merged), "{merged}");
}

#[test]
fn a_curve_needs_weight_in_both_classes() {
    let row = |score, negative, positive| TallyRow::new(score, [negative, positive], 1.0);
    for tally in [vec![], vec![row(1.0, 1.0, 0.0)], vec![row(1.0, 0.0, 1.0)]] {
        let result = ranking_of(&tally).map(|ranking| ranking.rows());
        assert!(matches!(result, Err(Error::NoWeight { .. })), "{result:?}");
    }
    let huge = [row(1.0, 1e308, 1.0), row(2.0, 1e308, 1.0)];
    let result = ranking_of(&huge).map(|ranking| ranking.rows());
    assert!(matches!(result, Err(Error::Overflow { .. })), "{result:?}");
}

#[test]
fn zeros_of_both_signs_are_one_score_in_tallies_made_elsewhere() {
    let row = |score| TallyRow::new(score, [1.0, 2.0], 1.0);
    for scores in [[0.0, -0.0], [-0.0, 0.0], [-0.0, -0.0]] {
        let tallies = scores.map(|score| vec![row(score)]);
        let (rows, level) = merge(&tallies, 0, None).expect("memory");
        let [row] = rows[..] else {
            panic!("{} rows", rows.len())
        };
        let ends = [row.score, row.last].map(f64::to_bits);
        assert_eq!((ends, level), ([0; 2], 0));
        assert_eq!((row.negative, row.positive, row.scores), (2.0, 4.0, 1.0));
    }
}

/// Sums of squared influences, by the definition over all pairs, in exact arithmetic.
fn exact_squares(observations: &[Row]) -> (BigRational, [BigRational; 2]) {
    let weight = |row: &Row| rational(row.weight);
    let total = |positive: bool| -> BigRational {
        let members = observations.iter().filter(|row| row.positive == positive);
        members.map(weight).sum()
    };
    let totals = [total(false), total(true)];
    let half = BigRational::new(1.into(), 2.into());
    let placements = |row: &Row| -> BigRational {
        let others = observations
            .iter()
            .filter(|other| other.positive != row.positive);
        let share = others.map(|other| {
            let wins = match row.positive {
                true => row.score.total_cmp(&other.score),
                false => other.score.total_cmp(&row.score),
            };
            weight(other)
                * match wins {
                    Ordering::Greater => BigRational::one(),
                    Ordering::Equal => half.clone(),
                    Ordering::Less => BigRational::zero(),
                }
        });
        share.sum::<BigRational>() / &totals[usize::from(!row.positive)]
    };
    let share = |row: &Row| weight(row) / &totals[usize::from(row.positive)];
    let positives = observations.iter().filter(|row| row.positive);
    let area: BigRational = positives.map(|row| share(row) * placements(row)).sum();
    let squares = [false, true].map(|positive| {
        let members = observations.iter().filter(|row| row.positive == positive);
        members
            .map(|row| {
                let influence = share(row) * (placements(row) - &area);
                &influence * &influence
            })
            .sum()
    });
    (area, squares)
}

#[test]
fn squared_influences_of_mergers_are_those_of_their_observations() {
    let mut rng = Rng::new(21);
    for _ in 0..200 {
        let n = 2 + rng.below(40);
        let observations: Vec<Row> = (0..n)
            .map(|i| Row {
                score: rng.below(9) as f64 / 4.0 - 1.0,
                positive: i % 2 == 0,
                weight: [0.1, 1.0, 3.7, 1e6][rng.below(4)],
            })
            .collect();
        let (area, squares) = exact_squares(&observations);
        let one = |row: &Row| {
            let weights = match row.positive {
                true => [0.0, row.weight],
                false => [row.weight, 0.0],
            };
            vec![TallyRow::new(row.score, weights, 1.0)]
        };
        let tallies: Vec<Vec<TallyRow>> = observations.iter().map(one).collect();
        let (rows, _) = merge(&tallies, 0, None).expect("memory");
        let result = tallied_sums(&rows, [1.0; 2], Unit::Row, &mut || false).expect("both classes");
        let sums = result.sums;
        let estimate = sums.values[0];
        assert!(is_near(estimate, &area, 1e-14, 0.0), "{estimate}");
        for (result, exact) in [sums.negatives[0], sums.positives[0]].iter().zip(&squares) {
            // Placements and the area are off by some 1e-16, which a small difference of them is, too.
            assert!(
                is_near(*result, exact, 1e-13, 1e-15 * result.sqrt() + 1e-30),
                "{result:e}"
            );
        }
        assert_eq!(result.open, 0.0);
        assert_eq!(sums.numbers.iter().sum::<f64>(), n as f64);
    }
}

#[test]
fn a_hundred_thousand_mergers_lose_no_digit() {
    let mut rng = Rng::new(22);
    let mut total = vec![TallyRow::new(0.5, [0.0; 2], 1.0)];
    let mut exact = [BigRational::zero(), BigRational::zero()];
    for _ in 0..100_000 {
        let weight = 10f64.powi(rng.below(16) as i32 - 8) * (1.0 + rng.below(1000) as f64 / 7.0);
        let square = weight * weight;
        exact[0] += rational(weight);
        exact[1] += rational(square);
        let one = vec![TallyRow::new(0.5, [weight, 0.0], 1.0)];
        total = merge(&[total, one], 0, None).expect("memory").0;
    }
    let result = [total[0].negative, total[0].powers[0].squares];
    for (result, exact) in result.into_iter().zip(&exact) {
        assert!(is_near(result, exact, 1.2e-16, 0.0), "{result:e}");
    }
    assert_eq!(total[0].powers[0].number, 1e5);
}
