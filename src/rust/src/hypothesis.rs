//! Shims of tests.

use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::List;
use crate::quantities::quantity_of;
use crate::record::Record;
use crate::result::{list, numbers, table, Value};
use crate::scored::Scored;
use crate::session::poll;
use crate::spread::folds_of;
use weighted_roc_core::hypothesis::{
    compare_quantity, exact_test, test_compared, test_given, test_one,
    test_samples as test_independent, Adjustment, Alternative, Compared, Comparison, Difference,
    Estimate, Given, JointDifference, Kind, Reference, Request, Sample, Scale, Test, TestOfSeveral,
};
use weighted_roc_core::inference::{
    compare_in_folds, folded_spread, quantity_spread, FoldedComparison, Folds, JointSpread,
    Quantity, Variance,
};
use weighted_roc_core::interval::{Area, Level};
use weighted_roc_core::memory::{collect, push, reserve};
use weighted_roc_core::Options;

/// What is asked, as R writes it: the named list `alternative`, `margin` (NULL for none), `null`, `level`, `test`,
/// `adjust`, `trend` (NULL for none), and of the observations the `variance` and `folds` (NULL, or `codes` and
/// `numbers`).
struct Asked<'a> {
    request: Request,
    is_exact: bool,
    variance: Variance,
    trend: Option<&'a [f64]>,
    folds: Vec<Folds<'a>>,
}

impl<'a> Asked<'a> {
    fn of(given: Record) -> Result<Asked<'a>, Failure> {
        let mut request = Request::default();
        request.alternative = alternative_of(given)?;
        request.null = given.get("null")?;
        request.level = Level::new(given.get("level")?)?;
        let test: &str = given.get("test")?;
        request.kind = match test {
            "wald" => Kind::Wald,
            "score" | "exact" => Kind::Score,
            other => return Err(unknown("test", other)),
        };
        request.adjustment = adjustment_of(given.get("adjust")?)?;
        Ok(Asked {
            request,
            is_exact: test == "exact",
            variance: match given.get("variance")? {
                "delong" | "frequency" => Variance::Delong,
                "jackknife" => Variance::Jackknife,
                other => return Err(unknown("variance", other)),
            },
            folds: match given.find::<Record>("folds")? {
                Some(folds) => folds_of(folds.get("codes")?, folds.get("numbers")?)?,
                None => Vec::new(),
            },
            trend: given.find("trend")?,
        })
    }
}

fn alternative_of(given: Record) -> Result<Alternative, Failure> {
    Ok(match given.get("alternative")? {
        "two.sided" => Alternative::TwoSided,
        "less" => Alternative::Less,
        "greater" => Alternative::Greater,
        "noninferior" => Alternative::Noninferior {
            margin: given.get("margin")?,
        },
        "equivalent" => Alternative::Equivalent {
            margin: given.get("margin")?,
        },
        other => return Err(unknown("alternative", other)),
    })
}

fn adjustment_of(name: &str) -> Result<Adjustment, Failure> {
    Ok(match name {
        "none" => Adjustment::None,
        "max-t" => Adjustment::MaxT,
        "holm" => Adjustment::Holm,
        "hochberg" => Adjustment::Hochberg,
        "hommel" => Adjustment::Hommel,
        "bonferroni" => Adjustment::Bonferroni,
        "BH" | "fdr" => Adjustment::BenjaminiHochberg,
        "BY" => Adjustment::BenjaminiYekutieli,
        other => return Err(unknown("adjust", other)),
    })
}

fn unknown(what: &str, name: &str) -> Failure {
    Failure::internal(format!("no {what} {name}"))
}

/// What is tested, as R writes it: the named list `numbers`, `scale` (the intercept and the slope), `most` (the
/// largest difference that there can be, before that) and `is_area`.
struct Tested {
    quantity: Quantity,
    scale: Scale,
}

