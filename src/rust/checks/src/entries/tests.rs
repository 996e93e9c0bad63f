//! Tests, powers, pooled estimates and distributions.

use super::*;
use weighted_roc_core::covariance::{Covariance, UnitSums};
use weighted_roc_core::distribution::{Beta, ChiSquare, Fisher, MultivariateT, Normal, Student};
use weighted_roc_core::estimate::EstimateRequest;
use weighted_roc_core::hypothesis::{
    compare_scores, groups, test, test_estimate, test_scores, Among, AtTimes, Group, Test,
};
use weighted_roc_core::inference::{covariance, CovarianceRequest};
use weighted_roc_core::interval::AreaRequest;
use weighted_roc_core::pooling::{self, rubin, Pooling};
use weighted_roc_core::power::{
    solve, Effect, Hypothesis, Influences, Model, Numbers, Plan, Wanted,
};
use weighted_roc_core::quantity::Quantity;
use weighted_roc_core::sampling::{Correction, Folds};
use weighted_roc_core::{Error, Options};

pub const ENTRIES: &[Entry] = &[
    small("test", |a, options| {
        let matrix = [0.01, 0.0, 0.0, 0.0, 0.01, 0.0, 0.0, 0.0, 0.01];
        let (estimates, df) = (a.numbers(&[0.7, 0.6, 0.8]), a.numbers(&[9.0, 8.0, 7.0]));
        let (matrix, number) = (
            a.numbers(&matrix),
            a.option(&[3, 2, 1]).min(estimates.len()),
        );
        let known = Covariance::known(
            &estimates[..number],
            matrix[..(number * number).min(matrix.len())].to_vec(),
            &df[..number.min(df.len())],
        )?;
        let blocks: Vec<_> = match a.option(&[0, 3, 2, 1]) {
            0 => vec![known],
            number => (0..number).map(|_| sample(a)).collect::<Result<_, _>>()?,
        };
        let quantity = a.option(&[Quantity::AREA, Quantity::tpr_at(0.5)]);
        a.with_contrasts(|among| {
            let result = test(
                &blocks,
                &quantity,
                among,
                &a.request_of_test(),
                options.poll,
            )?;
            Ok(tested(&result.test))
        })
    }),
    small("test of a covariance", |a, mut options| {
        let mut result = a.with_sampling(|sampling| {
            covariance(
                &a.scores(),
                &CovarianceRequest::default().with_sampling(sampling),
                options.reborrow(),
            )
        })?;
        match a.option(&[0, 0, 0, 1, 2]) {
            0 => {}
            1 => drop(result.matrix.pop()),
            _ => result.values.clear(),
        }
        result.area_intervals(&AreaRequest::default()).ok();
        let request = a.request_of_test();
        let result = test(
            &[result],
            &Quantity::AREA,
            Among::All,
            &request,
            options.poll,
        )?;
        Ok(tested(&result.test))
    }),
    small("test_scores", |a, options| {
        let codes = a.codes(&[0, 0, 1, 1, 0, 0, 1, 1]);
        let folds = [Folds {
            codes: &codes,
            number: a.size(2),
        }];
        a.with_sampling(|sampling| {
            let mut request = CovarianceRequest::default().with_sampling(sampling);
            if sampling.folds.is_empty() {
                request.sampling.folds = a.option(&[&[], &folds]);
            }
            compare_scores(&a.scores(), &request, Options::new(&mut || false)).ok();
            let result = test_scores(&a.scores(), &request, &a.request_of_test(), options)?;
            Ok(tested(&result.test))
        })
    }),
    small("groups", |a, mut options| {
        let scores = a.scores();
        let scores = &scores[..scores.len().min(1)];
        a.with_sampling(|sampling| {
            let request = CovarianceRequest::default().with_sampling(sampling);
            let others = a.option(&[CovarianceRequest::default(), request]);
            let [first, other] = [request, others].map(|request| Group { scores, request });
            let all = &[other, first, other][..a.option(&[2, 1, 0, 3])];
            a.with_contrasts(|among| {
                let blocks = groups(all, a.option(&[true, false]), options.reborrow())?;
                let request = a.request_of_test();
                test(&blocks, &Quantity::AREA, among, &request, options.poll).map(|_| 0)
            })
        })
    }),
    small("AtTimes", |a, options| {
        let scores = a.scores();
        let scores = &scores[..scores.len().min(1)];
        let covariance = a.numbers(&[0.02, 0.01, 0.01, 0.03]);
        a.with_sampling(|sampling| {
            let request = CovarianceRequest::default().with_sampling(sampling);
            let times = [Group { scores, request }; 2];
            let given = a.option(&[None, Some(&covariance[..])]);
            AtTimes::new(&times[..a.option(&[2, 1, 0])], given, options).map(|_| 0)
        })
    }),
    small("test_estimate", |a, options| {
        let quantities = [a.quantity()];
        a.with_sampling(|sampling| {
            let asked = EstimateRequest::default();
            let asked = asked.with_quantities(&quantities).with_sampling(sampling);
            test_estimate(&[a.observations()], &asked, &a.request_of_test(), options).map(|_| 0)
        })
    }),
    small("UnitSums::covariance", |a, options| {
        let lengths = a.option(&[
            [2, 4, 4, 4, 2],
            [1; 5],
            [0; 5],
            [2; 5],
            [1, 0, 1, 1, 1],
            [3, 9, 9, 8, 3],
        ]);
        let [values, negatives, positives, both, df] =
            lengths.map(|length| a.numbers(&vec![0.01; length]).into_owned());
        let sums = UnitSums {
            values,
            negatives,
            positives,
            both,
            df,
            numbers: a.pair([20.0, 10.0]),
            units: [20.0, 10.0, 30.0].map(|valid| a.number(valid)),
            effective: a.pair([20.0, 10.0]),
            effective_clusters: [2.0; 2],
        };
        let result = sums.covariance(a.option(&[Correction::DeLong, Correction::Jackknife]))?;
        result.area_intervals(&AreaRequest::default()).ok();
        let request = a.request_of_test();
        test(
            &[result],
            &Quantity::AREA,
            Among::All,
            &request,
            options.poll,
        )
        .map(|_| 0)
    }),
    small("rubin", |a, _| {
        let (estimates, errors) = (a.numbers(&[0.7, 0.6, 0.8]), a.numbers(&[0.1, 0.2, 0.1]));
        let mut pooling = Pooling::new(&estimates, &errors);
        let possible = a.pair([0.0, 1.0]);
        pooling.scale = a.option(&[pooling::Scale::Logit, pooling::Scale::Plain { possible }]);
        pooling.complete = a.number(30.0);
        pooling.null = a.option(&[None, Some(a.number(0.5))]);
        Ok(numbers(&[rubin(&pooling)?.estimate]))
    }),
    small("Effect", |a, _| {
        let of_weights = Effect::of_weights(&a.numbers(&[1.0, 2.0]));
        of_weights.map(|effect| numbers(&[effect.factor()])).ok();
        Ok(numbers(&[Effect::of_factor(a.number(1.5))?.factor()]))
    }),
    small("Influences::of_pilot", |a, options| {
        let (codes, number) = (
            a.codes(&a.inputs.clusters),
            a.size(a.inputs.number_of_clusters()),
        );
        let clusters = a.option(&[None, Some((&codes[..], number))]);
        let scores = a.scores();
        let scores = &scores[..a.option(&[2, 1, 3]).min(scores.len())];
        Influences::of_pilot(scores, a.unit(), clusters, options).map(|_| 0)
    }),
    small("solve", |a, options| {
        let effect = Effect::of_factor(1.5)?;
        let correlation = a.option(&[None, Some(a.number(0.5))]);
        let model = a.option(&[Model::Binormal, Model::Exponential]);
        let influences = Influences::of_model(model, correlation, effect)?;
        let question = a.option(&[Hypothesis::One, Hypothesis::Paired, Hypothesis::Unpaired]);
        let mut plan = Plan::new(&influences, question);
        plan.reference = a.number(plan.reference);
        plan.margin = a.number(plan.margin);
        let known = Numbers {
            positives: a.number(100.0),
            ratio: a.number(2.0),
            area: a.number(0.7),
            level: a.number(0.05),
            power: a.number(0.9),
        };
        let wanted = a.option(&[
            Wanted::Power,
            Wanted::Level,
            Wanted::Positives,
            Wanted::Ratio,
            Wanted::Area,
        ]);
        Ok(numbers(&[solve(&plan, wanted, &known, options.poll)?]))
    }),
    small("Beta", |a, _| {
        let (of, at) = (Beta::new(a.number(2.0), a.number(3.0))?, a.number(0.3));
        tails([of.lower(at), of.upper(at)], at);
        assert!(at.is_nan() || of.density(at) >= 0.0);
        Ok(shares(&[of.lower_quantile(at)?, of.upper_quantile(at)?]))
    }),
    small("Fisher", |a, _| {
        let (of, at) = (Fisher::new(a.number(2.0), a.number(3.0))?, a.number(0.3));
        tails([of.lower(at), of.upper(at)], at);
        assert!(at.is_nan() || of.density(at) >= 0.0);
        Ok(not_negative(&[
            of.lower_quantile(at)?,
            of.upper_quantile(at)?,
        ]))
    }),
    small("ChiSquare", |a, _| {
        let (of, at) = (ChiSquare::new(a.number(2.0))?, a.number(0.3));
        tails([of.lower(at), of.upper(at)], at);
        Ok(not_negative(&[
            of.lower_quantile(at)?,
            of.upper_quantile(at)?,
        ]))
    }),
    small("Student", |a, _| {
        let (of, at) = (Student::new(a.number(2.0))?, a.number(0.3));
        tails([of.lower(at), of.upper(at)], at);
        Ok(numbers(&[of.lower_quantile(at)?, of.upper_quantile(at)?]))
    }),
    small("Normal", |a, _| {
        let at = a.number(0.3);
        tails([Normal.lower(at), Normal.upper(at)], at);
        Ok(numbers(&[
            Normal.lower_quantile(at)?,
            Normal.upper_quantile(at)?,
        ]))
    }),
    small("MultivariateT", |a, options| {
        let covariance = a.numbers(&[1.0, 0.5, 0.5, 1.0]);
        let result = MultivariateT::new(&covariance, a.number(9.0), options.poll)?;
        let at = a.number(0.9);
        let _ = (result.lower_quantile(at), result.upper_quantile(at));
        Ok(shares_or_unknown(&[result.lower(at), result.upper(at)]))
    }),
];

/// The ends of its interval are in order.
fn tested(test: &Test) -> u64 {
    let [low, high] = test.interval;
    let is_known = !low.is_nan() && !high.is_nan();
    assert!(!is_known || low <= high, "{low:e} to {high:e}");
    shares_or_unknown(&[test.p_value])
}

/// They are probabilities at a place, which may be invalid.
fn tails(tails: [f64; 2], place: f64) {
    if !place.is_nan() {
        shares(&tails);
    }
}

fn sample(a: &args::Args) -> Result<Covariance, Error> {
    let mut sample = Covariance::known(&[a.number(0.7)], vec![a.number(0.01)], &[a.number(9.0)])?;
    sample.prior_df = a.number(4.0);
    sample.units = vec![a.number(30.0)];
    sample.placement_factor = vec![a.number(0.1)];
    Ok(sample)
}
