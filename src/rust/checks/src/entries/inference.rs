//! Influences, covariances, replicates, intervals and bands.

use super::args::{Args, COSTS, SCHEMES};
use super::inputs::{FEW, SCORES};
use super::*;
use weighted_roc_core::band::{
    ascending_by_rate, band_by_rate, band_by_threshold, deciles, differences_of_benefits,
    net_benefits, rate_influences, BenefitCovariance, ByThresholds, DecisionCurves, KnownVariances,
    RateGrid, Sample, Type, Where,
};
use weighted_roc_core::censoring::{censoring_curve, outcome_weights};
use weighted_roc_core::decision::Bounds;
use weighted_roc_core::estimate::{estimate, Bootstrapped, Drawn, EstimateRequest, RatesInDesign};
use weighted_roc_core::hypothesis::compare_scores;
use weighted_roc_core::inference::{
    areas_without, class_areas, class_covariance, covariance, curve_over_folds, influence,
    quantity_influences, ClassRequest, CovarianceRequest,
};
use weighted_roc_core::interval::{percentile_intervals, AreaRequest, Level};
use weighted_roc_core::measure::{Density, Measure};
use weighted_roc_core::optimum::{self, optimum};
use weighted_roc_core::over_time::{
    areas_at_times, areas_over_time, concordance, incident_areas, integrated_areas,
    ConcordanceRequest, IncidentRequest, IntegratedRequest, Pairs, TimeWeights, TimesRequest,
};
use weighted_roc_core::quantity::{values, Choice, Place, Quantity};
use weighted_roc_core::reliability::{reliability, ReliabilityRequest};
use weighted_roc_core::replicate::{
    class_replicates, replicate_areas, replicate_covariance, Bootstrap, BootstrapRequest,
    Replicates, Scheme,
};
use weighted_roc_core::sampling::{Folds, Sampling, Unit};
use weighted_roc_core::{memory, Observations, Scores};

/// For each observation of several scores.
const OF_SCORES: usize = 8 * (SCORES + 5);

/// Its curve, and the most that a step of it takes beside that.
const OF_OPTIMUM: usize = 40 + 128;

const OF_CLUSTERS: usize = 16 / 2;

const BEST: Choice = Choice {
    by: Measure::Risk(COSTS),
    prior: None,
    bounds: Bounds::NONE,
};

