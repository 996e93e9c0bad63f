//! Errors of the input, with the place where it is wrong.

use crate::range::Range;
use std::fmt;

/// A column of observations or of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Argument {
    /// The scores of observations.
    Scores,
    /// Their labels.
    Labels,
    /// Their weights.
    Weights,
    /// Their clusters.
    Clusters,
    /// Sets of replicate weights, or what is computed from them.
    Replicates,
    /// Sums or covariances of estimates.
    Covariance,
    /// The links behind weights.
    WeightModels,
    /// The times until which observations are known.
    Times,
    /// The statuses at the ends of times.
    Status,
    /// The strata of observations.
    Strata,
    /// Known probabilities of not having been censored.
    Survival,
    /// The covariates of a model of censoring.
    Covariates,
    /// The true positive rates of a curve.
    Tpr,
    /// The false positive rates of a curve.
    Fpr,
    /// The thresholds of a curve.
    Threshold,
    /// The weights of the false negatives of a curve.
    FalseNegative,
    /// The weights of the false positives of a curve.
    FalsePositive,
    /// The weights of the true negatives in a curve's first rows.
    TrueNegative,
    /// How many scores lie below the rows of a curve.
    ScoresBelow,
    /// The area right of the rows of a curve.
    Area,
    /// How far the area right of the rows of a curve is open.
    Slack,
}

impl Argument {
    /// The name of the field that holds the column.
    pub fn name(self) -> &'static str {
        match self {
            Argument::Scores => "scores",
            Argument::Labels => "labels",
            Argument::Weights => "weights",
            Argument::Clusters => "clusters",
            Argument::Replicates => "replicates",
            Argument::Covariance => "covariance",
            Argument::WeightModels => "links",
            Argument::Times => "times",
            Argument::Status => "status",
            Argument::Strata => "strata",
            Argument::Survival => "survival",
            Argument::Covariates => "covariates",
            Argument::Tpr => "tpr",
            Argument::Fpr => "fpr",
            Argument::Threshold => "threshold",
            Argument::FalseNegative => "false_negative",
            Argument::FalsePositive => "false_positive",
            Argument::TrueNegative => "true_negative",
            Argument::ScoresBelow => "scores_below",
            Argument::Area => "area_right",
            Argument::Slack => "slack",
        }
    }
}

/// One of the two classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The class whose members should have low scores.
    Negative,
    /// The class whose members should have high scores.
    Positive,
}

impl Class {
    /// "negative" or "positive".
    pub fn name(self) -> &'static str {
        match self {
            Class::Negative => "negative",
            Class::Positive => "positive",
        }
    }
}

