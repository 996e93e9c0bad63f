//! Intervals of what is found at a share of the population: the point of the curve on a straight line.
//!
//! In the population the point lies somewhere on the line of the share. Its threshold has another point in the
//! sample, which lies on the sample's curve; both rates err by themselves. So each point of the line is judged by
//! how near the curve comes to it, in units of these errors.

use super::point_of_share::PointOfShare;
use super::rates::{added_up, value_of_rates};
use super::sample::Sample;
use crate::error::Error;
use crate::poll::{Pace, Poll};
use crate::quantity::Quantity;
use crate::range;
use std::ops::Range;

/// The ends of what is found at a share, around its estimate. Where the prior is not known, what it moves the
/// point by adds to what the rates do.
///
/// # Errors
/// [`Error::Range`], [`Error::Memory`], [`Error::Interrupted`].
pub(crate) fn ends_at_share(
    sample: &Sample<'_>,
    share: f64,
    wanted: &Quantity,
    estimate: f64,
    poll: Poll<'_>,
) -> Result<[f64; 2], Error> {
    range::Range::PROBABILITY.check("prior", wanted.prior.as_slice())?;
    let mut pace = Pace::new(poll);
    let priors = sample.priors(wanted.prior);
    // From TPR, as FPR is what the share leaves.
    let spec = |tpr: f64, positive: f64| {
        let negative = 1.0 - positive;
        let fpr = if negative > 0.0 {
            ((share - positive * tpr) / negative).clamp(0.0, 1.0)
        } else {
            share
        };
        let priors = match wanted.criterion().known_prior() {
            Some(prior) => [1.0 - prior, prior],
            None => [negative, positive],
        };
        value_of_rates(wanted.measure, [fpr, tpr], priors)
    };
    let by_rates = ends_on_line(sample, share, priors, &mut pace)?;
    let by_rates = by_rates.map(|tpr| spec(tpr, priors[1]) - estimate);
    let mut by_prior = [0.0; 2];
    if wanted.prior.is_none() {
        for (end, positive) in by_prior
            .iter_mut()
            .zip(sample.ends_of_positives(&mut pace)?)
        {
            let priors = [1.0 - positive, positive];
            let point = PointOfShare::new(&sample.curve(), share, priors, &mut pace)?;
            *end = spec(point.tpr, positive) - estimate;
        }
    }
    let limits = wanted.measure.limits();
    Ok(added_up(estimate, &[by_rates, by_prior], limits, 0.0))
}

/// The line is halved so often.
const HALVES: usize = 40;

/// The ends of TPR.
fn ends_on_line(
    sample: &Sample<'_>,
    share: f64,
    [negative, positive]: [f64; 2],
    pace: &mut Pace<'_>,
) -> Result<[f64; 2], Error> {
    let curve = sample.curve();
    let here = PointOfShare::new(&curve, share, [negative, positive], pace)?;
    let known = sample.known_at(&[here.place], pace)?;
    let numbers = [known.numbers[0][0], known.numbers[1][0]];
    if numbers.iter().any(|number| number.is_nan()) {
        return Ok([f64::NAN; 2]);
    }
    let critical_value = sample.critical_value()?;
    let path = sample.few_points(pace)?;
    // Nothing is divided by 0, and no square of a quotient is beyond a double.
    let least = [negative, positive].map(|part| (1e-9 * (share / part).min(1.0)).max(1e-140));
    let mut is_near = |tpr: f64| {
        let point = [((share - positive * tpr) / negative).clamp(0.0, 1.0), tpr];
        let error = [0, 1].map(|class| {
            (point[class] * (1.0 - point[class]) / numbers[class]).sqrt() + least[class]
        });
        let near = &path[lines_within(path, point, error.map(|error| critical_value * error))];
        pace.steps(near.len() + 1)?;
        let from_point = near
            .iter()
            .map(|rates| [0, 1].map(|class| (rates[class] - point[class]) / error[class]));
        Ok(distance_to_path(from_point) <= critical_value)
    };
    let possible = [(share - negative) / positive, share / positive].map(|end| end.clamp(0.0, 1.0));
    // A class with negligible weight beside the other one.
    if possible[0] >= possible[1] {
        return Ok(possible);
    }
    let mut ends = possible;
    for end in &mut ends {
        if is_near(*end)? {
            continue;
        }
        let (mut inside, mut outside) = (here.tpr, *end);
        for _ in 0..HALVES {
            let middle = 0.5 * (inside + outside);
            if is_near(middle)? {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        *end = inside;
    }
    Ok(ends)
}

/// The points of a path of falling rates whose lines may come so near to a point in both rates. Any other line is farther.
fn lines_within(path: &[[f64; 2]], point: [f64; 2], distances: [f64; 2]) -> Range<usize> {
    // Rounding leaves no line out.
    let distances = distances.map(|distance| distance * (1.0 + 1e-9));
    let count = |class: usize, least: f64| path.partition_point(|rates| rates[class] > least);
    let first = |class: usize| count(class, point[class] + distances[class]);
    let last = |class: usize| count(class, point[class] - distances[class]);
    let (first, last) = (first(0).max(first(1)), last(0).min(last(1)));
    let last = (last + 1).min(path.len());
    first.saturating_sub(1).min(last)..last
}

/// How near straight lines between points come to the origin.
fn distance_to_path(points: impl Iterator<Item = [f64; 2]>) -> f64 {
    let mut least = f64::INFINITY;
    let mut before: Option<[f64; 2]> = None;
    for [x, y] in points {
        if let Some([from_x, from_y]) = before {
            let [run, rise] = [from_x - x, from_y - y];
            let length = run * run + rise * rise;
            let by_rate = if length > 0.0 {
                (-(x * run + y * rise) / length).clamp(0.0, 1.0)
            } else {
                0.0
            };
            let nearest = [x + by_rate * run, y + by_rate * rise];
            least = least.min(nearest[0] * nearest[0] + nearest[1] * nearest[1]);
        }
        before = Some([x, y]);
    }
    least.sqrt()
}

#[cfg(test)]
mod tests {
    use super::{distance_to_path, lines_within};

    #[test]
    fn lines_that_are_left_out_are_farther() {
        let path: Vec<[f64; 2]> = (0..=20)
            .map(|i| {
                [
                    1.0 - f64::from(i / 2) / 10.0,
                    1.0 - f64::from(i) * f64::from(i) / 400.0,
                ]
            })
            .collect();
        let mut left_out = 0;
        for (i, distance) in (0..121).zip([0.02, 0.1, 0.3].into_iter().cycle()) {
            let point = [f64::from(i / 11) / 10.0, f64::from(i % 11) / 10.0];
            let scaled = |points: &[[f64; 2]]| {
                let points = points.iter();
                distance_to_path(points.map(|rates| [0, 1].map(|k| rates[k] - point[k])))
            };
            let near = &path[lines_within(&path, point, [distance; 2])];
            left_out += path.len() - near.len();
            let [all, near] = [scaled(&path), scaled(near)];
            assert!(
                all == near || all > distance && near > distance,
                "{point:?}"
            );
        }
        assert!(left_out > 121 * 10);
    }

    #[test]
    fn the_nearest_point_may_be_an_end_or_within_a_line() {
        let distance = |points: &[[f64; 2]]| distance_to_path(points.iter().copied());
        assert_eq!(distance(&[[1.0, 1.0], [-1.0, 1.0]]), 1.0);
        assert_eq!(distance(&[[3.0, 4.0], [6.0, 8.0]]), 5.0);
        assert_eq!(distance(&[[3.0, 4.0], [3.0, 4.0], [0.0, 2.0]]), 2.0);
    }
}
