//! Areas of several classes, against those of two.

use super::random;
use crate::covariance::Covariance;
use crate::error::{Class, Error};
use crate::inference::{
    class_areas, class_covariance, covariance, influence, ClassAreas, ClassRequest,
    CovarianceRequest,
};
use crate::replicate::{class_replicates, Replicates, Scheme};
use crate::sampling::Folds;
use crate::sampling::Sampling;
use crate::testing::by;
use crate::testing::observations;
use crate::{Scores, Weights};

struct Sample {
    scores: Vec<Vec<f64>>,
    codes: Vec<i32>,
    weights: Vec<f64>,
}

fn sample(n: usize, classes: usize, distinct: usize) -> Sample {
    let columns: Vec<_> = (0..classes as u64)
        .map(|seed| random(n, distinct, 40 + seed))
        .collect();
    Sample {
        codes: (0..n).map(|i| ((i * i + i / 3) % classes) as i32).collect(),
        weights: columns[0].weights.clone(),
        scores: columns.into_iter().map(|data| data.scores).collect(),
    }
}

fn result(sample: &Sample) -> Result<ClassAreas, Error> {
    let scores: Vec<_> = sample.scores.iter().map(|s| Scores::F64(s)).collect();
    let request =
        ClassRequest::new(&sample.codes, scores.len()).with_weights(Weights::F64(&sample.weights));
    class_areas(&scores, &request, by(1, &mut || false))
}

/// The area and the influences of a class against some others, the rest having no weight.
fn against(sample: &Sample, class: usize, others: impl Fn(usize) -> bool) -> (f64, Vec<f64>) {
    let labels: Vec<i32> = sample
        .codes
        .iter()
        .map(|&c| i32::from(c as usize == class))
        .collect();
    let codes = sample.codes.iter().zip(&sample.weights);
    let weights: Vec<f64> = codes
        .map(|(&code, &weight)| {
            if code as usize == class || others(code as usize) {
                weight
            } else {
                0.0
            }
        })
        .collect();
    let observations = observations(&sample.scores[class], &labels, &weights);
    let result = influence(&observations, by(1, &mut || false)).unwrap();
    (result.area, result.values)
}

#[track_caller]
fn assert_near(result: f64, expected: f64) {
    assert!(
        (result - expected).abs() <= 1e-13,
        "{result}, not {expected}"
    );
}

#[test]
fn areas_and_influences_are_those_of_two_classes_put_together() {
    for (n, classes, distinct) in [(60, 2, 7), (90, 3, 1000), (120, 5, 4)] {
        let sample = sample(n, classes, distinct);
        let areas = result(&sample).unwrap();
        let parts: Vec<f64> = (0..classes)
            .map(|class| {
                let own = sample.codes.iter().zip(&sample.weights);
                let own = own.filter(|(&code, _)| code as usize == class);
                own.map(|(_, weight)| weight).sum::<f64>() / sample.weights.iter().sum::<f64>()
            })
            .collect();
        let pairs = (classes * (classes - 1)) as f64;
        let mut expected = vec![0.0; 3 + classes];
        let mut influences = vec![vec![0.0; n]; 3 + classes];
        for class in 0..classes {
            let (area, of_rest) = against(&sample, class, |other| other != class);
            expected[1] += area / classes as f64;
            expected[2] += parts[class] * area;
            expected[3 + class] = area;
            for i in 0..n {
                influences[1][i] += of_rest[i] / classes as f64;
                influences[2][i] += parts[class] * of_rest[i];
            }
            influences[3 + class].copy_from_slice(&of_rest);
            for one in (0..classes).filter(|&one| one != class) {
                let (area, of_pair) = against(&sample, class, |other| other == one);
                expected[0] += area / pairs;
                (0..n).for_each(|i| influences[0][i] += of_pair[i] / pairs);
            }
        }
        let total: f64 = sample.weights.iter().sum();
        for i in 0..n {
            let own = expected[3 + sample.codes[i] as usize] - expected[2];
            influences[2][i] += sample.weights[i] / total * own;
        }
        for (value, expected) in areas.values.iter().zip(&expected) {
            assert_near(*value, *expected);
        }
        for (value, expected) in areas.influences.iter().zip(influences.concat()) {
            assert_near(*value, expected);
        }
    }
}

#[test]
fn effective_numbers_are_those_of_kish() {
    let mut sample = sample(12, 3, 5);
    sample.weights = (0..12).map(|i| f64::from(i % 4)).collect();
    sample.codes = (0..12).map(|i| i / 4).collect();
    let shares = result(&sample).unwrap().shares;
    let of_class = |class: usize| shares[4 * class..][..4].iter().map(|share| share * share);
    let effective = [0, 1, 2].map(|class| 1.0 / of_class(class).sum::<f64>());
    effective
        .iter()
        .for_each(|&number| assert_near(number, 36.0 / 14.0));
}