/// The result of an analysis, or the reason why there is none.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an analysis can't be done. Positions count from 0.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// There are no observations.
    Empty,
    /// Two columns that belong together differ in length.
    Length {
        /// The column whose length differs.
        argument: Argument,
        /// Its length.
        length: usize,
        /// The length of the labels, or that of the curve; of replicates a whole number of them.
        expected: usize,
    },
    /// A value is NaN, or the integer that marks a missing value.
    Missing {
        /// Where the value stands.
        argument: Argument,
        /// Its position.
        position: usize,
    },
    /// A weight is negative or infinite.
    Weight {
        /// Its position.
        position: usize,
        /// The weight.
        value: f64,
    },
    /// The labels are no pair that encodes two classes.
    Labels {
        /// The distinct values found, ascending, at most [`Error::MAX_LABELS`] of them.
        found: Vec<f64>,
        /// True if there are more than `found` holds.
        more: bool,
    },
    /// All observations have the same label.
    OneClass {
        /// The value of that label.
        value: f64,
    },
    /// No observation of a class has a positive weight.
    NoWeight {
        /// The class.
        class: Class,
    },
    /// The weights of a class add up to more than the largest double.
    Overflow {
        /// The class.
        class: Class,
    },
    /// A curve has no such row, or rows are not from its first to its last.
    Row {
        /// The row.
        row: usize,
        /// The number of rows.
        rows: usize,
    },
    /// One of several scores of the same observations has an error.
    OfScore {
        /// The number of the score.
        score: usize,
        /// The error.
        error: Box<Error>,
    },
    /// A curve has fewer than two points.
    TooFewPoints {
        /// The number of points.
        points: usize,
    },
    /// A coordinate of a curve is infinite.
    Infinite {
        /// The coordinate.
        argument: Argument,
        /// The point.
        position: usize,
        /// The value there.
        value: f64,
    },
    /// A coordinate of a curve increases from one point to the next.
    Increasing {
        /// The coordinate.
        argument: Argument,
        /// The second of the two points.
        position: usize,
        /// The value at the first.
        from: f64,
        /// The value at the second.
        to: f64,
    },
    /// A coordinate of a curve decreases from one point to the next.
    Decreasing {
        /// The coordinate.
        argument: Argument,
        /// The second of the two points.
        position: usize,
        /// The value at the first.
        from: f64,
        /// The value at the second.
        to: f64,
    },
    /// The rows of a tally do not ascend.
    NotAscending {
        /// The column that should.
        argument: Argument,
        /// The second of two rows.
        position: usize,
        /// The value in the first.
        from: f64,
        /// The value in the second, no larger.
        to: f64,
    },
    /// A row of a tally has less than one score.
    ScoreCount {
        /// The row.
        position: usize,
        /// How many it has.
        value: f64,
    },
    /// The area of a step of a curve is not between those below its ends.
    Inside {
        /// The row at which the step begins.
        position: usize,
    },
    /// Sums of powers of weights in a row of a tally match no weights.
    Powers {
        /// The class.
        class: Class,
        /// The row.
        position: usize,
        /// Its least score.
        score: f64,
    },
    /// The level of a grid is above [`Error::MAX_LEVEL`].
    Level {
        /// The level.
        level: u32,
    },
    /// A cluster is not one of those that there are.
    Cluster {
        /// The position of the observation.
        position: usize,
        /// The number of its cluster.
        value: i32,
        /// How many clusters there are; they count from 0.
        clusters: usize,
    },
    /// The stratum of an observation is not one of those that there are.
    Stratum {
        /// The position of the observation.
        position: usize,
        /// The number of its stratum.
        value: i32,
        /// How many strata there are; they count from 0.
        strata: usize,
    },
    /// The time until which an observation is known is negative.
    Time {
        /// Its position.
        position: usize,
        /// The time.
        value: f64,
    },
    /// The status of an observation is not one that can end its time.
    Status {
        /// Its position.
        position: usize,
        /// The code of it.
        value: i32,
    },
    /// At a time there is no observation of a class.
    NoneAtTime {
        /// The class.
        class: Class,
        /// The time.
        time: f64,
        /// The first time at which there is a case; infinite if there is no case.
        first: f64,
        /// The end of the times at which there is an estimate; infinite if there is no end.
        last: f64,
        /// True if there is an estimate at the end.
        is_closed: bool,
    },
    /// Observations are censored before a time, and nobody of their stratum is followed to it: no weights stand for them.
    NotFollowed {
        /// The stratum, from 0 on.
        stratum: usize,
        /// The time.
        time: f64,
        /// The share of the stratum's weight that is lost.
        share: f64,
        /// The first time at which there is a case; infinite if there is no case.
        first: f64,
        /// The last time at which there is an estimate.
        last: f64,
    },
    /// By a known probability of not having been censored nobody is followed for as long as an observation was.
    NeverFollowed {
        /// The position of the observation.
        position: usize,
        /// Until when it must be followed.
        time: f64,
        /// Until when the probability is above 0.
        last: f64,
    },
    /// A coefficient of a model of censoring is infinite, or none is found.
    Divergence,
    /// No value of a number that is looked for gives the power that is asked for.
    Unreachable {
        /// From where to where it was looked for.
        range: [f64; 2],
        /// The least and the largest power there.
        reached: [f64; 2],
    },
    /// A cluster is in more than one fold.
    SplitCluster {
        /// The position of an observation that is in another fold than one before it.
        position: usize,
    },
    /// A class has no weight in a fold.
    FoldClass {
        /// The number of the fold.
        fold: usize,
        /// The class.
        class: Class,
    },
    /// A number that is given is outside of its range.
    Range {
        /// The value.
        argument: &'static str,
        /// The range.
        range: Range,
        /// Its position, where there are others.
        position: Option<usize>,
        /// The number.
        value: f64,
    },
    /// An interval ends before it begins, or is empty and must not be.
    Interval {
        /// The value.
        argument: &'static str,
        /// Its ends.
        ends: [f64; 2],
    },
    /// A score that must be a probability is not in [0, 1].
    Forecast {
        /// The row of the curve.
        position: usize,
        /// The score.
        value: f64,
    },
    /// An error costs less than the right answer, or not more where it must.
    Costs {
        /// The cost of the error.
        error: &'static str,
        /// The cost of the right answer.
        right: &'static str,
        /// True if the error must cost more, and not only as much.
        must_exceed: bool,
        /// Their position, where there are others.
        position: Option<usize>,
        /// Both costs.
        values: [f64; 2],
    },
    /// A parameter of a distribution or of a request is outside its range.
    Parameter {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A measure is not defined at the place.
    Place {
        /// Its name.
        measure: &'static str,
    },
    /// A whole curve does not begin or end where all curves do.
    End {
        /// The coordinate.
        argument: Argument,
        /// The first or the last point.
        position: usize,
        /// The value there.
        value: f64,
        /// The value of a whole curve.
        expected: f64,
    },
    /// A rate is not what the weights beside it say.
    Disagreement {
        /// The rate.
        argument: Argument,
        /// The point.
        position: usize,
        /// The rate there.
        value: f64,
        /// The rate by the weights.
        expected: f64,
    },
    /// A weight that is to count how often a row occurs is not a whole number.
    NotACount {
        /// Its position.
        position: usize,
        /// The weight.
        value: f64,
    },
    /// The model of the weights has as many coefficients as there are units of positive weight.
    Rank {
        /// The number of coefficients.
        rank: usize,
        /// The number of units.
        units: usize,
    },
    /// The counts of a class add up to more than [`Error::MAX_ROWS`].
    TooManyRows {
        /// The class.
        class: Class,
        /// The sum of the counts.
        rows: f64,
    },
    /// There are more observations than can be counted here.
    TooMany {
        /// The number of observations.
        observations: usize,
    },
    /// Working memory could not be had.
    Memory {
        /// The number of bytes asked for.
        bytes: usize,
    },
    /// The caller asked to stop.
    Interrupted,
}