impl Tested {
    fn of(given: Record) -> Result<Tested, Failure> {
        let scale: &[f64] = given.get("scale")?;
        let &[intercept, slope] = scale else {
            return Err(Failure::internal("a scale has two numbers".to_string()));
        };
        Ok(Tested {
            quantity: quantity_of(given.get("numbers")?)?,
            scale: Scale {
                intercept,
                slope,
                most: given.get("most")?,
                is_area: given.get("is_area")?,
            },
        })
    }

    /// Of the quantity `k` of a spread whose covariance is known.
    fn estimate(&self, spread: &JointSpread, covariance: &[f64], k: usize) -> Estimate {
        let Scale {
            intercept,
            slope,
            is_area,
            ..
        } = self.scale;
        let variance = covariance[k * spread.areas.len() + k];
        if is_area {
            return Estimate::Area(Area {
                value: spread.areas[k],
                variance,
                freedom: spread.freedom[k],
                effective: spread.effective,
                common: 0.0,
            });
        }
        Estimate::Other {
            value: intercept + slope * spread.areas[k],
            // What is not known stays so.
            variance: if variance < 0.0 { 0.0 } else { variance } * slope * slope,
            freedom: spread.freedom[k],
        }
    }
}

/// One or several scores of the same observations.
fn test_scores(scored: Record, quantity: Record, request: Record) -> Result<Value, Failure> {
    let asked = Asked::of(request)?;
    let tested = Tested::of(quantity)?;
    let folds = &asked.folds[..];
    let scored = Scored::of(scored)?;
    if scored.scores.len() > folds.len().max(1) {
        let compared = comparison_of(&scored, folds, &tested, &asked)?;
        return several(test_compared(&compared, &asked.request, &mut poll)?);
    }
    let estimate = estimate_of(&scored, folds, &tested, &asked)?;
    if asked.is_exact {
        let observations = scored.observations()?;
        let options = Options {
            threads: scored.threads,
            poll: &mut poll,
        };
        let found = exact_test(
            &observations[0],
            scored.unit,
            asked.request.alternative,
            options,
        )?;
        let parts = [
            numbers([estimate.value()])?,
            numbers([found.statistic])?,
            numbers([found.p_value])?,
            numbers([estimate.variance().sqrt()])?,
        ];
        return list(["estimate", "statistic", "p.value", "std.error"], parts);
    }
    one(&[estimate.value()], test_one(&estimate, &asked.request)?)
}

fn estimate_of(
    scored: &Scored,
    folds: &[Folds],
    tested: &Tested,
    asked: &Asked,
) -> Result<Estimate, Failure> {
    let observations = scored.observations()?;
    let options = Options {
        threads: scored.threads,
        poll: &mut poll,
    };
    let of_score = |(score, error)| Failure::from(error).of_score(score);
    if folds.is_empty() {
        let quantity = &[tested.quantity];
        let found = quantity_spread(
            &observations,
            quantity,
            scored.unit,
            scored.clusters,
            options,
        );
        let spread = found.map_err(of_score)?;
        let covariance = spread.covariance(asked.variance)?;
        return Ok(tested.estimate(&spread, &covariance, 0));
    }
    let found = folded_spread(&observations, folds, scored.clusters, options).map_err(of_score)?;
    let squares = found.joint.covariance(asked.variance)?[0];
    let half = squares / 2.0;
    let twice = if found.pairs[0] < half {
        found.pairs[0]
    } else {
        half
    };
    let left = squares - twice;
    Ok(Estimate::Area(Area {
        value: found.joint.areas[0],
        variance: if left < 0.0 { 0.0 } else { left },
        freedom: found.joint.freedom[0],
        effective: found.joint.effective,
        common: found.shares,
    }))
}

fn comparison_of(
    scored: &Scored,
    folds: &[Folds],
    tested: &Tested,
    asked: &Asked,
) -> Result<Compared, Failure> {
    let observations = scored.observations()?;
    let options = Options {
        threads: scored.threads,
        poll: &mut poll,
    };
    let of_score = |(score, error)| Failure::from(error).of_score(score);
    let (comparison, common) = if folds.is_empty() {
        let found = compare_quantity(
            &observations,
            tested.quantity,
            scored.unit,
            scored.clusters,
            options,
        );
        (found.map_err(of_score)?, None)
    } else {
        let found = compare_in_folds(&observations, folds, scored.clusters, options);
        let FoldedComparison { comparison, common } = found.map_err(of_score)?;
        (comparison, Some(common))
    };
    Ok(Compared {
        covariance: comparison.spread.covariance(asked.variance)?,
        comparison,
        common,
        scale: tested.scale,
    })
}

