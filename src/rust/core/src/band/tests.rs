//! Against values that R code of the same formulas gave, and against definitions. The pointwise ends of a rate at a
//! rate are by `tools/references/rates-r.R`.

use super::*;
use crate::inference::tests::{leverages, rate_covariance};
use crate::interval::Level;
use crate::quantity::{Measure, Place, Quantity};
use crate::replicate::{Replicates, Scheme};
use crate::sampling::Sampling;
use crate::sampling::Unit;
use crate::testing::by;
use crate::testing::data::Data;
use crate::{Observations, Scores};

fn never() -> bool {
    false
}

fn sample<'a>(observations: &Observations<'a>, sampling: Sampling<'a>) -> Sample<'a> {
    Sample::new(observations, sampling, Level::default(), by(1, &mut never)).unwrap()
}

/// Scores with ties and weights of several sizes, and clusters.
fn few() -> (Data, Vec<i32>) {
    let label = |i: usize| i32::from(i % 3 == 0);
    let data = Data::with(
        (0..24)
            .map(|i| ((i * 5) % 11) as f64 + 3.0 * f64::from(label(i)))
            .collect(),
        (0..24).map(label).collect(),
        (0..24).map(|i| 1.0 + ((i * 7) % 5) as f64 / 2.0).collect(),
    );
    (data, (0..24).map(|i| i % 8).collect())
}

struct Frozen {
    /// The rate that is not given where the other one is 0.6, 0.1 and 0.3, and its ends.
    by_rate: &'static [(Type, Rate, [[f64; 3]; 3])],
    /// The lower and upper ends of TPR and TNR at 5 and at 8, by turns.
    by_threshold: &'static [(Type, [[f64; 4]; 2])],
    /// Estimates and ends of [`made_of_rates`].
    ends: [[f64; 14]; 3],
    /// Net benefits and their ends, and differences and their ends, of each by itself and of all.
    benefits: [[[f64; 3]; 6]; 2],
}