impl Error {
    /// How many distinct labels [`Error::Labels`] lists at the most.
    pub const MAX_LABELS: usize = 6;

    /// The highest level of a tally's grid: one bin holds all scores.
    pub const MAX_LEVEL: u32 = u64::BITS;

    /// How many rows the counts of a class may add up to: doubles count no further.
    pub const MAX_ROWS: f64 = (1u64 << f64::MANTISSA_DIGITS) as f64;
}

impl Error {
    /// The error, whichever score it is of.
    pub(crate) fn without_score(self) -> Error {
        match self {
            Error::OfScore { error, .. } => *error,
            error => error,
        }
    }

    /// The same error of costs, which are those at a position among others.
    ///
    /// ```
    /// use weighted_roc_core::decision::Costs;
    /// use weighted_roc_core::Error;
    ///
    /// let costs = Costs { false_positive: 1.0, false_negative: 1.0, true_positive: 2.0, true_negative: 0.0 };
    /// let error = costs.check_order(false).unwrap_err().at_costs(3);
    /// assert!(matches!(error, Error::Costs { position: Some(3), .. }));
    /// ```
    pub fn at_costs(self, at: usize) -> Error {
        match self {
            Error::Costs {
                error,
                right,
                must_exceed,
                values,
                ..
            } => Error::Costs {
                error,
                right,
                must_exceed,
                position: Some(at),
                values,
            },
            error => error,
        }
    }

    /// The error as that of one of several scores; the only one needs no number. A lack of memory and a stop are those
    /// of all scores.
    pub(crate) fn in_score(self, score: usize, scores: usize) -> Error {
        match self {
            Error::Memory { .. } | Error::Interrupted | Error::OfScore { .. } => self,
            error if scores == 1 => error,
            error => Error::OfScore {
                score,
                error: Box::new(error),
            },
        }
    }

