//! Shims of tests.

use crate::covariance::covariance_request;
use crate::estimate::with_request;
use crate::prelude::*;
use crate::tallies::covariance_together;
use std::num::NonZeroUsize;
use weighted_roc_core::covariance::Covariance;
use weighted_roc_core::hypothesis::{
    groups, test, test_estimate, test_scores, Adjustment, Alternative, Among, AtTimes, Contrasts,
    Group, Reference, Request, TestOfSeveral,
};
use weighted_roc_core::inference::covariance;
use weighted_roc_core::Observations;

/// A request, as R writes it: the named list `alternative`, `margin` (NULL for none), `null`, `level`, `test`, `adjust`
/// (R adjusts p-values but those of closed tests), whether samples are `independent` (NULL for groups, which may not
/// be) or `times`, and what [`among_of`] reads.
struct TestSpec<'a> {
    request: Request,
    among: Among<'a>,
    are_independent: bool,
    are_times: bool,
}

impl<'a> TestSpec<'a> {
    fn from_record(given: Record) -> Result<TestSpec<'a>, Failure> {
        let mut request = Request::default();
        request.alternative = alternative_of(given)?;
        request.null = given.get("null")?;
        fill!(request, given; level);
        request.method = given.get("test")?;
        match given.get("adjust")? {
            "closed" => request.adjustment = Adjustment::Closed,
            "bonferroni" => request.simultaneous = true,
            _ => {}
        }
        Ok(TestSpec {
            request,
            among: among_of(given)?,
            are_independent: given.or_default("independent")?,
            are_times: given.or_default("times")?,
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
        other => return Err(Failure::internal(format!("no alternative {other}"))),
    })
}

/// Tests a quantity of what was seen in each of `samples`: observations with one score or several (see [`Input`]);
/// the `sums` of areas of one score or several (see [`Varying`](crate::tallies::Varying)) by a `variance`; or the
/// `estimate`, `covariance` and `df` of estimates, as of a survey design. Where samples are `times` the request
/// may have the `joint` covariance matrix of all estimates. One score alone is tested by its interval, with what
/// [`with_request`] reads.
pub fn test_contrasts(
    samples: Vec<Record>,
    quantity: Quantity,
    request: Record,
) -> Result<Value, Failure> {
    let mut spec = TestSpec::from_record(request)?;
    let quantities = [quantity];
    let [quantity] = &quantities;
    let samples = Samples::from_records(samples)?;
    if spec.are_times {
        let at_times = samples.at_times(&quantities, request)?;
        return result_of(at_times.test(quantity, &spec.request, &mut poll)?);
    }
    if let [Sample::Rows(Rows {
        input,
        observations,
    })] = &samples.0[..]
    {
        let mut poll = poll;
        let options = input.options(&mut poll);
        let repetitions = input.sampling().folds.len().max(1);
        if observations.len() > repetitions {
            let of = covariance_request(input, &quantities);
            return result_of(test_scores(observations, &of, &spec.request, options)?);
        }
        return with_request(input, &quantities, request, |of| {
            result_of(test_estimate(observations, of, &spec.request, options)?)
        });
    }
    if let [Sample::Sums(_, open)] = samples.0[..] {
        spec.request.open = open;
    }
    let result = samples.covariances(&quantities, spec.are_independent)?;
    let among = spec.among;
    result_of(test(&result, quantity, among, &spec.request, &mut poll)?)
}

/// The areas of scores at several times: for each score the `level` of intervals that hold at all times at once with
/// that of `request`, and the `covariance` matrix of all.
pub fn levels_at_times(samples: Vec<Record>, request: Record) -> Result<Value, Failure> {
    let samples = Samples::from_records(samples)?;
    let at_times = samples.at_times(&[Quantity::AREA], request)?;
    let levels = at_times.levels(request.or_default("level")?, &mut poll)?;
    let levels = numbers(collect(levels.iter().map(|level| level.get()))?)?;
    named! {
        "level" => levels,
        "covariance" => at_times.covariance(),
    }
}

/// The observations of a sample, or the sums or estimates of them.
// A few of them.
#[allow(clippy::large_enum_variant)]
enum Sample<'a> {
    Rows(Rows<'a>),
    /// How estimates vary, and how far bins leave one open.
    Sums(Covariance, f64),
}

struct Rows<'a> {
    input: Input<'a>,
    observations: Vec<Observations<'a>>,
}