pub const ENTRIES: &[Entry] = &[
    large("influence", 40, |a, options| {
        let result = influence(&a.observations(), options)?;
        shares(&[result.area]);
        Ok(numbers(&result.values) ^ digest(&result.shares))
    }),
    large("spread", 16, |a, options| {
        spreads(&[a.observations()], &plain(), options)
    }),
    large("covariance, counts", 16, |a, options| {
        let counts = plain().with_sampling(Sampling::default().with_unit(Unit::Count));
        spreads(&[a.observations()], &counts, options)
    }),
    large("covariance, several scores", OF_SCORES, |a, options| {
        spreads(&a.scores(), &plain(), options)
    }),
    large(
        "covariance, several scores, clusters",
        OF_SCORES + OF_CLUSTERS,
        |a, options| spreads(&a.scores(), &a.inputs.clustered(), options),
    ),
    large("covariance, many scores", 0, |a, options| {
        spreads(&wide(a), &plain(), options)
    }),
    large("compare_scores", OF_SCORES, |a, options| {
        compared(&a.scores(), &plain(), options)
    }),
    large(
        "compare_scores, clusters",
        OF_SCORES + OF_CLUSTERS,
        |a, options| compared(&a.scores(), &a.inputs.clustered(), options),
    ),
    large("compare_scores, many scores", 0, |a, options| {
        compared(&wide(a), &plain(), options)
    }),
    large("quantity::values", 80, |a, options| {
        let h = Quantity::whole_curve(Measure::H(Density::ByPriors));
        Ok(digest(&values(&[a.observations()], &[h], options)?))
    }),
    large("optimum", OF_OPTIMUM, |a, options| {
        let request = optimum::Request::new(BEST, &[BEST.by]).with_halves(Some(4));
        optima(a, &request, options)
    }),
    large("optimum, clusters", OF_OPTIMUM, |a, options| {
        let sampling = a.inputs.clustered().sampling;
        let request = optimum::Request::new(BEST, &[BEST.by]).with_halves(Some(4));
        optima(a, &request.with_sampling(sampling), options)
    }),
    large("Bootstrap::new", 56, |a, options| {
        let request = BootstrapRequest::new(Scheme::Dirichlet);
        Bootstrap::new(&[a.observations()], &request, options).map(|_| 0)
    }),
    large("Bootstrap::new, clusters", 56 + 4 / 2, |a, options| {
        let request = BootstrapRequest::new(Scheme::Dirichlet);
        let request = request.with_sampling(a.inputs.clustered().sampling);
        Bootstrap::new(&[a.observations()], &request, options).map(|_| 0)
    }),
    large("replicates of areas", 16, |a, options| {
        replicates(&a.inputs.bootstrap, &[Quantity::AREA], options)
    }),
    large("replicates of areas, clusters", 16, |a, options| {
        replicates(&a.inputs.of_clusters, &[Quantity::AREA], options)
    }),
    large("replicates of partial areas by FPR", 20, |a, options| {
        replicates(
            &a.inputs.bootstrap,
            &[Quantity::partial_by_fpr([0.1, 0.7])],
            options,
        )
    }),
    large("replicates of partial areas by TPR", 20, |a, options| {
        replicates(
            &a.inputs.bootstrap,
            &[Quantity::partial_by_tpr([0.1, 0.7])],
            options,
        )
    }),
    large("replicates of TPR", 20, |a, options| {
        replicates(
            &a.inputs.bootstrap,
            &[0.1, 0.7].map(Quantity::tpr_at),
            options,
        )
    }),
    large("replicates of FPR", 20, |a, options| {
        replicates(
            &a.inputs.bootstrap,
            &[0.1, 0.7].map(Quantity::fpr_at),
            options,
        )
    }),
    large("replicates of rates at thresholds", 20, |a, options| {
        let quantities = [0.1, 0.7].map(|at| Quantity::at_threshold(Measure::Tpr, at));
        replicates(&a.inputs.of_clusters, &quantities, options)
    }),
    large("replicates of the best threshold", 80, |a, options| {
        let quantities = [Quantity::at_place(BEST.by, Place::Chosen(BEST))];
        replicates(&a.inputs.bootstrap, &quantities, options)
    }),
    large("replicate_areas", 56, |a, options| {
        let mut areas = [0.0; 2];
        let to = &mut areas[..a.option(&[2, 1, 0])];
        let replicates = a.numbers(&a.inputs.replicates);
        replicate_areas(&a.observations(), &replicates, to, options)?;
        Ok(shares_or_unknown(&*to))
    }),
    small("replicates, any", |a, mut options| {
        let quantities = [a.quantity(), Quantity::AREA];
        let mut to = [0.0; 4];
        a.with_sampling(|sampling| {
            a.with_outcome(|outcome| {
                let outcome = a.option(&[None, Some(outcome)]);
                let request = BootstrapRequest::new(a.option(&SCHEMES))
                    .with_sampling(sampling)
                    .with_outcome(outcome);
                let bootstrap = Bootstrap::new(&[a.observations()], &request, options.reborrow())?;
                let to = &mut to[..a.option(&[4, 3, 2, 0])];
                bootstrap.replicates(&quantities, a.size(0), to, options)
            })
        })?;
        Ok(shares_or_unknown(&[to[1]]))
    }),
    small("class_replicates", |a, options| {
        with_classes(a, |scores, request| {
            let replicates = Replicates::new(a.option(&SCHEMES), a.size(3));
            class_replicates(scores, request, replicates, options).map(|_| 0)
        })
    }),
    small("class_areas", |a, options| {
        with_classes(a, |scores, request| {
            Ok(shares(&class_areas(scores, request, options)?.values))
        })
    }),
    small("class_covariance", |a, options| {
        with_classes(a, |scores, request| {
            let request = request.with_pairs(a.option(&[false, true]));
            Ok(shares(&class_covariance(scores, &request, options)?.values))
        })
    }),
    small("replicate_covariance", |a, options| {
        let values = a.numbers(&[0.1, 1.0, 0.5, 2.0]);
        replicate_covariance(&values, a.size(2), options.poll).map(|_| 0)
    }),
    small("covariance, any sampling", |a, options| {
        with_request(a, |request| {
            let result = covariance(&a.scores(), request, options)?;
            result.area_intervals(&AreaRequest::default()).ok();
            Ok(if request.quantities == [Quantity::AREA] {
                shares(&result.values)
            } else {
                digest(&result.values)
            })
        })
    }),
    small("quantity_influences", |a, options| {
        quantity_influences(&a.observations(), &[a.quantity()], options).map(|_| 0)
    }),
    small("estimate", |a, options| {
        let (variances, covariances) = ([(); 2].map(|()| a.numbers(&[0.01])), a.numbers(&[0.0]));
        let rates = [RatesInDesign {
            variances: variances.each_ref().map(|variances| &variances[..]),
            covariances: &covariances,
        }; SCORES];
        with_request(a, |request| {
            let mut asked = EstimateRequest::default();
            asked.covariance = *request;
            asked.method = a.method();
            asked.rates = &rates[..a.option(&[0, 0, 1, SCORES])];
            let (number, seed) = (Some(a.size(2)), &|| Ok(1));
            asked.drawn = a.option(&[None, Some(Drawn { number, seed })]);
            let (scheme, outcome) = (a.option(&SCHEMES), None);
            asked.bootstrap = a.option(&[None, Some(Bootstrapped { scheme, outcome })]);
            let result = estimate(&a.scores(), &asked, options)?;
            for of in &result.estimates {
                let interval = &of.interval;
                assert!(interval.low.is_nan() || interval.low <= interval.high);
            }
            Ok(0)
        })
    }),
    small("curve_over_folds", |a, options| {
        let codes = a.codes(&[0, 0, 1, 1, 0, 0, 1, 1]);
        let folds = [Folds {
            codes: &codes,
            number: a.size(2),
        }; 2];
        let folds = &folds[..a.option(&[1, 2, 0])];
        let scores = vec![a.observations(); a.option(&[1, 2, 0])];
        curve_over_folds(&scores, folds, options).map(|_| 0)
    }),
    small("areas_without", |a, options| {
        let parts = [
            a.tally().to_vec(),
            a.inputs.tallies[0].clone(),
            a.tally().to_vec(),
        ];
        Ok(shares_or_unknown(
            &areas_without(&parts, options.poll)?.areas,
        ))
    }),
    small("optimum, any sampling", |a, options| {
        let measures = [a.cell(), a.cell()];
        a.with_sampling(|sampling| {
            let request = optimum::Request::new(a.best(), &measures[..a.option(&[1, 2, 0])]);
            optima(
                a,
                &request.with_sampling(sampling).with_halves(Some(a.size(3))),
                options,
            )
        })
    }),
    small("reliability", |a, options| {
        a.with_sampling(|sampling| {
            let request = ReliabilityRequest::default().with_sampling(sampling);
            let request = request.with_places(a.size(4)).with_replicates(a.size(5));
            let result = reliability(&a.observations(), &request, options)?;
            let ends = result
                .iter()
                .flat_map(|at| at.consistency.iter().chain(&at.confidence));
            shares(ends);
            Ok(shares(result.iter().map(|at| &at.probability)))
        })
    }),
    small("Level", |a, _| {
        Ok(shares(&[Level::new(a.number(0.95))?.get()]))
    }),
    small("percentile_intervals", |a, options| {
        let (of, centres) = (a.numbers(&[0.3, 0.5, 0.7, 0.6]), a.numbers(&[0.5, 0.6]));
        percentile_intervals(&of, &centres, Level::default(), options.poll).map(|_| 0)
    }),
    small("bands by rate", |a, mut options| {
        with_sample(a, options.reborrow(), |mut sample, mut options| {
            let at = a.numbers(&[0.0, 0.5, 1.0]);
            let mut by_rate = RateGrid::new(a.rate(), &at);
            by_rate.kind = a.option(&[Type::Pointwise, Type::EqualPrecision, Type::FixedWidth]);
            ascending_by_rate(by_rate.by, &at).ok();
            let places = sample.places(Where::Rates(by_rate), &mut *options.poll)?;
            let columns = [(); 4].map(|()| a.numbers(&places));
            let [places, x, y, z] = columns.each_ref().map(|column| &column[..]);
            match a.option(&[0, 1, 2, 3]) {
                0 => {}
                1 => {
                    let replicates = Replicates::new(a.option(&SCHEMES), a.size(3));
                    sample.resample(places, replicates, options.reborrow())?;
                }
                2 => a.with_weight_models(|models| {
                    sample.weight_model(places, &models, options.reborrow())
                })?,
                _ => sample.give(KnownVariances::new(places, [x, y], z)?),
            }
            let result = band_by_rate(&sample, &by_rate, options.poll)?;
            shares(&result.rate);
            Ok(shares_or_unknown(result.low.iter().chain(&result.high)))
        })
    }),
    small("bands by threshold", |a, mut options| {
        with_sample(a, options.reborrow(), |sample, options| {
            let at = match a.option(&[false, true]) {
                false => a.numbers(&[0.2, 0.4]).into_owned(),
                true => deciles(&sample)?,
            };
            let kind = a.option(&[Type::FixedWidth, Type::Pointwise, Type::EqualPrecision]);
            let result = band_by_threshold(&sample, &at, kind, options.poll)?;
            Ok(shares(&result.tpr.rate) ^ shares_or_unknown(&result.tnr.low))
        })
    }),
    small("places", |a, mut options| {
        with_sample(a, options.reborrow(), |sample, options| {
            sample.thresholds_of(&a.numbers(&[0.5, 1.0])).ok();
            sample.places_of(&[a.quantity()], &mut *options.poll).ok();
            let interval = Where::Interval(a.rate(), a.pair([0.2, 0.6]));
            let at = a.option(&[Where::Share(a.number(0.3), a.prior()), interval]);
            sample.places(at, options.poll).map(|_| 0)
        })
    }),
    small("rate_influences", |a, options| {
        let places = [ByThresholds {
            threshold: a.option(&[None, Some(a.number(0.4))]),
            next: a.option(&[None, Some(a.number(0.5))]),
            share: a.number(0.5),
        }];
        Ok(shares(
            &rate_influences(&a.observations(), &places, options)?.values,
        ))
    }),
    small("BenefitCovariance::linked", |a, options| {
        with_benefits(a, options, |samples, asked, options| {
            a.with_weight_models(|models| {
                BenefitCovariance::linked(samples, asked, &models, options).map(|_| 0)
            })
        })
    }),
    small("BenefitCovariance::resampled", |a, options| {
        with_benefits(a, options, |samples, asked, options| {
            let replicates = Replicates::new(a.option(&SCHEMES), a.size(3));
            BenefitCovariance::resampled(samples, asked, replicates, options).map(|_| 0)
        })
    }),
    small("net_benefits", |a, options| {
        let along = a.along()?;
        with_benefits(a, options, |samples, asked, options| {
            net_benefits(samples, asked, along.as_ref(), options).map(|_| 0)
        })
    }),
    small("differences_of_benefits", |a, options| {
        let along = a.along()?;
        with_benefits(a, options, |samples, asked, options| {
            differences_of_benefits(samples, asked, along.as_ref(), options).map(|_| 0)
        })
    }),
    small("DecisionCurves::influences", |a, options| {
        with_benefits(a, options, |_, asked, options| {
            asked.influences(&a.observations(), options).map(|_| 0)
        })
    }),
    small("outcome_weights", |a, options| {
        let result = a.with_outcome(|outcome| outcome_weights(&outcome, options))?;
        assert!(result.labels.iter().all(|label| (0..2).contains(label)));
        Ok(not_negative(&result.weights))
    }),
    small("censoring_curve", |a, options| {
        let result = a.with_outcome(|outcome| censoring_curve(&outcome, options))?;
        Ok(shares(&result.survival))
    }),
    small("WeightModels::influences", |a, options| {
        let (influences, weights) = (a.numbers(&[0.5; FEW]), a.numbers(&[1.0; FEW]));
        let result =
            a.with_weight_models(|models| models.influences(&influences, &weights, options))?;
        assert_eq!(result.len(), influences.len());
        Ok(0)
    }),
    small("areas over time", |a, mut options| {
        let (scores, times) = (columns(a), a.numbers(&[1.0, 4.5, 6.0]));
        let is_given = a.option(&[true, false]);
        a.with_outcome(|outcome| {
            areas_over_time(
                &scores,
                &outcome,
                is_given.then_some(&times),
                options.reborrow(),
            )
            .ok();
            a.with_sampling(|sampling| {
                let request = TimesRequest::new(outcome, &times).with_sampling(sampling);
                let request = request.with_covariance(true).with_influences(true);
                areas_at_times(&scores, &request, options).map(|_| 0)
            })
        })
    }),
    small("incident_areas", |a, options| {
        let (scores, times) = (columns(a), a.numbers(&[1.0, 4.5, 6.0]));
        let bandwidth = a.option(&[None, Some(a.number(1.0))]);
        a.with_outcome(|outcome| {
            a.with_sampling(|sampling| {
                let request = IncidentRequest::new(outcome, &times).with_sampling(sampling);
                let request = request.with_bandwidth(bandwidth).with_covariance(true);
                incident_areas(&scores, &request, options).map(|_| 0)
            })
        })
    }),
    small("integrated_areas", |a, options| {
        let (scores, times) = (columns(a), a.numbers(&[1.0, 4.5, 6.0]));
        let weights = a.numbers(&[1.0, 2.0, 1.0]);
        let weights = a.option(&[
            TimeWeights::Incidence,
            TimeWeights::KnownVariances(&weights),
        ]);
        let times = a.option(&[None, Some(&times[..])]);
        a.with_outcome(|outcome| {
            a.with_sampling(|sampling| {
                let request = IntegratedRequest::new(outcome).with_sampling(sampling);
                let request = request.with_times(times).with_weights(weights);
                integrated_areas(&scores, &request, options).map(|_| 0)
            })
        })
    }),
    small("concordance", |a, options| {
        let scores = columns(a);
        a.with_outcome(|outcome| {
            a.with_sampling(|sampling| {
                let request = ConcordanceRequest::new(outcome).with_sampling(sampling);
                let request = request.with_until(a.number(6.0)).with_influences(true);
                let request = request.with_pairs(a.option(&[Pairs::Harrell, Pairs::Uno]));
                concordance(&scores, &request, options).map(|_| 0)
            })
        })
    }),
];