/// Independent samples, each as `scored`, of one score.
fn test_samples(
    samples: List<Record>,
    quantity: Record,
    request: Record,
) -> Result<Value, Failure> {
    let asked = Asked::of(request)?;
    let tested = Tested::of(quantity)?;
    let records = samples.read_all()?;
    let mut samples = reserve(records.len())?;
    for (i, record) in records.into_iter().enumerate() {
        push(
            &mut samples,
            sample_of(record, &tested, &asked).map_err(|failure| failure.of_score(i))?,
        )?;
    }
    several(test_independent(
        &samples,
        asked.trend,
        &asked.request,
        &mut poll,
    )?)
}

fn sample_of(scored: Record, tested: &Tested, asked: &Asked) -> Result<Sample, Failure> {
    let scored = Scored::of(scored)?;
    let options = Options {
        threads: scored.threads,
        poll: &mut poll,
    };
    let found = quantity_spread(
        &scored.observations()?,
        &[tested.quantity],
        scored.unit,
        scored.clusters,
        options,
    );
    let spread = found.map_err(|(_, error)| error)?;
    let covariance = spread.covariance(asked.variance)?;
    Ok(Sample {
        estimate: tested.estimate(&spread, &covariance, 0),
        units: spread.units[2],
    })
}

/// Estimates whose covariance comes from elsewhere: the named list `estimate`, `covariance` and `freedom`.
fn test_covariance(given: Record, request: Record) -> Result<Value, Failure> {
    let asked = Asked::of(request)?;
    let given = Given {
        estimates: given.get("estimate")?,
        covariance: given.get("covariance")?,
        freedom: given.get("freedom")?,
    };
    several(test_given(&given, asked.trend, &asked.request, &mut poll)?)
}

/// One estimate whose variance comes from elsewhere: the named list `estimate`, `variance`, `freedom`, `effective`
/// (of the negatives and of the positives), `common` and `is_area`.
fn test_estimate(given: Record, request: Record) -> Result<Value, Failure> {
    let asked = Asked::of(request)?;
    let value = given.get("estimate")?;
    let variance = given.get("variance")?;
    let freedom = given.get("freedom")?;
    let estimate = if given.get("is_area")? {
        Estimate::Area(Area {
            value,
            variance,
            freedom,
            effective: pair_of(given, "effective")?,
            common: 0.0,
        })
    } else {
        Estimate::Other {
            value,
            variance,
            freedom,
        }
    };
    one(&[value], test_one(&estimate, &asked.request)?)
}

/// Areas that were compared elsewhere: the sums that a `Comparison` has, by the names of its fields.
fn test_sums(given: Record, request: Record) -> Result<Value, Failure> {
    let asked = Asked::of(request)?;
    let spread = joint_spread_of(given.get("spread")?)?;
    let comparison = Comparison {
        pairs: differences_of(given.get("pairs")?)?,
        joint: joint_of(given.get("joint")?)?,
        spread,
    };
    let compared = Compared {
        covariance: comparison.spread.covariance(asked.variance)?,
        comparison,
        common: None,
        scale: Scale::AREA,
    };
    several(test_compared(&compared, &asked.request, &mut poll)?)
}

fn joint_spread_of(given: Record) -> Result<JointSpread, Failure> {
    let column = |name| -> Result<Vec<f64>, Failure> {
        let values: &[f64] = given.get(name)?;
        Ok(collect(values.iter().copied())?)
    };
    let units: &[f64] = given.get("units")?;
    let &[negatives, positives, any] = units else {
        return Err(Failure::internal("units are of three kinds".to_string()));
    };
    Ok(JointSpread {
        areas: column("areas")?,
        negatives: column("negatives")?,
        positives: column("positives")?,
        both: column("both")?,
        freedom: column("freedom")?,
        numbers: pair_of(given, "numbers")?.map(|number| number as usize),
        units: [negatives, positives, any],
        effective: pair_of(given, "effective")?,
    })
}