impl<'a> Sample<'a> {
    fn from_record(record: Record) -> Result<Sample<'a>, Failure> {
        if let Some(estimates) = record.find("estimate")? {
            let covariance = copied(record.get("covariance")?)?;
            let known = Covariance::known(estimates, covariance, record.get("freedom")?)?;
            return Ok(Sample::Sums(known, 0.0));
        }
        if let Some(sums) = record.find("sums")? {
            let (covariance, open) = covariance_together(sums, record.or_default("variance")?)?;
            return Ok(Sample::Sums(covariance, open));
        }
        let input = Input::from_record(record)?;
        Ok(Sample::Rows(Rows {
            observations: input.observations()?,
            input,
        }))
    }
}

struct Samples<'a>(Vec<Sample<'a>>);

impl<'a> Samples<'a> {
    fn from_records(records: Vec<Record>) -> Result<Samples<'a>, Failure> {
        let samples = all(records.into_iter().enumerate(), |(i, record)| {
            Sample::from_record(record).map_err(|failure| failure.in_score(i))
        });
        samples.map(Samples)
    }

    /// The samples whose observations are known.
    fn rows(&self) -> impl Iterator<Item = &Rows<'a>> {
        self.0.iter().filter_map(|sample| match sample {
            Sample::Rows(rows) => Some(rows),
            Sample::Sums(..) => None,
        })
    }

    fn groups<'b>(&'b self, quantities: &'b [Quantity]) -> Result<Vec<Group<'b>>, Failure> {
        let mut groups = reserve(self.0.len())?;
        for rows in self.rows() {
            let request = covariance_request(&rows.input, quantities);
            let scores = &rows.observations[..];
            push(&mut groups, Group { scores, request })?;
        }
        Ok(groups)
    }

    fn options<'b>(&self, poll: &'b mut dyn FnMut() -> bool) -> Options<'b> {
        let threads = self.rows().map(|rows| rows.input.threads).max();
        let threads = threads.unwrap_or(NonZeroUsize::MIN);
        options(threads, poll)
    }

    /// How a quantity varies in the samples; those of sums are independent of the others.
    fn covariances(
        self,
        quantities: &[Quantity],
        are_independent: bool,
    ) -> Result<Vec<Covariance>, Failure> {
        if self.rows().count() == self.0.len() {
            let (all, mut poll) = (self.groups(quantities)?, poll);
            return Ok(groups(&all, are_independent, self.options(&mut poll))?);
        }
        all(self.0.into_iter().enumerate(), |(i, sample)| match sample {
            Sample::Sums(varying, _) => Ok(varying),
            Sample::Rows(Rows {
                input,
                observations,
            }) => {
                let request = covariance_request(&input, quantities);
                covariance(&observations, &request, input.options(&mut poll))
                    .map_err(|error| Failure::from(error).in_score(i))
            }
        })
    }

    fn at_times(&self, quantities: &[Quantity], request: Record) -> Result<AtTimes, Failure> {
        let mut groups = self.groups(quantities)?;
        for (group, rows) in groups.iter_mut().zip(self.rows()) {
            group.request.sampling.weight_models = rows.input.sampling.all_weight_models();
        }
        let mut poll = poll;
        Ok(AtTimes::new(
            &groups,
            request.find("joint")?,
            self.options(&mut poll),
        )?)
    }
}

/// The `reference` is the name of its statistic.
fn result_of(result: TestOfSeveral) -> Result<Value, Failure> {
    let test = result.test;
    let (reference, df) = match test.reference {
        Reference::Student(df) => ("t", numbers([or_missing(df)])?),
        Reference::ChiSquare(df) => ("X-squared", numbers([or_missing(df)])?),
        Reference::Fisher(df) => ("F", numbers(df.map(or_missing))?),
        Reference::LargestStudent(df) => ("max |t|", numbers([or_missing(df)])?),
        _ => ("Z", numbers([])?),
    };
    named! {
        "estimate" => result.estimates,
        "combined" => or_missing(result.combined),
        "statistic" => or_missing(test.statistic),
        "reference" => Value::Text(reference),
        "df" => df,
        "p.value" => or_missing(test.p_value),
        "interval" => test.interval.map(or_missing),
        "std.error" => or_missing(test.std_error),
        "contrasts" => contrasts(&result.contrasts)?,
    }
}

fn contrasts(result: &Contrasts) -> Result<Value, Failure> {
    rows! {
        result.tests.len() => |i| {
            let test = result.tests[i];
            let df = match test.reference {
                Reference::Student(df) => df,
                _ => f64::INFINITY,
            };
        }
        "std.error" => or_missing(test.std_error),
        "statistic" => or_missing(test.statistic),
        "df" => or_missing(df),
        "p.value" => or_missing(test.p_value),
        "p.adjusted" => or_missing(result.adjusted[i]),
        "conf.low" => or_missing(test.interval[0]),
        "conf.high" => or_missing(test.interval[1]),
    }
}