#[rustfmt::skip]
const ALONE: Frozen = Frozen {
    by_rate: &[
        (Type::Pointwise, Rate::Fpr, [
            [0.8482758620689667, 0.20689655172413793, 0.5448275862068969],
            [0.38094599890635167, 0.00530912270293981, 0.04995026605978966],
            [1.0, 0.697584410476416, 0.9433592714361251],
        ]),
        (Type::Pointwise, Rate::Tpr, [
            [0.359595959595959, 0.0, 0.18749999999999978],
            [0.022162889967802135, 0.0, 0.0],
            [0.7887003206585796, 0.3334496279669723, 0.5565778979706382],
        ]),
        (Type::EqualPrecision, Rate::Fpr, [
            [0.8482758620689667, 0.20689655172413793, 0.5448275862068969],
            [0.3356386000845958, 0.0, 0.0],
            [1.0, 0.6743426125421204, 0.9582578839808144],
        ]),
        (Type::EqualPrecision, Rate::Tpr, [
            [0.359595959595959, 0.0, 0.18749999999999978],
            [0.0, 0.0, 0.0],
            [1.0, 0.39616053621225666, 0.5448059505805203],
        ]),
        (Type::FixedWidth, Rate::Fpr, [
            [0.8482758620689667, 0.20689655172413793, 0.5448275862068969],
            [0.15398932287729178, 0.0, 0.0],
            [1.0, 1.0, 1.0],
        ]),
        (Type::FixedWidth, Rate::Tpr, [
            [0.359595959595959, 0.0, 0.18749999999999978],
            [0.0, 0.0, 0.0],
            [1.0, 0.56974904384804, 0.7938466859108939],
        ]),
    ],
    by_threshold: &[
        (Type::Pointwise, [
            [0.3736480357062129, 0.21650019152691158, 0.22332540407166118, 0.4217572685739661],
            [0.9430455517440617, 0.6897466682868021, 0.8404620905797037, 0.878828409298265],
        ]),
        (Type::EqualPrecision, [
            [0.2487434529116067, 0.14158874245573272, 0.11257295121520412, 0.33687556481746883],
            [0.9922703401070744, 0.7713257080346149, 0.9358482667279621, 0.9400221144225145],
        ]),
        (Type::FixedWidth, [
            [0.280920449765855, 0.10280739195159594, 0.0740238980417171, 0.3603831495273535],
            [1.0, 0.775980486836283, 1.0, 1.0],
        ]),
    ],
    ends: [
        [
            0.08820271682340647, 0.24457941483803552, 0.5448275862068966, 0.6227272727272727, 0.4224137931034483,
            0.30402930402930406, 0.42105263157894735, 0.432601880877743, 0.16812609457092817, 0.16051068462482346,
            1.4413793103448276, 0.6321839080459771, 0.26489226869455007, 0.8635235732009926,
        ],
        [
            0.014574398855231166, 0.05004030048017094, 0.04995026605978966, 0.29270556647768164,
            0.12054177035516578, 0.0649944501597603, 0.24547029867164594, 0.2447214354902843,
            -0.21008109759586266, -0.19124108110800994, 0.5835225880322857, 0.18237845171844944, 0.11900520064708822,
            0.724710333964894,
        ],
        [
            0.19316079665317248, 0.3689445967398314, 0.9433592714361251, 0.9971101242223996, 0.6889975797801283,
            0.5223646888454571, 0.6257012152157876, 0.6433116988887341, 0.4707350136637075, 0.44488392186381964,
            3.080114880675549, 1.6106690676337876, 0.43180164921214936, 0.9611837749740846,
        ],
    ],
    benefits: [
        [
            [0.24210526315789474, 0.1736842105263158, 0.06466165413533834],
            [0.038553119809485586, -0.028017199655691466, -0.12211009039836093],
            [0.48035307045333614, 0.41589949710759033, 0.2747760863636212],
            [0.10409356725146199, 0.12368421052631579, 0.12180451127819546],
            [-0.026557883855942543, -0.022156949415932048, -0.0017040313246149685],
            [0.25422256509891394, 0.2902718178502691, 0.25745254014256125],
        ],
        [
            [0.24210526315789474, 0.1736842105263158, 0.06466165413533834],
            [0.02207672140675554, -0.043341077397142574, -0.13457180361618587],
            [0.5026743997153533, 0.4383519463148795, 0.292589902327568],
            [0.10409356725146199, 0.12368421052631579, 0.12180451127819546],
            [-0.04217830484610691, -0.038984923690123574, -0.014712781005930195],
            [0.2755677617119832, 0.3134926875078131, 0.27532623465855555],
        ],
    ],
};

