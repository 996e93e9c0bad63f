//! Tallies whose bins overlap, against their definition over all pairs of bins in exact arithmetic.

use num_rational::BigRational;
use num_traits::{One, Zero};
use std::cmp::Ordering;
use weighted_roc_checks::calls::{coarsen, merge, ranking_of, tally_of};
use weighted_roc_checks::case::{Case, Row};
use weighted_roc_checks::check::{require, well_formed, Verdict};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::exact::{compare, is_near, rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_core::inference::{tallied_steps, tallied_sums, Step, Tallied};
use weighted_roc_core::sampling::Unit;
use weighted_roc_core::tally::{join_few, to_breaks, Row as TallyRow};

/// Scores that come again and again, and scores at the ends of the doubles.
fn score(kind: usize, rng: &mut Rng) -> f64 {
    const HOSTILE: [f64; 12] = [
        f64::NEG_INFINITY,
        -f64::MAX,
        -1.0,
        -5e-324,
        -0.0,
        0.0,
        5e-324,
        1e-323,
        f64::MIN_POSITIVE,
        1.0,
        f64::MAX,
        f64::INFINITY,
    ];
    match kind {
        0 => rng.below(6) as f64 - 2.0,
        1 => rng.below(1000) as f64 / 8.0,
        2 => rng.pick(&HOSTILE),
        3 => rng.below(40) as f64 * 5e-324,
        _ => 10f64.powi(rng.below(400) as i32 - 200) * [-1.0, 1.0][rng.below(2)],
    }
}

fn observations(rng: &mut Rng) -> Vec<Row> {
    let (kind, n) = (rng.below(5), 2 + rng.below(60));
    let weights: &[f64] = rng.pick(&[&[1.0][..], &[0.1, 1.0, 3.7], &[1e-12, 1.0, 1e12, 0.0]]);
    (0..n)
        .map(|i| Row {
            score: score(kind, rng),
            positive: i == 0 || i > 1 && rng.chance(0.4),
            // Both classes are to have weight.
            weight: if i < 2 { 1.0 } else { rng.pick(weights) },
        })
        .collect()
}

fn ascending(number: usize, rng: &mut Rng) -> Vec<f64> {
    let kind = rng.below(5);
    let mut breaks: Vec<f64> = (0..number).map(|_| score(kind, rng)).collect();
    breaks.retain(|edge| edge.is_finite());
    breaks.sort_by(f64::total_cmp);
    breaks.dedup();
    breaks
}

/// The way in which a site tallies its observations: the fewest that a bin has, unless it has no
/// more in all.
#[derive(Clone)]
struct Way {
    breaks: Option<Vec<f64>>,
    points: Option<usize>,
    least: f64,
}

impl Way {
    fn any(rng: &mut Rng) -> Way {
        Way {
            breaks: rng.chance(0.3).then(|| ascending(1 + rng.below(6), rng)),
            points: rng.chance(0.3).then(|| 1 + rng.below(8)),
            least: rng.pick(&[0.0, 1.0, 2.0, 3.0, 5.0]),
        }
    }

    /// Rows, and the level of their grid.
    fn tally(&self, rows: &[Row]) -> (Vec<TallyRow>, u32) {
        let mut tally = match rows {
            [] => Vec::new(),
            _ => tally_of(&Case::from_rows(rows).observations()).expect("a valid chunk"),
        };
        let never = &mut || false;
        match &self.breaks {
            Some(breaks) => (
                to_breaks(tally, breaks, self.least, never).expect("no limit"),
                0,
            ),
            None => {
                let level = coarsen(&mut tally, 0, self.points);
                (join_few(tally, self.least, never).expect("no limit"), level)
            }
        }
    }
}

struct Site {
    rows: Vec<Row>,
    tally: (Vec<TallyRow>, u32),
}

/// Sites with a part of the observations each, which all do the same or each what it likes.
fn sites(rows: &[Row], rng: &mut Rng) -> Vec<Site> {
    let mut parts = vec![Vec::new(); 1 + rng.below(5)];
    for row in rows {
        let part = rng.below(parts.len());
        parts[part].push(*row);
    }
    let common = rng.chance(0.5).then(|| Way::any(rng));
    parts
        .into_iter()
        .map(|rows| {
            let way = common.clone().unwrap_or_else(|| Way::any(rng));
            let tally = way.tally(&rows);
            Site { rows, tally }
        })
        .collect()
}

fn merge_at_random(
    mut tallies: Vec<(Vec<TallyRow>, u32)>,
    mut points: impl FnMut(&mut Rng) -> Option<usize>,
    rng: &mut Rng,
) -> (Vec<TallyRow>, u32) {
    while tallies.len() > 1 {
        rng.shuffle(&mut tallies);
        let chosen = tallies.split_off(rng.below(tallies.len()));
        let level = chosen.iter().map(|tally| tally.1).max().expect("some");
        let rows: Vec<Vec<TallyRow>> = chosen.into_iter().map(|tally| tally.0).collect();
        tallies.push(merge(&rows, level, points(rng)).expect("memory"));
    }
    tallies.pop().expect("one")
}

fn half() -> BigRational {
    BigRational::new(1.into(), 2.into())
}

/// How often a positive of one bin beats a negative of another, and by how much that may be off.
fn win(positive: &TallyRow, negative: &TallyRow) -> [BigRational; 2] {
    let one_score = |row: &TallyRow| row.scores == 1.0;
    if negative.last < positive.score {
        [BigRational::one(), BigRational::zero()]
    } else if positive.last < negative.score {
        [BigRational::zero(), BigRational::zero()]
    } else if one_score(positive) && one_score(negative) && positive.score == negative.score {
        [half(), BigRational::zero()]
    } else {
        [half(), half()]
    }
}

/// By the definition over all pairs of bins.
struct Exact {
    area: BigRational,
    open: BigRational,
    /// Sums of squared influences of negatives and positives.
    squares: [BigRational; 2],
    /// The same of what is open.
    doubts: [BigRational; 2],
}

fn weight(row: &TallyRow, class: usize) -> BigRational {
    rational([row.negative, row.positive][class])
}

fn exact(rows: &[TallyRow]) -> Exact {
    let totals = [0, 1].map(|class| {
        rows.iter()
            .map(|row| weight(row, class))
            .sum::<BigRational>()
    });
    let share = |row: &TallyRow, class: usize| weight(row, class) / &totals[class];
    // For each row and class: placements, and what is open of them.
    let places = |class: usize| -> Vec<[BigRational; 2]> {
        rows.iter()
            .map(|row| {
                let mut sums = [BigRational::zero(), BigRational::zero()];
                for other in rows {
                    let won = match class {
                        0 => win(other, row),
                        _ => win(row, other),
                    };
                    for (sum, won) in sums.iter_mut().zip(won) {
                        *sum += won * share(other, 1 - class);
                    }
                }
                sums
            })
            .collect()
    };
    let places = [0, 1].map(places);
    let mean = |of: usize| -> BigRational {
        let positives = rows.iter().zip(&places[1]);
        positives
            .map(|(row, place)| share(row, 1) * &place[of])
            .sum()
    };
    let (area, open) = (mean(0), mean(1));
    let sum = |class: usize, of: &dyn Fn(&[BigRational; 2]) -> BigRational| -> BigRational {
        let members = rows.iter().zip(&places[class]);
        members
            .map(|(row, place)| {
                let number = of(place);
                rational(row.powers[class].squares) / &totals[class] / &totals[class]
                    * &number
                    * number
            })
            .sum()
    };
    Exact {
        squares: [0, 1].map(|class| sum(class, &|place| &place[0] - &area)),
        doubts: [0, 1].map(|class| sum(class, &|place| place[1].clone())),
        area,
        open,
    }
}

/// Rounding of shares and their sums, parts of 1.
const ROUNDING: f64 = 1e-14;

fn sums_agree(result: &Tallied, exact: &Exact) -> Verdict {
    let near = |name: &str, result: f64, exact: &BigRational| {
        require(is_near(result, exact, 0.0, ROUNDING), || {
            format!("{name} is {result:e}, not {:e}", rounded(exact))
        })
    };
    near("the area", result.sums.values[0], &exact.area)?;
    near("what is open", result.open, &exact.open)?;
    let squares = [result.sums.negatives[0], result.sums.positives[0]];
    for (result, exact) in squares.into_iter().zip(&exact.squares) {
        near("a sum of squares", result, exact)?;
    }
    let [open, squares] = [&exact.doubts, &exact.squares].map(|of| rounded(&(&of[0] + &of[1])));
    let doubt = (open / squares).sqrt();
    let settled = squares > 1e-20 && open > 1e-20;
    require(
        !settled || (result.doubt - doubt).abs() <= 1e-6 * doubt,
        || format!("the doubt is {:e}, not {doubt:e}", result.doubt),
    )
}

/// The exact area of the observations.
fn area_of(rows: &[Row]) -> BigRational {
    let of = |positive: bool| rows.iter().filter(move |row| row.positive == positive);
    let mut sum = BigRational::zero();
    for positive in of(true) {
        for negative in of(false) {
            let won = match positive.score.partial_cmp(&negative.score) {
                Some(Ordering::Greater) => BigRational::one(),
                Some(Ordering::Equal) => half(),
                _ => continue,
            };
            sum += won * rational(positive.weight) * rational(negative.weight);
        }
    }
    let total = |positive| -> BigRational { of(positive).map(|row| rational(row.weight)).sum() };
    sum / total(true) / total(false)
}

fn within(area: &BigRational, estimate: f64, open: f64) -> bool {
    compare(estimate - open - ROUNDING, area).is_le()
        && compare(estimate + open + ROUNDING, area).is_ge()
}

/// The points of the curve are those of all observations, and its steps have their areas in their bounds.
fn steps_agree(rows: &[Row], tally: &[TallyRow], steps: &[Step]) -> Verdict {
    let curve = Curve::written_by(ranking_of(tally).expect("both classes have weight"));
    well_formed(&curve)?;
    require(curve.rows() == steps.len() + 1, || {
        "not a step for each row".into()
    })?;
    let total = |positive| -> BigRational {
        let of = rows.iter().filter(|row| row.positive == positive);
        of.map(|row| rational(row.weight)).sum()
    };
    let share_from = |positive: bool, threshold: f64| -> BigRational {
        let of = rows.iter().filter(|row| row.positive == positive);
        let above = of.filter(|row| row.score >= threshold);
        above.map(|row| rational(row.weight)).sum::<BigRational>() / total(positive)
    };
    for (row, step) in steps.iter().enumerate() {
        let threshold = curve.threshold[row];
        for (result, positive) in [(curve.tpr[row], true), (curve.fpr[row], false)] {
            let exact = share_from(positive, threshold);
            require(is_near(result, &exact, ROUNDING, 0.0), || {
                format!(
                    "a rate at {threshold:e} is {result:e}, not {:e}",
                    rounded(&exact)
                )
            })?;
        }
        let next = curve.threshold[row + 1];
        let is_last = row + 1 == steps.len();
        let inside = |score: f64| score >= threshold && (is_last || score < next);
        let mut area = BigRational::zero();
        for negative in rows.iter().filter(|row| !row.positive && inside(row.score)) {
            let above = rows.iter().filter(|row| row.positive).map(|row| {
                let won = match row.score.partial_cmp(&negative.score) {
                    Some(Ordering::Greater) => BigRational::one(),
                    Some(Ordering::Equal) => half(),
                    _ => BigRational::zero(),
                };
                won * rational(row.weight)
            });
            area += above.sum::<BigRational>() * rational(negative.weight);
        }
        let area = area / total(true) / total(false);
        require(within(&area, step.area, step.open), || {
            format!(
                "{step:?} at {threshold:e} does not have {:e}",
                rounded(&area)
            )
        })?;
    }
    Ok(())
}

fn for_cases(seed: u64, rounds: usize, test: impl Fn(&[Row], &mut Rng) -> Verdict) {
    let mut rng = Rng::new(seed);
    for _ in 0..rounds {
        let rows = observations(&mut rng);
        let verdict = test(&rows, &mut rng);
        verdict.unwrap_or_else(|wrong| panic!("{wrong}: {rows:?}"));
    }
}

fn overlap(rows: &[TallyRow]) -> bool {
    rows.windows(2).any(|pair| pair[1].score <= pair[0].last)
}

#[test]
fn areas_bounds_and_influences_are_those_over_all_pairs_of_bins() {
    let overlapping = std::cell::Cell::new(0);
    for_cases(31, 3000, |rows, rng| {
        let sites = sites(rows, rng);
        let tallies = sites.iter().map(|site| site.tally.clone()).collect();
        let limited = rng.chance(0.3);
        let points = |rng: &mut Rng| (limited && rng.chance(0.5)).then(|| 1 + rng.below(12));
        let (tally, _) = merge_at_random(tallies, points, rng);
        overlapping.set(overlapping.get() + usize::from(overlap(&tally)));
        let result = tallied_sums(&tally, [1.0; 2], Unit::Row, &mut || false).expect("two classes");
        sums_agree(&result, &exact(&tally))?;
        let area = area_of(rows);
        require(within(&area, result.sums.values[0], result.open), || {
            format!("{result:?} does not have {:e}", rounded(&area))
        })?;
        let steps = tallied_steps(&tally, &mut || false).expect("two classes");
        let sum = |of: fn(&Step) -> f64| steps.iter().map(of).sum::<f64>();
        let whole = [sum(|step| step.area), sum(|step| step.open)];
        require(
            (whole[0] - result.sums.values[0]).abs() < ROUNDING
                && (whole[1] - result.open).abs() < ROUNDING,
            || format!("{whole:?}, not {result:?}"),
        )?;
        steps_agree(rows, &tally, &steps)
    });
    assert!(overlapping.get() > 1000, "{}", overlapping.get());
}

/// The ends of the bins of a tally, whether they have several scores, and the numbers of observations.
fn shape(rows: &[TallyRow]) -> Vec<[u64; 4]> {
    let of = |row: &TallyRow| {
        let several = f64::from(u8::from(row.scores > 1.0));
        let number = row.powers[0].number + row.powers[1].number;
        [row.score, row.last, several, number].map(f64::to_bits)
    };
    rows.iter().map(of).collect()
}

#[test]
fn mergers_in_any_grouping_keep_all_rows_and_split_or_lose_none() {
    for_cases(32, 5000, |rows, rng| {
        let sites = sites(rows, rng);
        let tallies: Vec<(Vec<TallyRow>, u32)> =
            sites.iter().map(|site| site.tally.clone()).collect();
        let level = tallies.iter().map(|tally| tally.1).max().expect("some");
        let every: Vec<Vec<TallyRow>> = tallies.iter().map(|tally| tally.0.clone()).collect();
        let (whole, _) = merge(&every, level, None).expect("memory");
        let (result, _) = merge_at_random(tallies, |_| None, rng);
        // Where some of the tallies do not overlap, a grid may have joined more of their neighbours.
        if level == 0 {
            require(shape(&result) == shape(&whole), || {
                format!("{result:?}, not {whole:?}")
            })?;
            let mut ends: Vec<[u64; 2]> = every
                .iter()
                .flatten()
                .map(|row| [row.score + 0.0, row.last + 0.0].map(f64::to_bits))
                .collect();
            ends.sort();
            ends.dedup();
            require(ends.len() == whole.len(), || {
                format!("{} rows, not {}", whole.len(), ends.len())
            })?;
        }
        let points = 1 + rng.below(10);
        let (few, reached) = merge(&every, level, Some(points)).expect("memory");
        require(few.len() <= points && reached >= level, || {
            format!("{} rows", few.len())
        })?;
        // Each site's rows have at least this many observations, so do those of mergers.
        let number = |row: &TallyRow| row.powers[0].number + row.powers[1].number;
        let fewest = |rows: &[TallyRow]| rows.iter().map(number).fold(f64::INFINITY, f64::min);
        let least = every
            .iter()
            .map(|rows| fewest(rows))
            .fold(f64::INFINITY, f64::min);
        for merged in [&result, &whole, &few] {
            let all: f64 = merged.iter().map(number).sum();
            let weighed = sites
                .iter()
                .flat_map(|site| &site.rows)
                .filter(|row| row.weight > 0.0);
            require(
                fewest(merged) >= least && all == weighed.count() as f64,
                || format!("{merged:?}"),
            )?;
            let ascend = |pair: &[TallyRow]| {
                let ends = [0, 1].map(|i: usize| [pair[i].score, pair[i].last]);
                ends[0] < ends[1]
            };
            require(merged.windows(2).all(ascend), || {
                format!("{merged:?} do not ascend")
            })?;
        }
        Ok(())
    });
}

/// Sites with the same breaks share their bins: there are no more rows than bins and scores that have a bin alone.
#[test]
fn sites_with_the_same_breaks_share_bins() {
    for_cases(33, 2000, |rows, rng| {
        let breaks = ascending(1 + rng.below(6), rng);
        let way = Way {
            breaks: Some(breaks.clone()),
            points: None,
            least: 0.0,
        };
        let mut parts = vec![Vec::new(); 4];
        for row in rows {
            parts[rng.below(4)].push(*row);
        }
        let tallies: Vec<Vec<TallyRow>> = parts.iter().map(|part| way.tally(part).0).collect();
        let (result, _) = merge(&tallies, 0, None).expect("memory");
        let bins = result.iter().filter(|row| row.scores > 1.0);
        require(bins.count() <= breaks.len() + 1, || format!("{result:?}"))?;
        // No bin reaches over a break, and each score is on its side of it.
        for row in &result {
            let crossed = breaks
                .iter()
                .any(|&edge| row.score < edge && edge <= row.last);
            require(!crossed, || {
                format!("{row:?} crosses a break of {breaks:?}")
            })?;
        }
        let weight_from = |edge: f64| -> f64 {
            let above = result.iter().filter(|row| row.score >= edge);
            above
                .map(|row| row.powers[0].number + row.powers[1].number)
                .sum()
        };
        for &edge in &breaks {
            let exact = rows
                .iter()
                .filter(|row| row.weight > 0.0 && row.score >= edge)
                .count();
            require(weight_from(edge) == exact as f64, || {
                format!("{result:?} at {edge}")
            })?;
        }
        Ok(())
    });
}
