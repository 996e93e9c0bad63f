//! Shims of tests.

use crate::covariance::covariance_request;
use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::List;
use crate::observations::Input;
use crate::record::Record;
use crate::result::{list, named_parts, numbers, rows, Value};
use crate::sampling::correction_of;
use crate::session::poll;
use crate::tallies::{covariance_together, Varying};
use crate::wire::quantity_of;
use weighted_roc_core::covariance::Covariance;
use weighted_roc_core::hypothesis::test_samples as test_independent;
use weighted_roc_core::hypothesis::{
    compare_in_folds, compare_scores, exact_test, test_binned, test_compared, test_given,
    test_groups, test_one, test_spread, Adjustment, Alternative, Among, AtTimes, Compared,
    Estimate, FoldedComparison, Group, Groups, Kind, KnownVariances, Reference, Request, Sample,
    Scale, Test, TestOfSeveral,
};
use weighted_roc_core::inference::{covariance, CovarianceRequest};
use weighted_roc_core::interval::Level;
use weighted_roc_core::memory::{collect, push, reserve};
use weighted_roc_core::quantity::Quantity;
use weighted_roc_core::{Observations, Options};

/// A request, as R writes it: the named list `alternative`, `margin` (NULL for none), `null`,
/// `level`, `test`, `adjust`, whether samples are `independent` (NULL for groups, which may not be), and what
/// [`among_of`] reads.
struct Asked<'a> {
    request: Request,
    is_exact: bool,
    among: Among<'a>,
    are_independent: bool,
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
            "logit" => Kind::Logit,
            "score" | "exact" => Kind::Score,
            other => return Err(unknown("test", other)),
        };
        request.adjustment = adjustment_of(given.get("adjust")?)?;
        Ok(Asked {
            request,
            is_exact: test == "exact",
            among: among_of(given)?,
            are_independent: given.find("independent")?.unwrap_or(false),
        })
    }
}