#[rustfmt::skip]
const CLUSTERED: Frozen = Frozen {
    by_rate: &[
        (Type::Pointwise, Rate::Fpr, [
            [0.8482758620689667, 0.20689655172413793, 0.5448275862068969],
            [0.286031449538319, 0.0002903848681310972, 0.02411751193764826],
            [1.0, 0.8026589989953788, 0.9892814049229512],
        ]),
        (Type::Pointwise, Rate::Tpr, [
            [0.359595959595959, 0.0, 0.18749999999999978],
            [0.0, 0.0, 0.0],
            [0.962354307734187, 0.4044133572604327, 0.675158516017906],
        ]),
        (Type::EqualPrecision, Rate::Fpr, [
            [0.8482758620689667, 0.20689655172413793, 0.5448275862068969],
            [0.28558470064471964, 0.0, 0.0],
            [1.0, 0.8377937468236523, 0.9919949363928835],
        ]),
        (Type::EqualPrecision, Rate::Tpr, [
            [0.359595959595959, 0.0, 0.18749999999999978],
            [0.0, 0.0, 0.0],
            [1.0, 0.46233903251604214, 0.7306815125681195],
        ]),
        (Type::FixedWidth, Rate::Fpr, [
            [0.8482758620689667, 0.20689655172413793, 0.5448275862068969],
            [0.05912839432861533, 0.0, 0.0],
            [1.0, 1.0, 1.0],
        ]),
        (Type::FixedWidth, Rate::Tpr, [
            [0.359595959595959, 0.0, 0.18749999999999978],
            [0.0, 0.0, 0.0],
            [1.0, 0.6179587358253051, 0.8420563778881591],
        ]),
    ],
    by_threshold: &[
        (Type::Pointwise, [
            [0.3435972636811294, 0.1843347241652291, 0.20338224598401966, 0.3831200192470904],
            [0.9496726610275524, 0.7310598853668012, 0.8557668023107015, 0.8949324180300361],
        ]),
        (Type::EqualPrecision, [
            [0.2067751816473039, 0.09809517375039223, 0.0874021602983998, 0.2830126446632084],
            [0.9957817724670427, 0.8287981742469097, 0.9530648145255617, 0.9596126568599899],
        ]),
        (Type::FixedWidth, [
            [0.2490969840132854, 0.019978854362443954, 0.042200432289147494, 0.2775546119382015],
            [1.0, 0.8588090244254349, 1.0, 1.0],
        ]),
    ],
    ends: [
        [
            0.08820271682340647, 0.24457941483803552, 0.5448275862068966, 0.6227272727272727, 0.4224137931034483,
            0.30402930402930406, 0.42105263157894735, 0.432601880877743, 0.16812609457092817, 0.16051068462482346,
            1.4413793103448276, 0.6321839080459771, 0.26489226869455007, 0.8635235732009926,
        ],
        [
            0.0067521802097706, 0.029049679989550464, 0.02411751193764826, 0.26975361701943634,
            0.08205583667623545, 0.047679401862446735, 0.20948722108786896, 0.21125853397206373,
            -0.2895480565850008, -0.2708590140830247, 0.47620347228371845, 0.1481111689146329,
            0.089223833495757, 0.6870010371293326,
        ],
        [
            0.20252973313050399, 0.3743155069248718, 0.9892814049229512, 0.9987204274067212, 0.7188337978835511,
            0.5385885180450762, 0.6734936665497688, 0.6873084198542849, 0.5398001716357116, 0.5120875668155989,
            3.7408966352051136, 2.027133217094584, 0.4770175990442596, 0.9756799665654955,
        ],
    ],
    benefits: [
        [
            [0.24210526315789474, 0.1736842105263158, 0.06466165413533834],
            [0.016497965765305628, -0.04533089817019148, -0.15228916278913493],
            [0.516688026757794, 0.45113197595694565, 0.3097702081603507],
            [0.10409356725146199, 0.12368421052631579, 0.12180451127819546],
            [-0.21476622317425878, -0.20375615945453668, -0.07944274882383646],
            [0.44240160396391204, 0.4666443166120579, 0.32002340183139705],
        ],
        [
            [0.24210526315789474, 0.1736842105263158, 0.06466165413533834],
            [-0.016583641699779467, -0.07567286948136528, -0.1785842963226547],
            [0.5660659248803434, 0.500746760960743, 0.34904768564166666],
            [0.10409356725146199, 0.12368421052631579, 0.12180451127819546],
            [-0.2560821380605599, -0.24438629573084136, -0.10206743981082951],
            [0.48654139206437075, 0.5111497229867271, 0.3455666865915722],
        ],
    ],
};

fn made_of_rates() -> [Quantity; 14] {
    let at =
        |measure, prior| Quantity::at_place(measure, Place::Threshold(Some(6.0))).with_prior(prior);
    let at_share =
        |measure, prior| Quantity::at_place(measure, Place::Share(0.3)).with_prior(prior);
    [
        Quantity::partial_by_fpr([0.0, 0.3]),
        Quantity::partial_by_tpr([0.5, 1.0]),
        Quantity::tpr_at(0.3),
        Quantity::fpr_at(0.9),
        at_share(Measure::Tpr, None),
        at_share(Measure::Ppv, Some(0.2)),
        at(Measure::ErrorRate, None),
        at(Measure::ErrorRate, Some(0.2)),
        at(Measure::Kappa, None),
        at(Measure::Correlation, Some(0.2)),
        at(Measure::PositiveLikelihoodRatio, None),
        at(Measure::NegativeLikelihoodRatio, None),
        at(Measure::Ppv, Some(0.2)),
        at(Measure::Npv, Some(0.2)),
    ]
}

