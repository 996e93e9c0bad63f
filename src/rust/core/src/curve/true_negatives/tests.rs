use super::super::{Curve, OwnedCurve, Points, Ranking};
use crate::error::{Argument, Error};
use crate::options::Options;
use crate::poll::BLOCK;
use crate::tally::tally_chunk;
use crate::testing::observations;
use crate::testing::reference::counting_polls;
use crate::testing::wrong_length;

fn ranked(scores: &[f64], labels: &[i32], weights: &[f64]) -> [Ranking; 2] {
    let observations = observations(scores, labels, weights);
    let sorted = Ranking::new(&observations, Options::new(&mut || false)).unwrap();
    let tally = tally_chunk(&observations, Options::new(&mut || false)).unwrap();
    [sorted, Ranking::from_tally(&tally, &mut || false).unwrap()]
}

fn curves(scores: &[f64], labels: &[i32], weights: &[f64]) -> [OwnedCurve; 2] {
    ranked(scores, labels, weights).map(|ranking| ranking.to_curve(&mut || false).unwrap())
}

/// The negative at 1 is lost in the sum of both.
const LOST: ([f64; 4], [i32; 4], [f64; 4]) =
    ([1.0, 1.0, 2.0, 2.0], [1, 0, 1, 0], [1e-3, 1.0, 1.0, 1e17]);

#[test]
fn what_is_lost_among_all_negatives_is_known() {
    let (scores, labels, weights) = LOST;
    for curve in curves(&scores, &labels, &weights) {
        let curve = curve.as_curve();
        assert_eq!(curve.points().true_negative, [0.0, 1.0]);
        assert_eq!(
            (curve.negatives() - curve.false_positive(1), curve.fpr(1)),
            (0.0, 1.0)
        );
        assert_eq!((curve.true_negative(1), curve.tnr(1)), (1.0, 1e-17));
        assert_eq!((curve.true_negative(2), curve.tnr(2)), (1e17, 1.0));
    }
}

#[test]
fn nothing_is_known_that_the_columns_say() {
    let scores: Vec<f64> = (0..5000).map(f64::from).collect();
    let labels: Vec<i32> = (0..5000).map(|i| i % 2).collect();
    for curve in curves(&scores, &labels, &[3.0; 5000]) {
        let curve = curve.as_curve();
        assert!(curve.points().true_negative.is_empty());
        // Few of all negatives: by the weight, which is exact.
        assert_eq!((curve.true_negative(3), curve.tnr(3)), (6.0, 6.0 / 7500.0));
        assert!(curve.tnr(3) != 1.0 - curve.fpr(3));
        assert_eq!(curve.tnr(2500), 1.0 - curve.fpr(2500));
    }
}

#[test]
fn true_negatives_are_known_up_to_a_thousandth_of_all() {
    let scores: Vec<f64> = (0..40_000).map(f64::from).collect();
    let labels: Vec<i32> = (0..40_000).map(|i| i % 2).collect();
    for curve in curves(&scores, &labels, &[0.1; 40_000]) {
        let curve = curve.as_curve();
        let known = curve.points().true_negative;
        // 2000 in all, 1/1024 of which are the first 19 and a half.
        assert!((35..=40).contains(&known.len()), "{}", known.len());
        for (row, &weight) in known.iter().enumerate() {
            let exact = row.div_ceil(2) as f64 * 0.1;
            assert!(
                (weight - exact).abs() <= f64::EPSILON * exact,
                "{row}: {weight}"
            );
        }
        let last = known.len() - 1;
        assert!(known[last] != curve.negatives() - curve.false_positive(last));
    }
}

#[test]
fn positives_below_all_negatives_leave_nothing_to_know() {
    let scores: Vec<f64> = (0..100).map(f64::from).collect();
    let labels: Vec<i32> = (0..100).map(|i| i32::from(i < 50)).collect();
    for curve in curves(&scores, &labels, &[0.1; 100]) {
        assert!(curve.as_curve().points().true_negative.is_empty());
    }
}

#[test]
fn the_column_belongs_to_the_curve() {
    let (scores, labels, weights) = LOST;
    for ranking in ranked(&scores, &labels, &weights) {
        let result = ranking.true_negatives(&[1.0, 0.0], &mut || false);
        let fault = wrong_length(Argument::FalsePositive, 2, 3);
        assert_eq!(result, Err(fault));
    }
}

/// Two blocks of positives, each way once for what is known and once to write it.
#[test]
fn long_sums_poll() {
    let n = 2 * BLOCK + 2;
    let scores: Vec<f64> = (0..n).map(|i| i as f64).collect();
    let mut labels = vec![1; n];
    let mut weights = vec![1.0; n];
    (labels[0], labels[n - 2], labels[n - 1]) = (0, 0, 0);
    (weights[0], weights[n - 2], weights[n - 1]) = (1.0, 1.0, 1e17);
    for ranking in ranked(&scores, &labels, &weights) {
        let false_positive = ranking.to_curve(&mut || false).unwrap();
        let false_positive = false_positive.as_curve().points().false_positive;
        let (result, polls) = counting_polls(|poll| ranking.true_negatives(false_positive, poll));
        let result = result.unwrap();
        assert_eq!((result.len(), result[n - 2], result[n - 1]), (n, 1.0, 2.0));
        assert!((4..=5).contains(&polls), "{polls}");
        let stopped = ranking.true_negatives(false_positive, &mut || true);
        assert_eq!(stopped, Err(Error::Interrupted));
    }
}

#[test]
fn a_given_column_must_agree_with_the_others() {
    let (scores, labels, weights) = LOST;
    let [curve, _] = curves(&scores, &labels, &weights);
    let given = |true_negative: &[f64]| {
        let points = Points {
            true_negative,
            ..curve.as_curve().points()
        };
        Curve::new(points, &mut || false).map(drop)
    };
    let argument = Argument::TrueNegative;
    assert_eq!(given(&[]), Ok(()));
    assert_eq!(given(&[0.0, 1.0, 1e17]), Ok(()));
    let length = wrong_length(argument, 4, 3);
    assert_eq!(given(&[0.0, 1.0, 1e17, 1e17]), Err(length));
    let disagrees = |position, value, expected| {
        Err(Error::Disagreement {
            argument,
            position,
            value,
            expected,
        })
    };
    assert_eq!(given(&[1.0]), disagrees(0, 1.0, 0.0));
    assert_eq!(given(&[0.0, 1e3]), disagrees(1, 1e3, 0.0));
    let decreasing = Error::Decreasing {
        argument,
        position: 2,
        from: 1.0,
        to: 0.5,
    };
    assert_eq!(given(&[0.0, 1.0, 0.5]), Err(decreasing));
    let missing = Error::Missing {
        argument,
        position: 1,
    };
    assert_eq!(given(&[0.0, f64::NAN]), Err(missing));
}

#[test]
fn there_is_no_point_beyond_the_last_row() {
    let (scores, labels, weights) = LOST;
    let result = curves(&scores, &labels, &weights)[0].as_curve().point(3);
    assert_eq!(result, Err(Error::Row { row: 3, rows: 3 }));
}
