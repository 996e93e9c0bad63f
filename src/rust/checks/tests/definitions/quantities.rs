//! Influences on numbers of the curve: derivatives by the weights, in exact rational arithmetic.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use weighted_roc_checks::case::{Case, Row};
use weighted_roc_checks::exact::{ln, power_of_two, rational, rounded, sqrt};
use weighted_roc_checks::rng::Rng;
use weighted_roc_core::decision::Costs;
use weighted_roc_core::inference::quantity_influences;
use weighted_roc_core::measure::{Density, Measure, Parameters};
use weighted_roc_core::quantity::{Place, Quantity, Rate};
use weighted_roc_core::Options;

/// How far a weight is moved, in units of itself: what is of second order is far below a double.
const STEP: i32 = -80;

/// How far an influence may be off, in units of itself, and of a hundred shares of its observation in its
/// class.
const OFF: f64 = 1e-13;

fn random_rows(rng: &mut Rng) -> Vec<Row> {
    let n = 3 + rng.below(10);
    let distinct = 1 + rng.below(n);
    let orders = rng.pick(&[0.0, 2.0, 24.0]);
    let mut rows: Vec<Row> = (0..n)
        .map(|_| Row {
            // A forecast, too.
            score: rng.below(distinct) as f64 / n as f64,
            positive: rng.chance(0.5),
            weight: (1.0 + rng.unit()) * 10f64.powf(orders * (rng.unit() - 0.5)),
        })
        .collect();
    (rows[0].positive, rows[1].positive) = (true, false);
    rows
}

fn random_quantity(rows: &[Row], rng: &mut Rng) -> Quantity {
    let ends = [rng.unit(), rng.unit()];
    let ends = [ends[0].min(ends[1]), ends[0].max(ends[1])];
    let prior = rng.chance(0.5).then(|| rng.unit());
    let of_curve = |measure| Quantity::whole_curve(measure).with_prior(prior);
    match rng.below(16) {
        0 => Quantity::AREA,
        1 => Quantity::partial_by_fpr(ends),
        2 => Quantity::partial_by_tpr(ends),
        3 => of_curve(rng.pick(&[Measure::Gini, Measure::Concentration, Measure::Prevalence])),
        4 | 5 => of_curve(rng.pick(&[
            Measure::LargestYouden,
            Measure::HullArea,
            Measure::LeastError,
        ])),
        6 => of_curve(rng.pick(&[Measure::Brier, Measure::LogLoss])),
        7..=9 => of_curve(rng.pick(&[
            Measure::AveragePrecision,
            Measure::PrecisionRecall,
            Measure::PrecisionRecallGain,
        ])),
        _ => {
            let mut cell = || rng.pick(&[0.0, 1.0, 2.0, -3.0, 0.5]);
            let costs = Costs {
                true_positive: cell(),
                false_positive: cell(),
                false_negative: cell(),
                true_negative: cell(),
            };
            let parameters = Parameters {
                beta: rng.pick(&[0.5, 2.0]),
                costs,
                probability: 0.75,
                ..Parameters::default()
            };
            let measures: Vec<Measure> = Measure::cell_measures(&parameters).collect();
            // Something is called positive.
            Quantity::at_threshold(rng.pick(&measures), rng.pick(rows).score).with_prior(prior)
        }
    }
}

/// By the definition, for any weights, where that is a number.
fn exact(rows: &[Row], weights: &[BigRational], quantity: &Quantity) -> Option<BigRational> {
    let rate = |positive: bool, from: f64| {
        let total = sum(rows, weights, |row| row.positive == positive);
        sum(rows, weights, |row| {
            row.positive == positive && row.score >= from
        }) / total
    };
    let mut scores: Vec<f64> = rows.iter().map(|row| row.score).collect();
    scores.sort_by(f64::total_cmp);
    scores.dedup();
    let corners = scores.iter().rev();
    let mut points = vec![(BigRational::zero(), BigRational::zero())];
    points.extend(corners.map(|&score| (rate(false, score), rate(true, score))));
    let prior = part(rows, weights, quantity.prior);
    let one = BigRational::one;
    Some(match (quantity.place, quantity.measure) {
        (Place::Between(Rate::Fpr, interval), _) => area(&points, interval),
        (Place::Between(_, interval), _) => {
            let reversed: Vec<_> = points.into_iter().map(|(x, y)| (y, one() - x)).collect();
            area(&reversed, interval)
        }
        (Place::Threshold(Some(from)), measure) => {
            return at_threshold([rate(false, from), rate(true, from)], prior, measure)
        }
        (_, Measure::Area) => area(&points, [0.0, 1.0]),
        (_, Measure::Gini) => area(&points, [0.0, 1.0]) * rational(2.0) - one(),
        (_, Measure::Concentration) => {
            (area(&points, [0.0, 1.0]) * rational(2.0) - one()) * (one() - prior)
        }
        (_, Measure::Prevalence) => part(rows, weights, None),
        (_, Measure::Brier) => {
            mean_loss(rows, weights, &prior, |p| Some((one() - p) * (one() - p)))?
        }
        (_, Measure::LogLoss) => {
            mean_loss(rows, weights, &prior, |p| (!p.is_zero()).then(|| -ln(p)))?
        }
        (_, Measure::LargestYouden | Measure::LeastError | Measure::HullArea) => {
            exact_optimum(&points, &prior, quantity.measure)
        }
        (_, measure) => exact_precision(&points, &prior, measure),
    })
}