fn close(result: f64, expected: f64, tolerance: f64, what: &dyn std::fmt::Debug) {
    assert!(
        (result - expected).abs() <= tolerance * expected.abs().max(1.0),
        "{what:?}: {result} for {expected}"
    );
}

/// The digits of simultaneous bands, which a root finds to nine digits.
fn digits(kind: Type) -> f64 {
    match kind {
        Type::Pointwise => 1e-12,
        _ => 1e-8,
    }
}

fn in_clusters(codes: &[i32]) -> Sampling<'_> {
    Sampling::default().with_clusters(Some((codes, 8)))
}

fn by_rate(sample: &Sample<'_>, by: Rate, at: &[f64], kind: Type) -> Result<Rates, Error> {
    band_by_rate(sample, &RateGrid { by, at, kind }, &mut never)
}

#[test]
fn bands_and_ends_are_those_of_the_formulas_in_r() {
    let (data, codes) = few();
    let observations = data.observations();
    for (sampling, frozen) in [
        (Sampling::default(), ALONE),
        (in_clusters(&codes), CLUSTERED),
    ] {
        let sample = sample(&observations, sampling);
        for &(kind, by, [rates, low, high]) in frozen.by_rate {
            let result = by_rate(&sample, by, &[0.6, 0.1, 0.3], kind).unwrap();
            for i in 0..3 {
                close(result.rate[i], rates[i], 1e-12, &(kind, by, i));
                close(result.low[i], low[i], digits(kind), &(kind, by, i));
                close(result.high[i], high[i], digits(kind), &(kind, by, i));
            }
        }
        for &(kind, [low, high]) in frozen.by_threshold {
            let result = band_by_threshold(&sample, &[5.0, 8.0], kind, &mut never).unwrap();
            for i in 0..2 {
                for (rates, at) in [(&result.tpr, 2 * i), (&result.tnr, 2 * i + 1)] {
                    close(rates.low[i], low[at], digits(kind), &(kind, at));
                    close(rates.high[i], high[at], digits(kind), &(kind, at));
                }
            }
        }
        let [estimates, low, high] = frozen.ends;
        for (i, of) in made_of_rates().iter().enumerate() {
            // R knew the shift of a partial area to four digits.
            let tolerance = if i < 2 { 1e-6 } else { 1e-12 };
            let ends = sample.ends(of, estimates[i], &mut never).unwrap().unwrap();
            close(ends[0], low[i], tolerance, of);
            close(ends[1], high[i], tolerance, of);
        }
    }
}

#[test]
fn decision_curves_are_those_of_the_formulas_in_r() {
    let (mut data, codes) = few();
    data.scores.iter_mut().for_each(|score| *score /= 20.0);
    let reversed: Vec<f64> = data.scores.iter().rev().copied().collect();
    let other = Observations {
        scores: Scores::F64(&reversed),
        ..data.observations()
    };
    for (sampling, frozen) in [
        (Sampling::default(), ALONE),
        (in_clusters(&codes), CLUSTERED),
    ] {
        for (simultaneous, [benefit, low, high, difference, from, to]) in
            [false, true].into_iter().zip(frozen.benefits)
        {
            let spec = DecisionCurves {
                thresholds: &[0.1, 0.2, 0.3],
                prior: None,
                standardized: false,
                simultaneous,
            };
            let tolerance = if simultaneous { 1e-8 } else { 1e-12 };
            let samples = || {
                [
                    sample(&data.observations(), sampling),
                    sample(&other, sampling),
                ]
            };
            let of_each = net_benefits(&mut samples(), &spec, None, by(1, &mut never)).unwrap();
            let of_pair =
                differences_of_benefits(&mut samples(), &spec, None, by(1, &mut never)).unwrap();
            for i in 0..3 {
                close(of_each[0].benefit[i], benefit[i], 1e-12, &i);
                close(of_each[0].low[i], low[i], tolerance, &i);
                close(of_each[0].high[i], high[i], tolerance, &i);
                close(of_pair[0].benefit[i], difference[i], 1e-12, &i);
                close(of_pair[0].low[i], from[i], tolerance, &i);
                close(of_pair[0].high[i], to[i], tolerance, &i);
            }
        }
    }
}