fn plain() -> CovarianceRequest<'static> {
    CovarianceRequest::default()
}

fn wide<'a>(a: &Args<'a>) -> Vec<Observations<'a>> {
    a.inputs
        .wide
        .iter()
        .map(|case| case.observations())
        .collect()
}

fn columns<'a>(a: &Args<'a>) -> Vec<Scores<'a>> {
    a.scores().iter().map(|of| of.scores).collect()
}

fn spreads(scores: &[Observations], request: &CovarianceRequest, options: Options) -> Result<u64> {
    let result = covariance(scores, request, options)?;
    Ok(shares(&result.values) ^ digest(result.matrix.iter().chain(&result.df)))
}

fn compared(scores: &[Observations], request: &CovarianceRequest, options: Options) -> Result<u64> {
    let result = compare_scores(scores, request, options)?;
    let pairs = result.pairs.iter().flat_map(|pair| &pair.fourths);
    Ok(digest(pairs.chain([&result.joint.statistic])))
}

fn optima(a: &Args, request: &optimum::Request, options: Options) -> Result<u64> {
    let result = optimum(&a.observations(), request, options)?;
    if request.measures == [BEST.by] {
        numbers(result.measures.iter().map(|of| &of.apparent));
    }
    let estimates = result.measures.iter().map(|of| &of.estimate);
    Ok(digest(estimates.chain([&result.threshold.high])))
}

