//! Who says stop is obeyed, whenever that is.
#![cfg(not(miri))]

use super::{random, sums_of};
use crate::error::Error;
use crate::inference::placements::RankedObservations;
use crate::inference::tests::rate_covariance;
use crate::inference::{class_areas, class_covariance, ClassRequest, CovarianceRequest};
use crate::measure::precision_areas;
use crate::poll::{Poll, BLOCK};
use crate::quantity::Quantity;
use crate::replicate::classes::Classes;
use crate::replicate::Replicates;
use crate::replicate::{class_replicates, Scheme};
use crate::sampling::Sampling;
use crate::sampling::{Folds, Unit};
use crate::testing::by;
use crate::{Scores, Weights};

/// The work stops at any poll, from the first to the last, of which there are so many at least.
#[track_caller]
fn stops(least: usize, mut work: impl FnMut(Poll<'_>) -> Result<(), Error>) {
    let mut polls_until = |stop: usize| {
        let mut polls = 0;
        let result = work(&mut || {
            polls += 1;
            polls == stop
        });
        (result, polls)
    };
    let (done, polls) = polls_until(0);
    assert_eq!(done, Ok(()));
    assert!(polls >= least, "{polls} polls");
    for eighth in 0..8 {
        let stop = 1 + eighth * (polls - 1) / 7;
        assert_eq!(polls_until(stop), (Err(Error::Interrupted), stop));
    }
}

/// A quarter weighs nothing; the rest is more than a block, and less than two.
const N: usize = 3 * BLOCK / 2;

/// Asked once a block, not once a score.
#[test]
fn areas_of_precision_can_be_stopped() {
    let data = random(N, 1 << 30, 1);
    let mut polls = 0;
    let mut work = |poll: Poll<'_>| {
        let mut count = || {
            polls += 1;
            poll()
        };
        precision_areas(&data.observations(), &[Some(0.7)], by(1, &mut count)).map(drop)
    };
    work(&mut || false).unwrap();
    stops(4, work);
    assert!(polls < 1000, "{polls}");
}

#[test]
fn areas_of_classes_can_be_stopped() {
    let data = random(N, 1 << 30, 1);
    let codes: Vec<i32> = (0..N as i32).map(|i| i % 2).collect();
    stops(10, |poll| {
        let scores = [Scores::F64(&data.scores); 2];
        let request = ClassRequest::new(&codes, 2).with_weights(Weights::F64(&data.weights));
        let result = class_areas(&scores, &request, by(1, poll));
        result.map(drop).map_err(Error::without_score)
    });
}

#[test]
fn folds_and_replicates_of_classes_can_be_stopped() {
    let data = random(N, 1 << 30, 1);
    let codes: Vec<i32> = (0..N as i32).map(|i| i % 2).collect();
    let of_folds: Vec<i32> = (0..N as i32).map(|i| i / 40).collect();
    let scores = [Scores::F64(&data.scores); 2];
    let folds = [Folds {
        codes: &of_folds,
        number: N / 40 + 1,
    }];
    let request = ClassRequest::new(&codes, 2);
    stops(12, |poll| {
        let request = request.with_sampling(request.sampling.with_folds(&folds));
        let result = class_covariance(&scores, &request, by(1, poll));
        result.map(drop).map_err(Error::without_score)
    });
    stops(12, |poll| {
        let replicates = Replicates::new(Scheme::Multinomial, 3);
        let result = class_replicates(&scores, &request, replicates, by(1, poll));
        result.map(drop).map_err(Error::without_score)
    });
}

#[test]
fn spreads_in_folds_can_be_stopped() {
    let data = random(N, 1 << 30, 1);
    let codes: Vec<i32> = (0..N as i32).map(|i| i / 1000).collect();
    let number = N / 1000 + 1;
    let folds = [Folds {
        codes: &codes,
        number,
    }];
    for (clusters, least) in [(None, 9), (Some((&codes[..], number)), 12)] {
        stops(least, |poll| {
            let request = CovarianceRequest::default().with_sampling(
                Sampling::default()
                    .with_folds(&folds)
                    .with_clusters(clusters),
            );
            let result = sums_of(&[data.observations()], &request, by(1, poll));
            result.map(drop).map_err(Error::without_score)
        });
    }
}

#[test]
fn spreads_of_rates_can_be_stopped() {
    let data = random(N, 1000, 1);
    let clusters: Vec<i32> = (0..N as i32).collect();
    let places: Vec<f64> = (0..20).map(f64::from).collect();
    for (clusters, least) in [(None, 6), (Some((&clusters[..], N)), 20)] {
        stops(least, |poll| {
            let of = data.observations();
            rate_covariance(&of, Unit::Row, clusters, &places, by(1, poll)).map(drop)
        });
    }
}

#[test]
fn the_order_of_classes_can_be_stopped() {
    let data = random(N, 1 << 30, 1);
    let ranking =
        RankedObservations::with_positions(&data.observations(), by(1, &mut || false)).unwrap();
    stops(1, |poll| Classes::new(&ranking, poll).map(drop));
}

#[test]
fn replicates_of_few_observations_can_be_stopped() {
    let data = random(50, 9, 9);
    let bootstrap = data.bootstrap(None, Scheme::Multinomial);
    let mut result = vec![0.0; 40 * BLOCK / 50];
    for threads in [1, 2] {
        let mut left = 3;
        let poll = &mut || {
            left -= 1;
            left == 0
        };
        let stopped = bootstrap.replicates(&[Quantity::AREA], 0, &mut result, by(threads, poll));
        assert_eq!(stopped, Err(Error::Interrupted));
    }
}