#[test]
fn a_class_without_weight_and_a_code_of_none_are_errors() {
    let mut of = sample(30, 3, 9);
    of.codes[4] = 3;
    let code = Error::Cluster {
        position: 4,
        value: 3,
        clusters: 3,
    };
    assert_eq!(result(&of), Err(code));
    of.codes = (0..30).map(|i| i % 2).collect();
    assert_eq!(
        result(&of),
        Err(Error::OneClass { value: 0.0 }.in_score(2, usize::MAX))
    );
    of.codes = vec![0; 29];
    assert!(
        matches!(result(&of), Err(Error::OfScore { score: 0, error }) if matches!(*error, Error::Length { .. }))
    );
}

impl Sample {
    fn request(&self) -> ClassRequest<'_> {
        ClassRequest::new(&self.codes, self.scores.len())
            .with_weights(Weights::F64(&self.weights))
            .with_pairs(true)
    }

    fn scores(&self) -> Vec<Scores<'_>> {
        self.scores.iter().map(|s| Scores::F64(s)).collect()
    }

    fn covariance(&self, request: &ClassRequest<'_>) -> Result<Covariance, Error> {
        class_covariance(&self.scores(), request, by(1, &mut || false))
    }
}

#[test]
fn folds_of_two_classes_are_those_of_one_area() {
    let mut sample = sample(60, 2, 9);
    sample.scores[0] = sample.scores[1].iter().map(|score| -score).collect();
    let labels = sample.codes.clone();
    let codes: Vec<i32> = (0..60).map(|i| i / 20).collect();
    let units: Vec<i32> = (0..60).map(|i| i / 4).collect();
    let folds = [Folds {
        codes: &codes,
        number: 3,
    }];
    for clusters in [None, Some((&units[..], 15))] {
        let request = sample.request().with_sampling(
            sample
                .request()
                .sampling
                .with_folds(&folds)
                .with_clusters(clusters),
        );
        let result = sample.covariance(&request).unwrap();
        let observations = observations(&sample.scores[1], &labels, &sample.weights);
        let request = CovarianceRequest::default().with_sampling(
            Sampling::default()
                .with_folds(&folds)
                .with_clusters(clusters),
        );
        let one = covariance(&[observations], &request, by(1, &mut || false)).unwrap();
        for k in 0..5 {
            assert_near(result.values[k], one.values[0]);
            assert_near(result.variance(k), one.variance(0));
            assert_near(result.placement_factor[k], one.placement_factor[0]);
            assert!((result.df[k] / one.df[0] - 1.0).abs() < 1e-9);
        }
    }
}

#[test]
fn folds_that_do_not_fit_are_errors() {
    let mut sample = sample(60, 3, 9);
    let error = |sample: &Sample, codes: &[i32], number| {
        let folds = [Folds { codes, number }];
        let request = sample
            .request()
            .with_sampling(sample.request().sampling.with_folds(&folds));
        sample.covariance(&request).unwrap_err()
    };
    let codes: Vec<i32> = (0..60).map(|i| i / 30).collect();
    let missing = Error::Cluster {
        position: 30,
        value: 1,
        clusters: 1,
    };
    assert_eq!(error(&sample, &codes, 1), missing.in_score(0, usize::MAX));
    assert!(matches!(
        error(&sample, &codes[1..], 2),
        Error::OfScore { .. }
    ));
    for i in 30..60 {
        sample.codes[i] %= 2;
    }
    let class = Class::Positive;
    let without = Error::FoldClass { fold: 1, class };
    assert_eq!(error(&sample, &codes, 2), without.in_score(2, usize::MAX));
    sample.codes[7] = 3;
    assert!(matches!(error(&sample, &codes, 2), Error::OfScore { .. }));
    // Scores of one repetition for two.
    let folds = [Folds {
        codes: &codes,
        number: 2,
    }; 2];
    let request = sample
        .request()
        .with_sampling(sample.request().sampling.with_folds(&folds));
    assert!(matches!(
        sample.covariance(&request),
        Err(Error::Length { .. })
    ));
}

#[test]
fn replicates_of_classes_do_not_depend_on_threads() {
    let sample = sample(50, 3, 9);
    let run = |number, threads| {
        let poll = &mut || false;
        class_replicates(
            &sample.scores(),
            &sample.request(),
            Replicates {
                seed: 7,
                ..Replicates::new(Scheme::Multinomial, number)
            },
            by(threads, poll),
        )
        .unwrap()
    };
    let all = run(40, 1);
    assert_eq!(all, run(40, 3));
    assert_eq!(all[..60], run(10, 2));
    assert!(all.chunks(6).any(|other| *other != all[..6]));
    // With equal weights a mean over classes is the mean of their AUCs.
    for replicate in all.chunks(6) {
        assert_near(replicate[1], replicate[3..].iter().sum::<f64>() / 3.0);
    }
}