fn replicates(bootstrap: &Bootstrap, quantities: &[Quantity], options: Options) -> Result<u64> {
    let mut to = memory::filled(12, 0.0)?;
    bootstrap.replicates(quantities, 0, &mut to, options)?;
    Ok(digest(&to))
}

fn with_request<T>(a: &Args, call: impl FnOnce(&CovarianceRequest<'_>) -> T) -> T {
    let quantities = [Quantity::AREA, a.quantity()];
    a.with_sampling(|sampling| {
        let request = plain().with_quantities(&quantities[..a.option(&[1, 2, 0])]);
        let request = request.with_pairs(a.option(&[false, true]));
        call(
            &request
                .with_sets(a.option(&[false, true]))
                .with_sampling(sampling),
        )
    })
}

fn with_classes<T>(a: &Args, call: impl FnOnce(&[Scores<'_>], &ClassRequest<'_>) -> T) -> T {
    let (mut scores, codes) = (columns(a), a.codes(&[0, 1, 0, 1, 0, 1, 0, 1]));
    scores.truncate(a.option(&[2, 3, 1]));
    let weights = a.observations().weights;
    a.with_sampling(|sampling| {
        let request = ClassRequest::new(&codes, a.size(2)).with_weights(weights);
        call(&scores, &request.with_sampling(sampling))
    })
}

fn with_sample<T>(
    a: &Args,
    mut options: Options,
    call: impl FnOnce(Sample<'_>, Options) -> Result<T>,
) -> Result<T> {
    let of = a.observations();
    a.with_sampling(|mut sampling| {
        sampling.weight_models = None;
        let sample = Sample::new(&of, sampling, Level::default(), options.reborrow())?;
        call(sample, options)
    })
}

fn with_benefits<T>(
    a: &Args,
    mut options: Options,
    call: impl FnOnce(&mut [Sample<'_>], &DecisionCurves, Options) -> Result<T>,
) -> Result<T> {
    let thresholds = a.numbers(&[0.2, 0.5]);
    let mut asked = DecisionCurves::new(&thresholds);
    asked.prior = a.prior();
    asked.standardized = a.option(&[false, true]);
    asked.simultaneous = a.option(&[false, true]);
    asked.ascending().ok();
    let of = a.observations();
    let samples: Result<Vec<Sample>> = (0..a.option(&[2, 1, 0]))
        .map(|_| {
            Sample::new(
                &of,
                Sampling::default(),
                Level::default(),
                options.reborrow(),
            )
        })
        .collect();
    call(&mut samples?, &asked, options)
}