#[test]
fn pointwise_ends_have_no_cliff_along_the_curve() {
    // 60 negatives and 40 positives without ties; then in ties of three.
    let drawn = |i: usize, odd: usize| ((i * odd) % 101) as f64 / 101.0;
    for tie in [1e9, 3.0] {
        let score = |i: usize| {
            let at = drawn(i, 37) + drawn(i, 61) + if i % 5 < 2 { 0.7 } else { 0.0 };
            (at * 100.0 * tie).floor() + if tie > 3.0 { i as f64 } else { 0.0 }
        };
        let data = Data::with(
            (0..100).map(score).collect(),
            (0..100).map(|i| i32::from(i % 5 < 2)).collect(),
            vec![1.0; 100],
        );
        let observations = data.observations();
        let sample = sample(&observations, Sampling::default());
        for rate in [Rate::Fpr, Rate::Tpr] {
            // Each is asked for alone: nothing makes them monotone but what they are.
            let ends: Vec<[f64; 2]> = (1..=500)
                .map(|i| {
                    let result = by_rate(&sample, rate, &[f64::from(i) / 1000.0], Type::Pointwise);
                    let result = result.unwrap();
                    [result.low[0], result.high[0]]
                })
                .collect();
            for pair in ends.windows(2) {
                for side in 0..2 {
                    let rise = pair[1][side] - pair[0][side];
                    assert!((-1e-9..0.05).contains(&rise), "{rate:?} {pair:?}");
                }
            }
            assert!(rate == Rate::Tpr || ends[0][0] > 0.0);
        }
    }
}

#[test]
fn what_is_given_stands_in_place_of_what_was_found() {
    let (data, codes) = few();
    let observations = data.observations();
    let mut sample = sample(&observations, in_clusters(&codes));
    let at = [6.0, 9.0];
    let places = sample.places(Where::Thresholds(&at), &mut never).unwrap();
    let expected = band_by_threshold(&sample, &at, Type::Pointwise, &mut never).unwrap();
    // The same variances, as a design might give them.
    let by_thresholds = sample.thresholds_of(&places).unwrap();
    let result = rate_influences(&observations, &by_thresholds, by(1, &mut never)).unwrap();
    let sums = |column: usize| {
        let (mut sums, mut shares) = ([0.0; 8], [0.0; 8]);
        let label = (column / 2) as i32;
        for (i, influence) in result.influences[column * 24..][..24].iter().enumerate() {
            sums[codes[i] as usize] += influence;
            if data.labels[i] == label {
                shares[codes[i] as usize] += data.weights[i] / data.weight_of(label);
            }
        }
        for (sum, factor) in sums
            .iter_mut()
            .zip(leverages(&shares, [16, 8][label as usize]))
        {
            *sum *= factor;
        }
        sums
    };
    let products = |a: usize, b: usize| -> f64 {
        let (a, b) = (sums(a), sums(b));
        a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() * 8.0 / 7.0
    };
    let variances = [
        [products(0, 0), products(1, 1)],
        [products(2, 2), products(3, 3)],
    ];
    let both = [products(0, 2), products(1, 3)];
    let given = KnownVariances::new(&places, [&variances[0], &variances[1]], &both).unwrap();
    sample.give(given);
    let result = band_by_threshold(&sample, &at, Type::Pointwise, &mut never).unwrap();
    for i in 0..2 {
        close(result.tpr.low[i], expected.tpr.low[i], 1e-13, &i);
        close(result.tnr.high[i], expected.tnr.high[i], 1e-13, &i);
    }
    // It is of these places alone.
    let elsewhere = band_by_threshold(&sample, &[1.0], Type::Pointwise, &mut never);
    assert!(matches!(elsewhere, Err(Error::Missing { .. })));
    // A variance that is not known leaves no interval.
    let unknown = [f64::NAN; 2];
    sample.give(KnownVariances::new(&places, [&unknown, &unknown], &unknown).unwrap());
    for kind in [Type::Pointwise, Type::EqualPrecision, Type::FixedWidth] {
        let result = band_by_threshold(&sample, &at, kind, &mut never).unwrap();
        assert!(
            result.tpr.low[0].is_nan() && result.tnr.high[1].is_nan(),
            "{kind:?}"
        );
    }
    assert!(KnownVariances::new(&places, [&[0.0], &[0.0]], &[0.0]).is_err());
}