fn pair_of(given: Record, name: &'static str) -> Result<[f64; 2], Failure> {
    let values: &[f64] = given.get(name)?;
    <[f64; 2]>::try_from(values).map_err(|_| Failure::internal(format!("{name} has two numbers")))
}

const NUMBERS_OF_PAIR: usize = 10;

fn differences_of(given: &[f64]) -> Result<Vec<Difference>, Failure> {
    let mut pairs = reserve(given.len() / NUMBERS_OF_PAIR)?;
    for numbers in given.chunks(NUMBERS_OF_PAIR) {
        let &[difference, a, b, c, d, e, f, g, h, units] = numbers else {
            return Err(Failure::internal("a pair has ten numbers".to_string()));
        };
        let pair = Difference {
            difference,
            squares: [a, b, c],
            fourths: [d, e, f, g, h],
            units,
        };
        push(&mut pairs, pair)?;
    }
    Ok(pairs)
}

fn joint_of(given: &[f64]) -> Result<JointDifference, Failure> {
    let &[statistic, fourths, rank, units] = given else {
        return Err(Failure::internal(
            "a joint difference has four numbers".to_string(),
        ));
    };
    Ok(JointDifference {
        statistic,
        fourths,
        rank: rank as usize,
        units,
    })
}

const NAMES_OF_TEST: [&str; 7] = [
    "estimate",
    "statistic",
    "reference",
    "df",
    "p.value",
    "interval",
    "std.error",
];

/// The `reference` is the name of its statistic.
fn parts_of_test(estimates: &[f64], test: Test) -> Result<[Value; 7], Failure> {
    let (reference, freedom) = match test.reference {
        Reference::Student(freedom) => ("t", numbers([or_missing(freedom)])?),
        Reference::ChiSquare(freedom) => ("X-squared", numbers([or_missing(freedom)])?),
        Reference::Fisher(freedom) => ("F", numbers(freedom.map(or_missing))?),
        _ => ("Z", numbers([])?),
    };
    Ok([
        numbers(estimates)?,
        or_missing(test.statistic).into(),
        Value::Text(reference),
        freedom,
        or_missing(test.p_value).into(),
        numbers(test.interval.map(or_missing))?,
        or_missing(test.std_error).into(),
    ])
}

fn one(estimates: &[f64], test: Test) -> Result<Value, Failure> {
    list(NAMES_OF_TEST, parts_of_test(estimates, test)?)
}

fn several(found: TestOfSeveral) -> Result<Value, Failure> {
    let [estimate, statistic, reference, df, p_value, interval, std_error] =
        parts_of_test(&found.estimates, found.test)?;
    let tests = &found.contrasts.tests;
    let names = [
        "std.error",
        "statistic",
        "df",
        "p.value",
        "p.adjusted",
        "conf.low",
        "conf.high",
    ];
    let contrasts = table(names, tests.len(), |i| {
        let test = tests[i];
        let freedom = match test.reference {
            Reference::Student(freedom) => freedom,
            _ => f64::INFINITY,
        };
        [
            test.std_error,
            test.statistic,
            freedom,
            test.p_value,
            found.contrasts.adjusted[i],
            test.interval[0],
            test.interval[1],
        ]
        .map(or_missing)
    })?;
    let names = [
        "estimate",
        "combined",
        "statistic",
        "reference",
        "df",
        "p.value",
        "interval",
        "std.error",
        "contrasts",
    ];
    let combined = or_missing(found.combined).into();
    let parts = [
        estimate, combined, statistic, reference, df, p_value, interval, std_error, contrasts,
    ];
    list(names, parts)
}

shims! {
    test_scores(scored, quantity, request);
    test_samples(samples, quantity, request);
    test_covariance(given, request);
    test_estimate(given, request);
    test_sums(given, request);
}