/// `trend`, a number for each group, or `reference`, the index of a group counted from 0; NULL for none.
fn among_of<'a>(given: Record) -> Result<Among<'a>, Failure> {
    if let Some(trend) = given.find("trend")? {
        return Ok(Among::Trend(trend));
    }
    let reference: Option<usize> = given.find("reference")?;
    Ok(reference.map_or(Among::All, Among::Reference))
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
        "closed" => Adjustment::Closed,
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

/// The tested estimates, and their unit.
struct Tested {
    quantity: Quantity,
    scale: Scale,
}

impl Tested {
    fn of(given: Record) -> Result<Tested, Failure> {
        let quantity = quantity_of(given)?;
        let scale = quantity.scale();
        Ok(Tested {
            quantity,
            scale: Scale {
                intercept: scale.intercept,
                slope: scale.slope,
                most: quantity.widest(),
                is_area: quantity == Quantity::AREA,
            },
        })
    }
}

/// One or several scores of the same observations.
fn test_scores(input: Record, quantity: Record, request: Record) -> Result<Value, Failure> {
    let spec = Asked::of(request)?;
    let tested = Tested::of(quantity)?;
    let input = Input::of(input)?;
    let quantities = [tested.quantity];
    let mut request = covariance_request(&input, &quantities);
    request.sets = spec.request.adjustment == Adjustment::Closed;
    if input.scores.len() > request.sampling.folds.len().max(1) {
        return test_of_several(&input, &request, &tested.scale, &spec);
    }
    let observations = input.observations()?;
    let result = covariance(&observations, &request, input.options(&mut poll))?;
    let estimate = Estimate::of(&result, 0, &tested.scale)?;
    if !spec.is_exact {
        return one(
            &[estimate.value()],
            test_one(&estimate, result.max_df, &spec.request)?,
        );
    }
    let result = exact_test(
        &observations[0],
        request.sampling.unit,
        spec.request.alternative,
        input.options(&mut poll),
    )?;
    list! {
        "estimate": estimate.value(),
        "statistic": result.statistic,
        "p.value": result.p_value,
        "std.error": or_missing(estimate.variance().sqrt()),
    }
}

fn test_of_several(
    input: &Input,
    request: &CovarianceRequest,
    scale: &Scale,
    spec: &Asked,
) -> Result<Value, Failure> {
    let observations = input.observations()?;
    let mut poll = poll;
    let options = input.options(&mut poll);
    if request.sampling.design.is_some() || request.sampling.weight_models.is_some() {
        let mut request = *request;
        request.pairs = request.sampling.weight_models.is_some();
        let result = covariance(&observations, &request, options)?;
        return several(test_spread(&result, scale, &spec.request, &mut poll)?);
    }
    let compared = if request.sampling.folds.is_empty() || !scale.is_area {
        Compared {
            comparison: compare_scores(&observations, request, options)?,
            common: None,
            scale: *scale,
        }
    } else {
        let result = compare_in_folds(&observations, request, options);
        let FoldedComparison { comparison, common } = result?;
        Compared {
            comparison,
            common: Some(common),
            scale: *scale,
        }
    };
    several(test_compared(&compared, &spec.request, &mut poll)?)
}

/// Groups of observations of one score: for each of `samples` what [`Input`] has, or what [`spread_of_sums`] takes.
fn test_samples(
    samples: List<Record>,
    quantity: Record,
    request: Record,
) -> Result<Value, Failure> {
    let spec = Asked::of(request)?;
    let tested = Tested::of(quantity)?;
    let records = samples.read_all()?;
    let mut sums = reserve(records.len())?;
    for (i, &record) in records.iter().enumerate() {
        push(
            &mut sums,
            spread_of_sums(record).map_err(|failure| failure.of_score(i))?,
        )?;
    }
    if sums.iter().any(Option::is_some) {
        return test_sums_of_samples(&records, &sums, &tested, &spec);
    }
    let samples = Samples::of(&records)?;
    let quantities = [tested.quantity];
    let groups = samples.groups(&quantities)?;
    let mut poll = poll;
    let options = samples.options(&mut poll);
    let mut groups = Groups::new(&groups, tested.scale);
    groups.among = spec.among;
    groups.are_independent = spec.are_independent;
    several(test_groups(&groups, &spec.request, options)?)
}

/// Where sums over units are all that is known of some samples.
fn test_sums_of_samples(
    records: &[Record],
    sums: &[Option<Covariance>],
    tested: &Tested,
    spec: &Asked,
) -> Result<Value, Failure> {
    let mut samples = reserve(records.len())?;
    for (i, (&record, sums)) in records.iter().zip(sums).enumerate() {
        let sample = match sums {
            Some(covariance) => Ok(Sample::of(covariance, &tested.scale)?),
            None => sample_of_rows(record, tested),
        };
        push(&mut samples, sample.map_err(|failure| failure.of_score(i))?)?;
    }
    several(test_independent(
        &samples,
        spec.among,
        &spec.request,
        &mut poll,
    )?)
}

fn sample_of_rows(record: Record, tested: &Tested) -> Result<Sample, Failure> {
    let input = Input::of(record)?;
    let quantities = [tested.quantity];
    let request = covariance_request(&input, &quantities);
    let observations = input.observations()?;
    let result = covariance(&observations, &request, input.options(&mut poll))?;
    Ok(Sample::of(&result, &tested.scale)?)
}

/// Sums over units of one area, by a `variance`: `sums`, see [`Varying`]. None for observations.
fn spread_of_sums(sample: Record) -> Result<Option<Covariance>, Failure> {
    let correction = correction_of(sample)?;
    match sample.find("sums")? {
        Some(sums) => Ok(Some(Varying::of(sums)?.covariance(correction)?)),
        None => Ok(None),
    }
}

/// The same scores at several times: for each of `samples` what [`test_samples`] takes. `request` may have the
/// `joint` covariance matrix of all estimates.
fn test_times(samples: List<Record>, quantity: Record, request: Record) -> Result<Value, Failure> {
    let spec = Asked::of(request)?;
    let tested = Tested::of(quantity)?;
    let samples = Samples::of(&samples.read_all()?)?;
    let at_times = samples.at_times(&[tested.quantity], request)?;
    let result = at_times.test(&tested.scale, &spec.request, &mut poll)?;
    list! {
        "estimate": result.estimates,
        "statistic": or_missing(result.statistic),
        "df": or_missing(result.df),
        "p.value": or_missing(result.p_value),
        "contrasts": contrasts(&result.tests, &result.adjusted)?,
    }
}

/// The areas of scores at several times: for each score the `level` of intervals that hold at all times at once with
/// that of `request`, and the `covariance` matrix of all.
fn levels_at_times(samples: List<Record>, request: Record) -> Result<Value, Failure> {
    let samples = Samples::of(&samples.read_all()?)?;
    let at_times = samples.at_times(&[Quantity::AREA], request)?;
    let levels = at_times.levels(Level::new(request.get("level")?)?, &mut poll)?;
    let levels = numbers(collect(levels.iter().map(|level| level.get()))?)?;
    list! {
        "level": levels,
        "covariance": at_times.covariance(),
    }
}

struct Samples<'a>(Vec<SampleOfR<'a>>);