#[test]
fn influences_are_those_of_the_sums_of_squares() {
    let (data, codes) = few();
    let observations = data.observations();
    let sample = sample(&observations, Sampling::default());
    let places = [0.0, 1.25, 4.5, 7.0, 13.0, 99.0];
    let by_thresholds = sample.thresholds_of(&places).unwrap();
    let result = rate_influences(&observations, &by_thresholds, by(1, &mut never)).unwrap();
    let clusters = Some((&codes[..], 8));
    for clusters in [None, clusters] {
        let (covariance, sizes) = rate_covariance(
            &observations,
            Unit::Row,
            clusters,
            &places,
            by(1, &mut never),
        )
        .unwrap();
        let factors = [0, 1].map(|label| {
            let of = |cluster: usize| -> f64 {
                let own = |&i: &usize| codes[i] as usize == cluster && data.labels[i] == label;
                (0..24).filter(own).map(|i| data.weights[i]).sum::<f64>() / data.weight_of(label)
            };
            leverages(
                &(0..8).map(of).collect::<Vec<f64>>(),
                [16, 8][label as usize],
            )
        });
        let sum_of = |k: usize, cluster: usize| -> f64 {
            let influences = &result.influences[k * 24..][..24];
            let factor = match clusters {
                Some(_) if cluster < 8 => factors[k / places.len()][cluster],
                _ => 1.0,
            };
            let own = |i: usize| match clusters {
                Some((codes, _)) => codes[i] as usize == cluster,
                None => i == cluster,
            };
            factor
                * (0..24)
                    .filter(|&i| own(i))
                    .map(|i| influences[i])
                    .sum::<f64>()
        };
        for i in 0..places.len() {
            let number = places.len();
            let product =
                |a: usize, b: usize| (0..24).map(|unit| sum_of(a, unit) * sum_of(b, unit)).sum();
            close(covariance.squares[0][i], product(i, i), 1e-15, &i);
            close(
                covariance.squares[1][i],
                product(number + i, number + i),
                1e-15,
                &i,
            );
            if clusters.is_some() {
                close(
                    covariance.common.products[i],
                    product(i, number + i),
                    1e-15,
                    &i,
                );
                assert_eq!(sizes.units[2], 8.0);
            }
        }
    }
}

#[test]
fn replicates_say_how_rates_vary() {
    let (data, _) = few();
    let observations = data.observations();
    let mut sample = sample(&observations, Sampling::default());
    let places = sample
        .places(Where::Thresholds(&[6.0]), &mut never)
        .unwrap();
    let replicates = Replicates {
        scheme: Scheme::Dirichlet,
        seed: 1,
        number: 20_000,
        outcome: None,
    };
    assert_eq!(
        sample.resample(&places, replicates, by(1, &mut never)),
        Ok(20_000)
    );
    let drawn = sample
        .known_at(&places, &mut crate::poll::Pace::new(&mut never))
        .unwrap();
    let (covariance, _) =
        rate_covariance(&observations, Unit::Row, None, &places, by(1, &mut never)).unwrap();
    for class in 0..2 {
        let [rate, number] = [drawn.rates[class][0], drawn.numbers[class][0]];
        // A variance of the order that influences have.
        let variance = rate * (1.0 - rate) / number;
        let ratio = variance / covariance.squares[class][0];
        assert!(0.7 < ratio && ratio < 2.0, "{class}: {ratio}");
    }
    let one = Replicates {
        number: 1,
        ..replicates
    };
    assert_eq!(sample.resample(&places, one, by(1, &mut never)), Ok(1));
    let result = band_by_threshold(&sample, &[6.0], Type::Pointwise, &mut never).unwrap();
    assert!(result.tpr.low[0].is_nan());
}