    /// The error as that of a later one of all scores, where these are some of them.
    pub(crate) fn in_later_score(self, by: usize, scores: usize) -> Error {
        match self {
            Error::OfScore { score, error } => error.in_score(by + score, scores),
            error => error.in_score(by, scores),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Empty => write!(f, "there are no observations"),
            Error::Length {
                argument,
                length,
                expected,
            } => write!(
                f,
                "{} must have length {expected}, not {length}",
                argument.name()
            ),
            Error::Missing { argument, position } => {
                write!(f, "element {position} of {} is missing", argument.name())
            }
            Error::Weight { position, value } => write!(
                f,
                "weight must be finite and >= 0: element {position} is {value}"
            ),
            Error::Labels { found, more } => {
                let dots = if *more { " and more" } else { "" };
                write!(f, "labels {found:?}{dots} do not encode two classes")
            }
            Error::OneClass { value } => write!(f, "only one label value, {value}"),
            Error::NoWeight { class } => {
                write!(f, "the {} class has no positive weight", class.name())
            }
            Error::Overflow { class } => {
                write!(f, "the weights of the {} class overflow", class.name())
            }
            Error::Row { row, rows } => {
                write!(f, "row {row} is not where a curve of {rows} rows has one")
            }
            Error::OfScore { score, error } => write!(f, "score {score}: {error}"),
            Error::TooFewPoints { points } => {
                write!(f, "a curve needs two points at least, not {points}")
            }
            Error::Infinite {
                argument,
                position,
                value,
            } => write!(f, "{} is {value} at point {position}", argument.name()),
            Error::Increasing {
                argument,
                position,
                from,
                to,
            } => write!(
                f,
                "{} must not increase, but goes from {from} to {to} at point {position}",
                argument.name()
            ),
            Error::Decreasing {
                argument,
                position,
                from,
                to,
            } => write!(
                f,
                "{} must not decrease, but goes from {from} to {to} at point {position}",
                argument.name()
            ),
            Error::NotAscending {
                argument,
                position,
                from,
                to,
            } => write!(
                f,
                "{} must ascend, but go from {from} to {to} at row {position}",
                argument.name()
            ),
            Error::ScoreCount { position, value } => write!(
                f,
                "a row of a tally has one score at least: row {position} has {value}"
            ),
            Error::Inside { position } => {
                write!(f, "the area of the step from row {position} does not fit the points")
            }
            Error::Powers { class, score, .. } => write!(
                f,
                "sums of the {} class at score {score} match no weights",
                class.name()
            ),
            Error::Level { level } => write!(
                f,
                "the level of a tally must be in 0 to {}, not {level}",
                Error::MAX_LEVEL
            ),
            Error::Cluster {
                position,
                value,
                clusters,
            } => write!(
                f,
                "element {position} of clusters is {value}, which is none of {clusters} from 0 on"
            ),
            Error::Stratum {
                position,
                value,
                strata,
            } => write!(
                f,
                "element {position} of strata is {value}, which is none of {strata} from 0 on"
            ),
            Error::Time { position, value } => write!(
                f,
                "a time must not be negative: element {position} is {value}"
            ),
            Error::Status { position, value } => write!(
                f,
                "a status is 0, 1 or 2: element {position} is {value}"
            ),
            Error::NoneAtTime {
                class,
                time,
                first,
                last,
                is_closed,
            } => write!(
                f,
                "the {} class has no observation at time {time}: there are both from {first} {} {last}",
                class.name(),
                if *is_closed { "to" } else { "until before" }
            ),
            Error::NotFollowed {
                stratum,
                time,
                share,
                first,
                last,
            } => write!(
                f,
                "nobody of stratum {stratum} is followed to time {time}, where a share of {share} is lost: there is an \
                 estimate from {first} to {last}"
            ),
            Error::NeverFollowed {
                position,
                time,
                last,
            } => write!(
                f,
                "by the probability of not having been censored nobody is followed beyond {last}, but element \
                 {position} is until {time}"
            ),
            Error::Divergence => write!(f, "a model of censoring has no finite coefficients"),
            Error::Unreachable { range, reached } => write!(
                f,
                "no number from {} to {} gives that power: it is {} at least, {} at most",
                range[0], range[1], reached[0], reached[1]
            ),
            Error::SplitCluster { position } => write!(
                f,
                "element {position} of clusters is in another fold than its cluster"
            ),
            Error::FoldClass { fold, class } => {
                write!(f, "the {} class has no weight in fold {fold}", class.name())
            }
            Error::Range {
                argument,
                range,
                position,
                value,
            } => {
                write!(f, "{argument} must be {range}: ")?;
                match position {
                    Some(position) => write!(f, "number {position} is {value}"),
                    None => write!(f, "it is {value}"),
                }
            }
            Error::Interval {
                argument,
                ends: [from, to],
            } => write!(f, "{argument} must ascend: it goes from {from} to {to}"),
            Error::Forecast { position, value } => write!(
                f,
                "scores must be probabilities: that of point {position} is {value}"
            ),
            Error::Costs {
                error,
                right,
                must_exceed,
                values: [found, least],
                ..
            } => write!(
                f,
                "{error} must be {} {right}, the cost of the right answer: they are {found} and {least}",
                if *must_exceed { "more than" } else { "at least" }
            ),
            Error::Parameter { name, value } => {
                write!(f, "{name} is outside its range: it is {value}")
            }
            Error::Place { measure } => write!(f, "{measure} is not defined at this place"),
            Error::End {
                argument,
                position,
                value,
                expected,
            } => write!(
                f,
                "{} must be {expected} at point {position}, not {value}",
                argument.name()
            ),
            Error::Disagreement {
                argument,
                position,
                value,
                expected,
            } => write!(
                f,
                "{} is {value} at point {position}, by its weights it is {expected}",
                argument.name()
            ),
            Error::Rank { rank, units } => {
                write!(f, "{rank} coefficients made the weights of {units} units")
            }
            Error::NotACount { position, value } => {
                write!(f, "weight must count rows: element {position} is {value}")
            }
            Error::TooManyRows { class, rows } => write!(
                f,
                "the weights of the {} class count {rows} rows, more than {}",
                class.name(),
                Error::MAX_ROWS
            ),
            Error::TooMany { observations } => {
                write!(f, "{observations} observations are too many")
            }
            Error::Memory { bytes } => write!(f, "no memory for {bytes} bytes"),
            Error::Interrupted => write!(f, "interrupted"),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::wrong_length;

    #[test]
    fn what_is_no_tally_and_no_cluster_is_said_in_words() {
        let (argument, position) = (Argument::Scores, 3);
        let said = [
            Error::NotAscending {
                argument,
                position,
                from: 2.0,
                to: 1.5,
            },
            Error::ScoreCount {
                position,
                value: 0.5,
            },
            Error::Level { level: 65 },
            Error::Cluster {
                position,
                value: -1,
                clusters: 7,
            },
            wrong_length(Argument::Replicates, 5, 4),
            Error::NotACount {
                position,
                value: 1.5,
            },
            Error::TooManyRows {
                class: Class::Positive,
                rows: 1e17,
            },
            Error::SplitCluster { position },
            Error::FoldClass {
                fold: 2,
                class: Class::Negative,
            },
            Error::Stratum {
                position,
                value: 4,
                strata: 4,
            },
            Error::Time {
                position,
                value: -1.5,
            },
            Error::Status { position, value: 7 },
            Error::NoneAtTime {
                class: Class::Positive,
                time: 2.5,
                first: 3.0,
                last: 9.5,
                is_closed: false,
            },
            Error::NotFollowed {
                stratum: 1,
                time: 6.0,
                share: 0.25,
                first: 3.0,
                last: 5.5,
            },
            Error::NeverFollowed {
                position,
                time: 2.5,
                last: 2.0,
            },
            Error::Divergence,
        ]
        .map(|error| error.to_string());
        let expected = [
            "scores must ascend, but go from 2 to 1.5 at row 3",
            "a row of a tally has one score at least: row 3 has 0.5",
            "the level of a tally must be in 0 to 64, not 65",
            "element 3 of clusters is -1, which is none of 7 from 0 on",
            "replicates must have length 4, not 5",
            "weight must count rows: element 3 is 1.5",
            "the weights of the positive class count 100000000000000000 rows, more than \
             9007199254740992",
            "element 3 of clusters is in another fold than its cluster",
            "the negative class has no weight in fold 2",
            "element 3 of strata is 4, which is none of 4 from 0 on",
            "a time must not be negative: element 3 is -1.5",
            "a status is 0, 1 or 2: element 3 is 7",
            "the positive class has no observation at time 2.5: there are both from 3 until before 9.5",
            "nobody of stratum 1 is followed to time 6, where a share of 0.25 is lost: there is an estimate from 3 to 5.5",
            "by the probability of not having been censored nobody is followed beyond 2, but element 3 is until 2.5",
            "a model of censoring has no finite coefficients",
        ];
        assert_eq!(said, expected);
    }
}
