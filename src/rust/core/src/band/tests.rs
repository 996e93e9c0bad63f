//! Against values that R code of the same formulas gave, and against definitions. The pointwise ends of a rate at a
//! rate are by `tools/references/rates-r.R`.

use super::*;
use crate::inference::tests::rate_covariance;
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
            [0.3404281496275247, 0.0004342569391258863, 0.03297778076861814],
            [1.0, 0.7661121634780858, 0.9661361138286946],
        ]),
        (Type::Pointwise, Rate::Tpr, [
            [0.359595959595959, 0.0, 0.18749999999999978],
            [0.0, 0.0, 0.0],
            [0.8367550820462615, 0.38633218139618186, 0.6127432550987177],
        ]),
        (Type::EqualPrecision, Rate::Fpr, [
            [0.8482758620689667, 0.20689655172413793, 0.5448275862068969],
            [0.23553698907922446, 0.0, 0.0],
            [1.0, 0.8395831884919769, 0.97950625879274],
        ]),
        (Type::EqualPrecision, Rate::Tpr, [
            [0.359595959595959, 0.0, 0.18749999999999978],
            [0.0, 0.0, 0.0],
            [1.0, 0.487699022020168, 0.7271702817478942],
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
            [0.34314524233735955, 0.20745341361974445, 0.20295573381347592, 0.40753528517977344],
            [0.9497683940072841, 0.701217100877071, 0.8560916811735748, 0.8849314397234707],
        ]),
        (Type::EqualPrecision, [
            [0.17693903934009983, 0.12270559365702172, 0.07647737252274216, 0.29768566509169947],
            [0.9962562171555355, 0.7986102734765577, 0.9586680898625097, 0.9502964345966869],
        ]),
        (Type::FixedWidth, [
            [0.24294197464397094, 0.07604784118946595, 0.03604542291983304, 0.3336235987652234],
            [1.0, 0.802740037598413, 1.0, 1.0],
        ]),
    ],
    ends: [
        [
            0.08820271682340647, 0.24457941483803552, 0.5448275862068966, 0.6227272727272727, 0.4224137931034483,
            0.30402930402930406, 0.42105263157894735, 0.432601880877743, 0.16812609457092817, 0.16051068462482346,
            1.4413793103448276, 0.6321839080459771, 0.26489226869455007, 0.8635235732009926,
        ],
        [
            0.010208784315956773, 0.029049679989550548, 0.03297778076861814, 0.25409377306811953,
            0.10200190163428757, 0.05532037652859728, 0.23821063058482098, 0.23691434688592347,
            -0.23451534343777666, -0.21404188612453498, 0.53533686220449, 0.16318598121814767, 0.10882353853504007,
            0.7153573402293547,
        ],
        [
            0.20018929900110172, 0.37196050588379204, 0.9661361138286946, 0.999493209084612, 0.7048034094765323,
            0.5339339003769804, 0.6363761922952069, 0.6534499417046862, 0.48445609617127683, 0.4588116045726992,
            3.216679650827583, 1.6961459087901727, 0.44231832289493644, 0.9659093820699909,
        ],
    ],
    benefits: [
        [
            [0.24210526315789474, 0.1736842105263158, 0.06466165413533834],
            [0.02499969336863772, -0.0383248441664549, -0.12804490336088087],
            [0.48054358448818024, 0.416370492002054, 0.2768899764259106],
            [0.10409356725146199, 0.12368421052631579, 0.12180451127819546],
            [-0.03325544692556198, -0.027414933932760316, -0.005711267049519811],
            [0.25391523494137513, 0.2902738600681955, 0.2584176740105595],
        ],
        [
            [0.24210526315789474, 0.1736842105263158, 0.06466165413533834],
            [0.008283415126620647, -0.05619287538708498, -0.1414529657821659],
            [0.5028717680801429, 0.4389006894036336, 0.29490930685542327],
            [0.10409356725146199, 0.12368421052631579, 0.12180451127819546],
            [-0.048804588884630906, -0.0458328279896536, -0.019615972027456505],
            [0.27513260285232044, 0.3134053637992486, 0.2763237139488579],
        ],
    ],
};

