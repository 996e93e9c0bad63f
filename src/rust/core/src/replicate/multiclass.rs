//! Bootstrap replicates of the areas of several classes.

use super::classes::Member;
use super::{Bootstrap, BootstrapRequest, Replicates, Resample};
use crate::error::Error;
use crate::inference::{class_areas, scaled, ClassRequest, AVERAGES};
use crate::memory::{collect, filled, push, reserve};
use crate::observations::label::Labels;
use crate::observations::{Observations, Scores, Weights};
use crate::options::Options;
use crate::poll::Pace;
use crate::sampling::{check_clusters, Sampling};

/// Replicates of the values of [`class_covariance`](crate::inference::class_covariance), those of the first replicate first: observations,
/// or clusters, are drawn with replacement, as many as there are. NaN where a replicate has no weight in a class.
/// The classes are drawn with their observations, as the areas of a class against the rest depend on their shares.
/// The codes, classes, weights and clusters of the request count.
///
/// ```
/// use weighted_roc_core::inference::ClassRequest;
/// use weighted_roc_core::replicate::{class_replicates, Replicates, Scheme};
/// use weighted_roc_core::{Options, Scores};
///
/// let scores = [&[3.0, 1.0, 2.0, 0.0][..], &[1.0, 2.0, 2.0, 1.0], &[0.0, 1.0, 0.0, 3.0]];
/// let scores = scores.map(Scores::F64);
/// let request = ClassRequest::new(&[0, 0, 1, 2], 3);
/// let replicates = Replicates::new(Scheme::Multinomial, 10);
/// let result = class_replicates(&scores, &request, replicates, Options::new(&mut || false))?;
/// assert_eq!(result.len(), 10 * 6);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`class_covariance`](crate::inference::class_covariance) and [`Bootstrap::new`].
pub fn class_replicates(
    scores: &[Scores<'_>],
    request: &ClassRequest<'_>,
    replicates: Replicates<'_>,
    mut options: Options<'_>,
) -> Result<Vec<f64>, Error> {
    let Replicates {
        scheme,
        seed,
        number,
        ..
    } = replicates;
    let request = &ClassRequest {
        sampling: Sampling {
            folds: &[],
            ..request.sampling
        },
        ..*request
    };
    let classes = request.width(scores.len())?;
    let length = request.codes.len();
    check_clusters(request.codes, classes, length, options.poll)?;
    let scaled = scaled(request.weights, &mut Pace::new(options.poll))?;
    let weights = scaled.as_deref().map_or(request.weights, Weights::F64);
    let parts = class_areas(&scores[..classes], request, options.reborrow())?.parts;
    let single = collect(0..length as i32)?;
    let drawing = BootstrapRequest {
        scheme,
        seed,
        outcome: None,
        sampling: Sampling {
            clusters: Some(request.sampling.clusters.unwrap_or((&single, length))),
            ..Sampling::default()
        },
    };
    let mut labels = reserve(classes)?;
    for class in 0..classes as i32 {
        let of_class = request.codes.iter().map(|&code| i32::from(code == class));
        push(&mut labels, collect(of_class)?)?;
    }
    let against_rest = scores.iter().enumerate();
    let against_rest = collect(against_rest.map(|(index, &scores)| Observations {
        scores,
        labels: Labels::I32(&labels[index % classes]),
        weights,
    }));
    let bootstrap = Bootstrap::new(&against_rest?, &drawing, options.reborrow())?;
    let of_classes = scores.len().saturating_mul(OF_CLASS);
    let mut drawn = filled(of_classes.saturating_mul(number), 0.0)?;
    bootstrap.write_replicates(
        || Resample::new(&bootstrap, &[], classes),
        (0, of_classes),
        &mut drawn,
        options.reborrow(),
        |resample, to, pace| write_classes(request.codes, resample, to, pace),
    )?;
    let models = number.saturating_mul(scores.len() / classes);
    let mut result = reserve(models.saturating_mul(AVERAGES + classes))?;
    let mut pace = Pace::new(options.poll);
    for model in drawn.chunks_exact(classes * OF_CLASS) {
        pace.steps(model.len())?;
        add_values(model, &parts, &mut result)?;
    }
    Ok(result)
}

/// The values of a replicate for the class of a score: its area against all others, NaN without one of these; the mean of
/// those against each other class, NaN without one of these; and how many times as much it weighs as among all observations.
const OF_CLASS: usize = 3;

fn write_classes(
    codes: &[i32],
    resample: &mut Resample<'_>,
    to: &mut [f64],
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    for (score, to) in to.chunks_exact_mut(OF_CLASS).enumerate() {
        resample.sum_up(score, pace)?;
        let [others, own] = &resample.classes(score).members;
        pace.steps(2 * (others.len() + own.len()))?;
        to[0] = resample.curve(score).area();
        let (totals, [sums, of_own]) = (&mut resample.buffer, &mut resample.sums);
        let class = |member: &Member| codes[member.position as usize] as usize;
        totals.fill(0.0);
        for (member, sums) in others.iter().zip(sums.windows(2)) {
            totals[class(member)] += sums[0] - sums[1];
        }
        to[2] = of_own[0] / own.iter().map(|member| member.weight).sum::<f64>();
        // Each of the others weighs the same; 0/0 of one without weight is NaN.
        let (mut next, mut sum) = (0.0, 0.0);
        for (member, to) in others.iter().zip(sums.iter_mut()).rev() {
            let weight = *to - next;
            next = *to;
            sum += weight / totals[class(member)];
            *to = sum;
        }
        to[1] = resample.curve(score).area();
    }
    Ok(())
}

/// The values of a classifier, by what a replicate says of its classes.
fn add_values(of_classes: &[f64], parts: &[f64], to: &mut Vec<f64>) -> Result<(), Error> {
    let classes = parts.len() as f64;
    let mut averages = [0.0; AVERAGES];
    let mut whole = 0.0;
    for (of_class, part) in of_classes.chunks_exact(OF_CLASS).zip(parts) {
        let weight = part * of_class[2];
        whole += weight;
        averages[0] += of_class[1] / classes;
        averages[1] += of_class[0] / classes;
        averages[2] += weight * of_class[0];
    }
    averages[2] /= whole;
    // A replicate without a mean over all pairs lacks a class.
    let unless_lacking = if averages[0].is_nan() { f64::NAN } else { 1.0 };
    let areas = of_classes
        .chunks_exact(OF_CLASS)
        .map(|of_class| of_class[0]);
    for value in averages.into_iter().chain(areas) {
        push(to, unless_lacking * value.min(1.0))?;
    }
    Ok(())
}
