//! Tests, powers, pooled estimates and distributions.

use super::*;
use weighted_roc_core::covariance::{Covariance, UnitSums};
use weighted_roc_core::distribution::{Beta, ChiSquare, Fisher, MultivariateT, Normal, Student};
use weighted_roc_core::estimate::EstimateRequest;
use weighted_roc_core::hypothesis::{
    groups, test, test_estimate, test_scores, AtTimes, Group, Test,
};
use weighted_roc_core::inference::{covariance, CovarianceRequest};
use weighted_roc_core::interval::{AreaRequest, Level};
use weighted_roc_core::pooling::{self, rubin, Pooling};
use weighted_roc_core::power::{
    solve, Effect, Hypothesis, Influences, Model, Numbers, Plan, Wanted,
};
use weighted_roc_core::quantity::Quantity;
use weighted_roc_core::sampling::{Correction, Folds};

pub const ENTRIES: &[Entry] = &[
    small("test", |a, options| {
        let blocks: Vec<Covariance> = (0..a.option(&[3, 2, 1, 0])).map(|_| one(a)).collect();
        tested_of(a, &blocks, options)
    }),
    small("test of known covariances", |a, options| {
        let matrix = a.numbers(&[0.01, 0.0, 0.0, 0.0, 0.01, 0.0, 0.0, 0.0, 0.01]);
        let values = a.numbers(&[0.7, 0.6, 0.8]);
        let number = a.option(&[3, 2, 1]).min(values.len());
        let matrix = matrix[..(number * number).min(matrix.len())].to_vec();
        let df = a.numbers(&[9.0, 8.0, 7.0]);
        let df = &df[..a.option(&[1, 3]).min(df.len())];
        let known = Covariance::known(&values[..number], matrix, df)?;
        tested_of(a, &[known], options)
    }),
    small("test of a covariance", |a, mut options| {
        let mut result = a.with_sampling(|sampling| {
            let request = CovarianceRequest::default().with_sampling(sampling);
            covariance(&a.scores(), &request, options.reborrow())
        })?;
        match a.option(&[0, 0, 0, 1, 2]) {
            0 => {}
            1 => drop(result.matrix.pop()),
            _ => result.values.clear(),
        }
        result.area_intervals(&AreaRequest::default()).ok();
        tested_of(a, &[result], options)
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
                request.sampling.folds = &folds[..a.option(&[0, 1])];
            }
            let result = test_scores(&a.scores(), &request, &a.request_of_test(), options)?;
            Ok(tested(&result.test))
        })
    }),
    small("groups, AtTimes", |a, mut options| {
        let scores = a.scores();
        let scores = &scores[..scores.len().min(1)];
        let known = a.numbers(&[0.02, 0.01, 0.01, 0.03]);
        a.with_sampling(|sampling| {
            let request = CovarianceRequest::default().with_sampling(sampling);
            let others = a.option(&[CovarianceRequest::default(), request]);
            let [first, other] = [request, others].map(|request| Group { scores, request });
            let all = [other, first, other];
            let all = &all[..a.option(&[2, 1, 0, 3])];
            let known = a.option(&[None, Some(&known[..])]);
            if let Ok(times) = AtTimes::new(all, known, options.reborrow()) {
                times.levels(Level::default(), &mut *options.poll).ok();
                let request = a.request_of_test();
                times
                    .test(&Quantity::AREA, &request, &mut *options.poll)
                    .ok();
            }
            let blocks = groups(all, a.option(&[true, false]), options.reborrow())?;
            tested_of(a, &blocks, options)
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
    small("UnitSums::spread", |a, options| {
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
        tested_of(a, &[result], options)
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
        let hull_of_weights = Effect::from_weights(&a.numbers(&[1.0, 2.0]));
        hull_of_weights
            .map(|effect| numbers(&[effect.factor()]))
            .ok();
        Ok(numbers(&[Effect::from_factor(a.number(1.5))?.factor()]))
    }),
    small("Influences::from_pilot", |a, options| {
        let (codes, number) = (
            a.codes(&a.inputs.clusters),
            a.size(a.inputs.number_of_clusters()),
        );
        let clusters = a.option(&[None, Some((&codes[..], number))]);
        let scores = a.scores();
        let scores = &scores[..a.option(&[2, 1, 3]).min(scores.len())];
        Influences::from_pilot(scores, a.unit(), clusters, options).map(|_| 0)
    }),
    small("solve", |a, options| {
        let effect = Effect::from_factor(1.5)?;
        let correlation = a.option(&[None, Some(a.number(0.5))]);
        let model = a.option(&[Model::Binormal, Model::Exponential]);
        let influences = Influences::from_model(model, correlation, effect)?;
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

/// A score's, or any other estimate's.
fn one(a: &args::Args) -> Covariance {
    let (value, variance, df) = (a.number(0.7), a.number(0.01), a.number(9.0));
    let mut one = Covariance::known(&[value], vec![variance], &[df]).expect("as many as estimates");
    (one.prior_df, one.max_df) = (a.number(4.0), a.number(30.0));
    (one.units, one.placement_factor) = (vec![a.number(30.0)], vec![a.number(0.1)]);
    one.effective = a.pair([20.0, 10.0]).to_vec();
    one
}

fn tested_of(a: &args::Args, blocks: &[Covariance], options: Options) -> Result<u64> {
    let quantity = a.option(&[Quantity::AREA, Quantity::tpr_at(0.5)]);
    a.with_contrasts(|among| {
        let result = test(blocks, &quantity, among, &a.request_of_test(), options.poll)?;
        Ok(tested(&result.test))
    })
}