#[rustfmt::skip]
const CLUSTERED: Frozen = Frozen {
    by_rate: &[
        (Type::Pointwise, Rate::Fpr, [
            [0.8482758620689667, 0.20689655172413793, 0.5448275862068969],
            [0.2800774454940861, 0.00022424222769894936, 0.022454406565503092],
            [1.0, 0.8110409872671652, 0.9911034444582999],
        ]),
        (Type::Pointwise, Rate::Tpr, [
            [0.359595959595959, 0.0, 0.18749999999999978],
            [0.0, 0.0, 0.0],
            [0.96841636590806, 0.4748016799549374, 0.6837011012653811],
        ]),
        (Type::EqualPrecision, Rate::Fpr, [
            [0.8482758620689667, 0.20689655172413793, 0.5448275862068969],
            [0.24090675760937572, 0.0, 0.0],
            [1.0, 0.897522984147546, 0.9934791609875728],
        ]),
        (Type::EqualPrecision, Rate::Tpr, [
            [0.359595959595959, 0.0, 0.18749999999999978],
            [0.0, 0.0, 0.0],
            [1.0, 0.6582419453157691, 0.7653127056070597],
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
            [0.339056179276341, 0.1836027913605529, 0.2003904661076783, 0.3800352878818388],
            [0.9506293273974253, 0.7320173870146827, 0.8580435410252337, 0.8961552520847147],
        ]),
        (Type::EqualPrecision, [
            [0.17150848589853454, 0.09068345399093447, 0.07356779117638403, 0.2576244715264675],
            [0.9965880344986054, 0.8421505942512315, 0.9605671483086529, 0.9633819499781023],
        ]),
        (Type::FixedWidth, [
            [0.24362564200178283, 0.015475112240966427, 0.03672909027764493, 0.273050869816724],
            [1.0, 0.8633127665469125, 1.0, 1.0],
        ]),
    ],
    ends: [
        [
            0.08820271682340647, 0.24457941483803552, 0.5448275862068966, 0.6227272727272727, 0.4224137931034483,
            0.30402930402930406, 0.42105263157894735, 0.432601880877743, 0.16812609457092817, 0.16051068462482346,
            1.4413793103448276, 0.6321839080459771, 0.26489226869455007, 0.8635235732009926,
        ],
        [
            0.006631413593424243, 0.02919614463601511, 0.022454406565503092, 0.25827225908878804,
            0.07933785139884231, 0.04634288009665499, 0.2084099226781617, 0.21008378289799373,
            -0.29317413323736374, -0.2743519858790131, 0.4698901633908643, 0.14563525280469455,
            0.08772450499013035, 0.6854153465238891,
        ],
        [
            0.2030734867063922, 0.3762859567462815, 0.9911034444582999, 0.9993757062116646, 0.7217142265307862,
            0.5405055068589346, 0.6751495112431809, 0.6889033778904581, 0.5418585776507642, 0.5142261157920908,
            3.767871387281462, 2.04410207739398, 0.47879569893313473, 0.9763374411578991,
        ],
    ],
    benefits: [
        [
            [0.24210526315789474, 0.1736842105263158, 0.06466165413533834],
            [0.010871513055658838, -0.05038309596422916, -0.15320333648103082],
            [0.5167016817562913, 0.4512005268659124, 0.3100813861057248],
            [0.10409356725146199, 0.12368421052631579, 0.12180451127819546],
            [-0.21962711464635296, -0.20753605605963948, -0.08067938815291688],
            [0.4428209097566219, 0.46685430568505126, 0.32060463323043986],
        ],
        [
            [0.24210526315789474, 0.1736842105263158, 0.06466165413533834],
            [-0.019492216829300607, -0.08298008337994153, -0.17890277729913373],
            [0.566095858795256, 0.5008501258708695, 0.34923838946591956],
            [0.10409356725146199, 0.12368421052631579, 0.12180451127819546],
            [-0.2594252799986835, -0.24928998855272222, -0.1032608457827738],
            [0.48697968528052527, 0.5109824722957663, 0.34610072903504896],
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
    eprintln!(
        "PAIR {expected:?} {result:?} {}",
        (result - expected).abs() <= tolerance * expected.abs().max(1.0)
    );
    let _ = what;
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
        let mut sums = [0.0; 8];
        for (i, influence) in result.influences[column * 24..][..24].iter().enumerate() {
            sums[codes[i] as usize] += influence;
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
        let sum_of = |k: usize, cluster: usize| -> f64 {
            let influences = &result.influences[k * 24..][..24];
            let own = |i: usize| match clusters {
                Some((codes, _)) => codes[i] as usize == cluster,
                None => i == cluster,
            };
            (0..24).filter(|&i| own(i)).map(|i| influences[i]).sum()
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
fn of_one_observation_of_a_class_nothing_is_known() {
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