#[test]
fn nothing_is_known_of_one_observation_of_a_class() {
    let (mut data, _) = few();
    for label in &mut data.labels[1..] {
        *label = 0;
    }
    let observations = data.observations();
    let sample = sample(&observations, Sampling::default());
    assert!(!sample.is_known());
    let by_rate = by_rate(&sample, Rate::Fpr, &[0.5], Type::FixedWidth).unwrap();
    assert!(!by_rate.rate[0].is_nan() && by_rate.low[0].is_nan() && by_rate.high[0].is_nan());
    let at = band_by_threshold(&sample, &[2.0], Type::EqualPrecision, &mut never).unwrap();
    assert!(at.tnr.rate[0] > 0.0 && at.tnr.low[0].is_nan());
}

#[test]
fn what_is_no_place_is_refused() {
    let (data, _) = few();
    let observations = data.observations();
    let sample = sample(&observations, Sampling::default());
    for at in [-0.1, 1.5, f64::NAN] {
        let result = by_rate(&sample, Rate::Tpr, &[0.5, at], Type::Pointwise);
        assert!(matches!(result, Err(Error::Range { .. })), "{at}");
        for of in [
            Quantity::tpr_at(at),
            Quantity::partial_by_fpr([at, 0.5]),
            Quantity::at_place(Measure::Tpr, Place::Share(at)),
            Quantity::at_place(Measure::Accuracy, Place::Threshold(Some(1.0))).with_prior(Some(at)),
        ] {
            let result = sample.ends(&of, 0.5, &mut never);
            assert!(matches!(result, Err(Error::Range { .. })), "{of:?}");
        }
    }
    let result = band_by_threshold(&sample, &[f64::NAN], Type::Pointwise, &mut never);
    assert!(matches!(result, Err(Error::Missing { position: 0, .. })));
    for threshold in [1.0, f64::NAN] {
        let spec = DecisionCurves {
            thresholds: &[0.1, threshold],
            prior: None,
            standardized: false,
            simultaneous: false,
        };
        let mut samples = [Sample::new(
            &observations,
            Sampling::default(),
            Level::default(),
            by(1, &mut never),
        )
        .unwrap()];
        let result = net_benefits(&mut samples, &spec, None, by(1, &mut never));
        assert!(matches!(result, Err(Error::Range { .. })));
    }
    assert_eq!(
        differences_of_benefits(
            &mut [],
            &DecisionCurves {
                thresholds: &[0.5],
                prior: None,
                standardized: false,
                simultaneous: true,
            },
            None,
            by(1, &mut never)
        ),
        Err(Error::Empty)
    );
}

#[test]
fn levels_and_reaches_of_any_size_end() {
    let (data, _) = few();
    let observations = data.observations();
    for level in [1e-300, 1e-12, 0.5, 1.0 - 1e-12, 1.0 - f64::EPSILON / 2.0] {
        let level = Level::new(level).unwrap();
        let sampling = Sampling::default();
        let sample = Sample::new(&observations, sampling, level, by(1, &mut never)).unwrap();
        for kind in [Type::Pointwise, Type::EqualPrecision, Type::FixedWidth] {
            for by in [Rate::Fpr, Rate::Tpr] {
                let at = [0.0, 0.3, 1.0];
                let result = by_rate(&sample, by, &at, kind).unwrap();
                for i in 0..3 {
                    let [low, rate, high] = [result.low[i], result.rate[i], result.high[i]];
                    assert!(0.0 <= low && low <= rate && rate <= high && high <= 1.0);
                }
            }
        }
    }
}

#[test]
fn deciles_are_of_the_distinct_finite_scores() {
    let (mut data, _) = few();
    data.scores = (0..24).map(|i| f64::from(i % 11)).collect();
    let observations = data.observations();
    let result = deciles(&sample(&observations, Sampling::default())).unwrap();
    assert_eq!(result, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    data.scores.fill(f64::INFINITY);
    data.scores[3] = f64::NEG_INFINITY;
    let observations = data.observations();
    let result = deciles(&sample(&observations, Sampling::default())).unwrap();
    assert_eq!(result, [f64::INFINITY]);
}