/// Returns the mean loss of forecasts by the probability that they gave to what happened.
fn mean_loss(
    rows: &[Row],
    weights: &[BigRational],
    positive: &BigRational,
    loss: impl Fn(&BigRational) -> Option<BigRational>,
) -> Option<BigRational> {
    let total = |positive: bool| sum(rows, weights, |row| row.positive == positive);
    let losses = rows.iter().zip(weights).map(|(row, weight)| {
        let (part, of_truth) = match row.positive {
            true => (positive.clone(), rational(row.score)),
            false => (
                BigRational::one() - positive,
                BigRational::one() - rational(row.score),
            ),
        };
        Some(part * weight / total(row.positive) * loss(&of_truth)?)
    });
    losses.sum()
}

/// The largest J, the least error or the area of the hull of points that ascend, for a probability of the positive class.
fn exact_optimum(
    points: &[(BigRational, BigRational)],
    positive: &BigRational,
    measure: Measure,
) -> BigRational {
    let one = BigRational::one;
    let all = points.iter();
    match measure {
        Measure::LargestYouden => all.map(|(x, y)| y - x).max().expect("two at least"),
        Measure::LeastError => {
            let error = |(x, y): &(BigRational, BigRational)| {
                (one() - positive) * x + positive * (one() - y)
            };
            all.map(error).min().expect("two at least")
        }
        _ => area(&upper_hull(points), [0.0, 1.0]),
    }
}

/// Returns whether several thresholds are the best ones, or would be but for rounding: then the optimum has a derivative
/// on each side.
fn has_kink(rows: &[Row], weights: &[BigRational], quantity: &Quantity, value: f64) -> bool {
    let has_corner = matches!(
        quantity.measure,
        Measure::Distance | Measure::GeometricMean | Measure::Imbalance | Measure::FowlkesMallows
    );
    if has_corner {
        return value == 0.0;
    }
    if !matches!(
        quantity.measure,
        Measure::LargestYouden | Measure::LeastError
    ) {
        return false;
    }
    let rate = |positive: bool, from: f64| {
        let total = sum(rows, weights, |row| row.positive == positive);
        let predicted_positive = |row: &Row| row.positive == positive && row.score >= from;
        sum(rows, weights, predicted_positive) / total
    };
    let prior = part(rows, weights, quantity.prior);
    let value = |from: f64| {
        let (tpr, fpr) = (rate(true, from), rate(false, from));
        match quantity.measure {
            Measure::LargestYouden => tpr - fpr,
            _ => &prior * tpr - (BigRational::one() - &prior) * fpr,
        }
    };
    let mut scores: Vec<f64> = rows.iter().map(|row| row.score).collect();
    scores.push(f64::INFINITY);
    scores.sort_by(f64::total_cmp);
    scores.dedup();
    let mut values: Vec<f64> = scores
        .into_iter()
        .map(|from| rounded(&value(from)))
        .collect();
    values.sort_by(f64::total_cmp);
    let [.., second, best] = values[..] else {
        return false;
    };
    best - second < 1e-9
}

fn upper_hull(points: &[(BigRational, BigRational)]) -> Vec<(BigRational, BigRational)> {
    let mut hull: Vec<(BigRational, BigRational)> = Vec::new();
    for point in points {
        while let [.., a, b] = &hull[..] {
            if (&b.1 - &a.1) * (&point.0 - &b.0) > (&point.1 - &b.1) * (&b.0 - &a.0) {
                break;
            }
            hull.pop();
        }
        hull.push(point.clone());
    }
    hull
}

fn part(rows: &[Row], weights: &[BigRational], prior: Option<f64>) -> BigRational {
    let positives = sum(rows, weights, |row| row.positive);
    let all = sum(rows, weights, |_| true);
    prior.map_or(positives / all, rational)
}