impl<'a> Samples<'a> {
    fn of(records: &[Record]) -> Result<Samples<'a>, Failure> {
        let mut samples = reserve(records.len())?;
        for (i, &record) in records.iter().enumerate() {
            let sample = SampleOfR::of(record).map_err(|failure| failure.of_score(i))?;
            push(&mut samples, sample)?;
        }
        Ok(Samples(samples))
    }

    fn groups<'b>(&'b self, quantities: &'b [Quantity]) -> Result<Vec<Group<'b>>, Failure> {
        let mut groups = reserve(self.0.len())?;
        for sample in &self.0 {
            let request = covariance_request(&sample.input, quantities);
            let scores = &sample.observations[..];
            push(&mut groups, Group { scores, request })?;
        }
        Ok(groups)
    }

    fn options<'b>(&self, poll: &'b mut dyn FnMut() -> bool) -> Options<'b> {
        match self.0.iter().max_by_key(|sample| sample.input.threads) {
            Some(sample) => sample.input.options(poll),
            None => Options::new(poll),
        }
    }

    fn at_times(&self, quantities: &[Quantity], request: Record) -> Result<AtTimes, Failure> {
        let mut groups = self.groups(quantities)?;
        for (group, sample) in groups.iter_mut().zip(&self.0) {
            group.request.sampling.weight_models = sample.input.sampling.all_weight_models();
        }
        let joint: Option<&[f64]> = request.find("joint")?;
        Ok(AtTimes::new(&groups, joint, self.options(&mut poll))?)
    }
}

struct SampleOfR<'a> {
    input: Input<'a>,
    observations: Vec<Observations<'a>>,
}

impl<'a> SampleOfR<'a> {
    fn of(sample: Record) -> Result<SampleOfR<'a>, Failure> {
        let input = Input::of(sample)?;
        Ok(SampleOfR {
            observations: input.observations()?,
            input,
        })
    }
}

/// Estimates whose covariance comes from elsewhere: the named list `estimate`, `covariance` and `df`.
fn test_covariance(given: Record, request: Record) -> Result<Value, Failure> {
    let spec = Asked::of(request)?;
    let given = KnownVariances {
        estimates: given.get("estimate")?,
        covariance: given.get("covariance")?,
        df: given.get("freedom")?,
    };
    several(test_given(&given, spec.among, &spec.request, &mut poll)?)
}

/// The areas of tallies or collected curves, see [`Varying`]: of one alone, or of several of the same observations,
/// which have the same parts.
fn test_tallies(tallies: List<Record>, request: Record) -> Result<Value, Failure> {
    let spec = Asked::of(request)?;
    let (result, open) = covariance_together(tallies, correction_of(request)?)?;
    if result.values.len() > 1 {
        return several(test_spread(
            &result,
            &Scale::AREA,
            &spec.request,
            &mut poll,
        )?);
    }
    one(&result.values, test_binned(&result, open, &spec.request)?)
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
    let (reference, df) = match test.reference {
        Reference::Student(df) => ("t", numbers([or_missing(df)])?),
        Reference::ChiSquare(df) => ("X-squared", numbers([or_missing(df)])?),
        Reference::Fisher(df) => ("F", numbers(df.map(or_missing))?),
        _ => ("Z", numbers([])?),
    };
    Ok([
        numbers(estimates)?,
        or_missing(test.statistic).into(),
        Value::Text(reference),
        df,
        or_missing(test.p_value).into(),
        numbers(test.interval.map(or_missing))?,
        or_missing(test.std_error).into(),
    ])
}

/// The request for a test of one number; None without the field `hypothesis`.
pub fn hypothesis_of(request: Record) -> Result<Option<Request>, Failure> {
    match request.find::<Record>("hypothesis")? {
        Some(given) => Ok(Some(Asked::of(given)?.request)),
        None => Ok(None),
    }
}

pub fn one(estimates: &[f64], test: Test) -> Result<Value, Failure> {
    named_parts(NAMES_OF_TEST, parts_of_test(estimates, test)?)
}

fn several(result: TestOfSeveral) -> Result<Value, Failure> {
    let [estimate, statistic, reference, df, p_value, interval, std_error] =
        parts_of_test(&result.estimates, result.test)?;
    let contrasts = contrasts(&result.contrasts.tests, &result.contrasts.adjusted)?;
    let combined = or_missing(result.combined);
    list! {
        "estimate": estimate,
        "combined": combined,
        "statistic": statistic,
        "reference": reference,
        "df": df,
        "p.value": p_value,
        "interval": interval,
        "std.error": std_error,
        "contrasts": contrasts,
    }
}

fn contrasts(tests: &[Test], adjusted: &[f64]) -> Result<Value, Failure> {
    rows! {
        tests.len(), |i| {
            let test = tests[i];
            let df = match test.reference {
                Reference::Student(df) => df,
                _ => f64::INFINITY,
            };
        }
        "std.error": or_missing(test.std_error),
        "statistic": or_missing(test.statistic),
        "df": or_missing(df),
        "p.value": or_missing(test.p_value),
        "p.adjusted": or_missing(adjusted[i]),
        "conf.low": or_missing(test.interval[0]),
        "conf.high": or_missing(test.interval[1]),
    }
}

shims! {
    test_scores(input, quantity, request);
    test_samples(samples, quantity, request);
    test_times(samples, quantity, request);
    levels_at_times(samples, request);
    test_covariance(given, request);
    test_tallies(tallies, request);
}