/// A measure of FPR and TPR, and the probability of the positive class; nothing where that is NaN.
fn at_threshold(
    [fpr, tpr]: [BigRational; 2],
    positive: BigRational,
    measure: Measure,
) -> Option<BigRational> {
    let one = BigRational::one;
    let (negative, tnr, fnr) = (one() - &positive, one() - &fpr, one() - &tpr);
    let lead = &tpr - &fpr;
    let (tp, fp) = (&positive * &tpr, &negative * &fpr);
    let (r#fn, tn) = (&positive * &fnr, &negative * &tnr);
    let (predicted_positive, predicted_negative) = (&tp + &fp, &r#fn + &tn);
    let over = |a: &BigRational, b: &BigRational| (!b.is_zero()).then(|| a / b);
    let risk = |costs: Costs| {
        rational(costs.true_positive) * &tp
            + rational(costs.false_positive) * &fp
            + rational(costs.false_negative) * &r#fn
            + rational(costs.true_negative) * &tn
    };
    let benefit = |probability: f64| &tp - rational(probability / (1.0 - probability)) * &fp;
    let f = |square: BigRational| {
        let right = (one() + &square) * &tp;
        over(&right, &(&right + &fp + square * &r#fn))
    };
    Some(match measure {
        Measure::Tpr => tpr,
        Measure::Fpr => fpr,
        Measure::Tnr => tnr,
        Measure::Fnr => fnr,
        Measure::Ppv => over(&tp, &predicted_positive)?,
        Measure::Npv => over(&tn, &predicted_negative)?,
        Measure::FalseDiscoveryRate => over(&fp, &predicted_positive)?,
        Measure::FalseOmissionRate => over(&r#fn, &predicted_negative)?,
        Measure::Accuracy => tp + tn,
        Measure::ErrorRate => fp + r#fn,
        Measure::BalancedAccuracy => (one() + lead) / rational(2.0),
        Measure::Youden => lead,
        Measure::F1 => f(one())?,
        Measure::F(beta) => f(rational(beta * beta))?,
        Measure::Jaccard => over(&tp, &(&tp + fp + r#fn))?,
        Measure::PositiveLikelihoodRatio => over(&tpr, &fpr)?,
        Measure::NegativeLikelihoodRatio => over(&fnr, &tnr)?,
        Measure::OddsRatio => over(&(tpr * tnr), &(fpr * fnr))?,
        Measure::NumberToDiagnose => over(&one(), &lead)?,
        Measure::NumberToEvaluate => over(&predicted_positive, &tp)?,
        Measure::Dependence => {
            let [wrong, right] = [fpr * fnr, tpr * tnr];
            if wrong.is_zero() || right.is_zero() {
                return None;
            }
            let [a, b] = [ln(&wrong), ln(&right)];
            (&a - &b) / (a + b)
        }
        Measure::Distance => sqrt(&(&fpr * &fpr + &fnr * &fnr)),
        Measure::GeometricMean => sqrt(&(tpr * tnr)),
        Measure::Imbalance => (tpr - tnr).abs(),
        Measure::Markedness => {
            over(&tp, &predicted_positive)? + over(&tn, &predicted_negative)? - one()
        }
        Measure::PredictiveProduct => {
            over(&tp, &predicted_positive)? * over(&tn, &predicted_negative)?
        }
        Measure::Share => predicted_positive,
        Measure::Lift => over(&tpr, &predicted_positive)?,
        Measure::FowlkesMallows => sqrt(&(over(&tp, &predicted_positive)? * tpr)),
        Measure::Risk(costs) => risk(costs),
        Measure::NetBenefit(probability) => benefit(probability),
        Measure::StandardizedNetBenefit(probability) => over(&benefit(probability), &positive)?,
        Measure::Kappa => {
            let agreement = tp + tn;
            let by_chance = &positive * &predicted_positive + &negative * &predicted_negative;
            (agreement - &by_chance) / (one() - by_chance)
        }
        Measure::Correlation => {
            let square = over(
                &(positive * negative),
                &(predicted_positive * predicted_negative),
            )?;
            lead * sqrt(&square)
        }
        other => unreachable!("{other:?} is not made of cells"),
    })
}

/// The average precision, or an area of precision over recall, of points that ascend from (0, 0).
fn exact_precision(
    points: &[(BigRational, BigRational)],
    positive: &BigRational,
    measure: Measure,
) -> BigRational {
    let negative = BigRational::one() - positive;
    let steps = points
        .windows(2)
        .map(|pair| [&pair[0], &pair[1]])
        .filter(|[from, to]| from.1 < to.1);
    match measure {
        Measure::AveragePrecision => {
            let of_step = |[from, to]: [&(BigRational, BigRational); 2]| {
                let right = positive * &to.1;
                (&to.1 - &from.1) * &right / (&right + &negative * &to.0)
            };
            steps.map(of_step).sum()
        }
        Measure::PrecisionRecall => {
            let of_step = |[from, to]: [&(BigRational, BigRational); 2]| {
                let predicted_positive =
                    |point: &(BigRational, BigRational)| positive * &point.1 + &negative * &point.0;
                let (first, last, width) = (
                    predicted_positive(from),
                    predicted_positive(to),
                    &to.1 - &from.1,
                );
                if first.is_zero() {
                    return width * positive * &to.1 / last;
                }
                // Precision is (x + u dx) / (D + u dD), with u from 0 to 1.
                let (x, dx) = (positive * &from.1, positive * &width);
                let rise = &last - &first;
                let log = ln(&(&last / &first));
                width * (&dx / &rise + (x - dx * &first / &rise) * log / rise)
            };
            steps.map(of_step).sum()
        }
        Measure::PrecisionRecallGain => {
            let of_step = |[from, to]: [&(BigRational, BigRational); 2]| {
                let slope = (&to.0 - &from.0) / (&to.1 - &from.1);
                let start = (&from.1).max(positive);
                let at = |recall: &BigRational| {
                    let fpr = &from.0 + &slope * (recall - &from.1);
                    let one = BigRational::one;
                    let missed = (one() - recall) / recall;
                    (one() - positive / &negative * missed, one() - fpr / recall)
                };
                if start >= &to.1 {
                    return BigRational::zero();
                }
                let ((x0, y0), (x1, y1)) = (at(start), at(&to.1));
                (x1 - x0) * (y0 + y1) / rational(2.0)
            };
            steps.map(of_step).sum()
        }
        other => unreachable!("{other:?} is not of precision"),
    }
}

fn sum(rows: &[Row], weights: &[BigRational], counts: impl Fn(&Row) -> bool) -> BigRational {
    let pairs = rows.iter().zip(weights);
    pairs.filter(|(row, _)| counts(row)).map(|(_, w)| w).sum()
}

/// Returns the area below the straight lines between ascending points.
fn area(points: &[(BigRational, BigRational)], ends: [f64; 2]) -> BigRational {
    let [low, high] = ends.map(rational);
    let segments = points.windows(2).map(|pair| {
        let [(x0, y0), (x1, y1)] = [&pair[0], &pair[1]];
        let (left, right) = (x0.max(&low), x1.min(&high));
        if left >= right {
            return BigRational::zero();
        }
        let height = |x: &BigRational| y0 + (y1 - y0) * (x - x0) / (x1 - x0);
        (right - left) * (height(left) + height(right)) / (BigRational::one() + BigRational::one())
    });
    segments.sum()
}

#[test]
fn influences_are_exact_derivatives_by_the_weights() {
    let mut rng = Rng::new(16);
    for round in 0..1500 {
        let rows = random_rows(&mut rng);
        let quantity = random_quantity(&rows, &mut rng);
        let case = Case::from_rows(&rows);
        let mut never = || false;
        let mut result =
            quantity_influences(&case.observations(), &[quantity], Options::new(&mut never))
                .expect("valid observations");
        let own = quantity.scale();
        result.values[0] = own.apply(result.values[0]);
        result.influences.iter_mut().for_each(|u| *u *= own.slope);
        let weights: Vec<BigRational> = rows.iter().map(|row| rational(row.weight)).collect();
        // An observation whose weight is lost in the sums of its class has no loss.
        let is_loss = matches!(quantity.measure, Measure::Brier | Measure::LogLoss);
        let Some(value) = exact(&rows, &weights, &quantity) else {
            let is_finite = result.values[0].is_finite();
            assert!(is_loss || !is_finite, "{round}: {quantity:?} for {rows:?}");
            continue;
        };
        let is_smooth = !has_kink(&rows, &weights, &quantity, rounded(&value));
        let near = |a: f64, b: f64, off: f64| (a - b).abs() <= off;
        // The difference of two rates has lost digits by as much as its reciprocal is large.
        let scale = match quantity.measure {
            Measure::NumberToDiagnose => 1.0 + rounded(&(&value * &value)),
            _ => 1.0 + rounded(&value).abs(),
        };
        // Gains begin at a recall of the prior, by a difference that may have lost digits.
        let off = match quantity.measure {
            Measure::PrecisionRecallGain => 1e3 * OFF,
            _ => OFF,
        };
        assert!(
            near(result.values[0], rounded(&value), OFF * scale),
            "{round}: {quantity:?} is {}, not {} for {rows:?}",
            result.values[0],
            rounded(&value)
        );
        let step = power_of_two(STEP);
        for (i, row) in rows.iter().enumerate().filter(|_| is_smooth) {
            let mut shifted = weights.clone();
            shifted[i] = &weights[i] * (BigRational::one() + &step);
            let shifted = exact(&rows, &shifted, &quantity).expect("a number");
            let derivative = rounded(&((shifted - &value) / &step));
            let own = rows.iter().filter(|other| other.positive == row.positive);
            let share = row.weight / own.map(|other| other.weight).sum::<f64>();
            if is_loss && share < f64::EPSILON {
                continue;
            }
            assert!(
                near(
                    result.influences[i],
                    derivative,
                    off * (100.0 * scale * share + derivative.abs())
                ),
                "{round}: {quantity:?}, {i}: {:e}, not {derivative:e}",
                result.influences[i]
            );
        }
    }
}

/// Quantities at corners of the curve of these many observations of each class with equal weights.
fn quantities_at_corners([negatives, positives]: [usize; 2], rng: &mut Rng) -> Vec<Quantity> {
    let mut corner = |number: usize| rng.below(number + 1) as f64 / number as f64;
    let mut interval = |number: usize| {
        let ends = [corner(number), corner(number)];
        [ends[0].min(ends[1]), ends[0].max(ends[1])]
    };
    let (by_fpr, by_tpr) = (interval(negatives), interval(positives));
    let (fpr, tpr) = (corner(negatives), corner(positives));
    let prior = Some(corner(positives).clamp(0.01, 0.99));
    let share = corner(negatives + positives).max(0.01);
    let mut result = vec![
        Quantity::AREA,
        Quantity::partial_by_fpr(by_fpr),
        Quantity::partial_by_tpr(by_tpr),
        Quantity::tpr_at(fpr),
        Quantity::fpr_at(tpr),
    ];
    let measures = [Measure::Tpr, Measure::Ppv, Measure::Lift];
    result.extend(
        measures.map(|measure| Quantity::at_place(measure, Place::Share(share)).with_prior(prior)),
    );
    let summaries = [
        (Measure::LargestYouden, None),
        (Measure::HullArea, None),
        (Measure::LeastError, prior),
        (Measure::AveragePrecision, prior),
        (Measure::PrecisionRecall, prior),
        (Measure::PrecisionRecallGain, prior),
        (Measure::H(Density::ByPriors), prior),
    ];
    result
        .extend(summaries.map(|(measure, prior)| Quantity::whole_curve(measure).with_prior(prior)));
    result
}

/// All weights in another unit, or those of one class where the share of the positives is given: values and
/// influences decide alike which corner a place is at.
#[test]
fn the_unit_of_weights_changes_no_value_and_no_influence() {
    let mut rng = Rng::new(46);
    for round in 0..300 {
        let n = 4 + rng.below(60);
        let mut rows: Vec<Row> = (0..n)
            .map(|_| Row {
                score: rng.below(n) as f64,
                positive: rng.chance(0.5),
                weight: 1.0,
            })
            .collect();
        (rows[0].positive, rows[1].positive) = (true, false);
        let positives = rows.iter().filter(|row| row.positive).count();
        let quantities = quantities_at_corners([n - positives, positives], &mut rng);
        let of = |units: [f64; 2]| {
            let weighted: Vec<Row> = rows
                .iter()
                .map(|row| Row {
                    weight: units[usize::from(row.positive)],
                    ..*row
                })
                .collect();
            let case = Case::from_rows(&weighted);
            quantity_influences(
                &case.observations(),
                &quantities,
                Options::new(&mut || false),
            )
            .expect("valid observations")
        };
        let one = of([1.0, 1.0]);
        let near = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-12 || a.is_nan() && b.is_nan();
        for unit in [1.0 / 3.0, 0.1, 0.7, 3.0, 1e-200, 1e200] {
            for units in [[unit, unit], [1.0, unit]] {
                let other = of(units);
                for (k, quantity) in quantities.iter().enumerate() {
                    let influences = k * n..(k + 1) * n;
                    let same = one.influences[influences.clone()]
                        .iter()
                        .zip(&other.influences[influences])
                        .all(|(a, b)| near(*a, *b));
                    assert!(
                        near(one.values[k], other.values[k]) && same,
                        "{round}: {quantity:?} in units of {units:?}"
                    );
                }
            }
        }
    }
}
