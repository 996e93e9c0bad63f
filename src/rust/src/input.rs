//! R's objects as the core's inputs, borrowed without a copy.

use crate::failure::Failure;
use crate::r::{bytes_of, Rf_getAttrib, Rf_xlength, DATAPTR_RO, VECTOR_ELT};
use crate::result::Value;
use crate::session::{check_at, options, poll, protected};
use crate::threads::threads_for;
use extendr_ffi::{
    R_ClassSymbol, R_DimSymbol, R_LevelsSymbol, R_NaInt, R_NilValue, SEXP, SEXPTYPE, TYPEOF,
};
use std::hint::black_box;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::{slice, str};
use weighted_roc_core::band::Type;
use weighted_roc_core::censoring::Controls;
use weighted_roc_core::curve::{Curve, Points};
use weighted_roc_core::interval::{Level, Method};
use weighted_roc_core::measure::{Density, ForecastLoss};
use weighted_roc_core::memory::{collect, push, reserve};
use weighted_roc_core::over_time::Pairs;
use weighted_roc_core::power::{Hypothesis, Model, Wanted};
use weighted_roc_core::quantity::{Rate, Standardize};
use weighted_roc_core::replicate::Scheme;
use weighted_roc_core::sampling::Correction;
use weighted_roc_core::{tally, Integers, Labels, Observations, Options, Scores, Weights};

/// Types that R's objects are read as. R code checks all types before it calls; an object of
/// another type is a mistake of the package.
pub trait Read: Copy {
    /// Reads an object, or says what it is instead.
    ///
    /// # Safety
    /// Within [`protected`], for objects that R protects as long as what is read is used.
    unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE>;
}

/// Returns the value read from an argument, or the error of its type.
pub fn expected<T>(argument: &str, read: Result<T, SEXPTYPE>) -> Result<T, Failure> {
    read.map_err(|result| Failure::internal(format!("{argument} came as {result:?}")))
}

/// The elements of a vector whose type is known to be `T`'s. An ALTREP vector is expanded by R.
///
/// # Safety
/// As for [`Read::read`]; `T` is f64 for doubles, i32 for integers and logicals.
unsafe fn elements<'a, T>(vector: SEXP) -> &'a [T] {
    match Rf_xlength(vector) as usize {
        // R's pointer of an empty vector need not be a valid one.
        0 => &[],
        length => slice::from_raw_parts(DATAPTR_RO(vector).cast(), length),
    }
}

/// The elements of an integer or logical vector, with R's code of a missing one.
///
/// # Safety
/// As for [`elements`].
unsafe fn integers<'a>(vector: SEXP) -> Integers<'a> {
    Integers {
        values: elements(vector),
        missing: Some(R_NaInt),
    }
}

/// The element of a vector of length 1.
///
/// # Safety
/// As for [`elements`].
unsafe fn single<T: Copy>(vector: SEXP) -> Option<T> {
    match elements(vector) {
        &[value] => Some(value),
        _ => None,
    }
}

/// Implements [`Read`] by the kinds of the objects that a type is read from.
macro_rules! read {
    ($($type:ty: |$object:ident| { $($kind:ident => $read:expr),* })*) => {
        $(impl Read for $type {
            unsafe fn read($object: SEXP) -> Result<Self, SEXPTYPE> {
                let kind = TYPEOF($object);
                let read = match kind {
                    $(SEXPTYPE::$kind => $read,)*
                    _ => None,
                };
                read.ok_or(kind)
            }
        })*
    };
}

read! {
    &[f64]: |object| { REALSXP => Some(elements(object)) }
    &[i32]: |object| { INTSXP => Some(elements(object)) }
    f64: |object| {
        REALSXP => single(object),
        INTSXP => single(object).filter(|&value: &i32| value != R_NaInt).map(f64::from)
    }
    bool: |object| { LGLSXP => single(object).filter(|&value: &i32| value != R_NaInt).map(|value| value != 0) }
    &str: |object| {
        STRSXP => (Rf_xlength(object) == 1).then(|| str::from_utf8(bytes_of(object, 0)).ok()).flatten()
    }
}

impl Read for Method {
    unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE> {
        Method::from_name(<&str>::read(object)?).ok_or(SEXPTYPE::STRSXP)
    }
}

impl<const N: usize> Read for [f64; N] {
    unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE> {
        let numbers = <&[f64]>::read(object)?;
        numbers.try_into().map_err(|_| SEXPTYPE::REALSXP)
    }
}

impl Read for usize {
    unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE> {
        match f64::read(object)? {
            number if number >= 0.0 => Ok(number as usize),
            _ => Err(TYPEOF(object)),
        }
    }
}

impl Read for NonZeroUsize {
    unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE> {
        NonZeroUsize::new(usize::read(object)?).ok_or(TYPEOF(object))
    }
}

/// Words that stand for values.
macro_rules! words {
    ($($type:ty { $($word:literal => $value:expr),* $(,)? })*) => {
        $(impl Read for $type {
            unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE> {
                match <&str>::read(object)? {
                    $($word => Ok($value),)*
                    _ => Err(SEXPTYPE::STRSXP),
                }
            }
        })*
    };
}

words! {
    Rate { "FPR" => Rate::Fpr, "TPR" => Rate::Tpr }
    Type {
        "pointwise" => Type::Pointwise,
        "equal-precision" => Type::EqualPrecision,
        "fixed-width" => Type::FixedWidth,
    }
    // Counts of rows use the estimator of rows, and a bootstrap has no other.
    Correction {
        "delong" => Correction::DeLong,
        "frequency" => Correction::DeLong,
        "bootstrap" => Correction::DeLong,
        "bayesian" => Correction::DeLong,
        "jackknife" => Correction::Jackknife,
    }
    Scheme {
        "multinomial" => Scheme::Multinomial,
        "dirichlet" => Scheme::Dirichlet,
        "counts" => Scheme::Counts,
    }
    Density { "prior" => Density::ByPriors, "ratio" => Density::ByRatio }
    ForecastLoss { "brier" => ForecastLoss::Quadratic, "log" => ForecastLoss::Logarithmic }
    Standardize {
        "none" => Standardize::None,
        "range" => Standardize::Range,
        "mcclish" => Standardize::McClish,
    }
    Controls { "all" => Controls::All, "free" => Controls::Free }
    Pairs { "harrell" => Pairs::Harrell, "uno" => Pairs::Uno }
    Model { "binormal" => Model::Binormal, "exponential" => Model::Exponential }
    Hypothesis {
        "one" => Hypothesis::One,
        "paired" => Hypothesis::Paired,
        "unpaired" => Hypothesis::Unpaired,
    }
    Wanted {
        "n" => Wanted::Positives,
        "ratio" => Wanted::Ratio,
        "auc" => Wanted::Area,
        "sig.level" => Wanted::Level,
        "power" => Wanted::Power,
    }
}

/// NULL is `None`.
impl<T: Read> Read for Option<T> {
    unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE> {
        match TYPEOF(object) {
            SEXPTYPE::NILSXP => Ok(None),
            _ => T::read(object).map(Some),
        }
    }
}

/// Numbers, and lists of as many.
pub trait Column: Read {}

impl Column for &[f64] {}

impl<T: Column, const N: usize> Column for [T; N] {}

impl<T: Column, const N: usize> Read for [T; N] {
    unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE> {
        let list = List::<T>::read(object)?;
        if list.length != N {
            return Err(SEXPTYPE::VECSXP);
        }
        let mut read = [list.element(0)?; N];
        for (i, element) in read.iter_mut().enumerate() {
            *element = list.element(i)?;
        }
        Ok(read)
    }
}

/// A list of any length.
#[derive(Clone, Copy)]
pub struct List<T> {
    list: SEXP,
    length: usize,
    elements: PhantomData<T>,
}

impl<T: Copy> Read for List<T> {
    unsafe fn read(list: SEXP) -> Result<Self, SEXPTYPE> {
        match TYPEOF(list) {
            SEXPTYPE::VECSXP => Ok(List {
                list,
                length: Rf_xlength(list) as usize,
                elements: PhantomData,
            }),
            other => Err(other),
        }
    }
}

impl<T: Read> List<T> {
    unsafe fn element(&self, index: usize) -> Result<T, SEXPTYPE> {
        T::read(VECTOR_ELT(self.list, index as isize))
    }

    /// Reads all elements.
    pub fn read_all(self) -> Result<Vec<T>, Failure> {
        all(0..self.length, |i| {
            // SAFETY: `i` is below the list's length, and R protects a list's elements with it.
            expected("element", unsafe { protected(|| self.element(i)) }?)
        })
    }
}

/// A value for each of some.
pub fn all<T, U>(
    of: impl ExactSizeIterator<Item = T>,
    mut each: impl FnMut(T) -> Result<U, Failure>,
) -> Result<Vec<U>, Failure> {
    let mut values = reserve(of.len())?;
    for one in of {
        push(&mut values, each(one)?)?;
    }
    Ok(values)
}

/// A copy of some numbers.
pub fn copied(values: &[f64]) -> Result<Vec<f64>, Failure> {
    Ok(collect(values.iter().copied())?)
}

/// A type of the arguments of shims and of the fields of a [`Record`](crate::record::Record): it can be [`Read`], or is made
/// of what was read.
pub trait Argument: Sized {
    /// Returns the value of the argument of that name.
    ///
    /// # Safety
    /// R must protect the object as long as the value is used.
    unsafe fn from_sexp(object: SEXP, name: &'static str) -> Result<Self, Failure>;
}

impl<T: Read> Argument for T {
    unsafe fn from_sexp(object: SEXP, name: &'static str) -> Result<Self, Failure> {
        expected(name, protected(|| T::read(object))?)
    }
}

impl Argument for Level {
    unsafe fn from_sexp(object: SEXP, name: &'static str) -> Result<Self, Failure> {
        Ok(Level::new(Argument::from_sexp(object, name)?)?)
    }
}

/// A list of any length.
impl<T: Argument> Argument for Vec<T> {
    unsafe fn from_sexp(object: SEXP, name: &'static str) -> Result<Self, Failure> {
        let list = List::<SEXP>::from_sexp(object, name)?;
        all(0..list.length, |i| {
            // SAFETY: `i` is below the list's length, and R protects a list's elements with it.
            unsafe { T::from_sexp(protected(|| VECTOR_ELT(list.list, i as isize))?, name) }
        })
    }
}

/// A vector that may be an input, and what R code may have to check first. Its elements are not
/// asked for before it is known to be one: those of an ALTREP vector take memory.
#[derive(Clone, Copy)]
pub struct Vector<'a> {
    object: SEXP,
    kind: SEXPTYPE,
    length: isize,
    is_object: bool,
    is_factor: bool,
    has_dim: bool,
    elements: PhantomData<&'a ()>,
}

impl Read for Vector<'_> {
    unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE> {
        let kind = TYPEOF(object);
        let class = Rf_getAttrib(object, R_ClassSymbol);
        Ok(Vector {
            object,
            kind,
            length: Rf_xlength(object),
            is_object: class != R_NilValue,
            is_factor: kind == SEXPTYPE::INTSXP && names_a_factor(class),
            has_dim: Rf_getAttrib(object, R_DimSymbol) != R_NilValue,
            elements: PhantomData,
        })
    }
}

/// # Safety
/// As for [`Read::read`].
unsafe fn names_a_factor(class: SEXP) -> bool {
    TYPEOF(class) == SEXPTYPE::STRSXP
        && (0..Rf_xlength(class)).any(|i| bytes_of(class, i) == b"factor")
}

impl<'a> Vector<'a> {
    pub fn length(&self) -> usize {
        self.length as usize
    }

    fn is_null(&self) -> bool {
        self.kind == SEXPTYPE::NILSXP
    }

    /// Returns whether it is a vector of numbers or logicals, no object of a class, and no matrix.
    fn is_bare(&self) -> bool {
        self.has_numbers() && !self.is_object && !self.has_dim
    }

    fn has_numbers(&self) -> bool {
        matches!(
            self.kind,
            SEXPTYPE::REALSXP | SEXPTYPE::INTSXP | SEXPTYPE::LGLSXP
        )
    }

    /// Returns whether this, a label and a weight are vectors of types that need no closer look, and of one
    /// length. A weight may be NULL, a label a factor.
    pub fn is_plain_among(&self, label: Vector, weight: Vector) -> bool {
        self.is_bare() && Vector::are_plain(label, weight, self.length as usize)
    }

    /// [`Vector::is_plain_among`] of the others.
    pub fn are_plain(label: Vector, weight: Vector, length: usize) -> bool {
        let length = length as isize;
        (label.is_bare() || label.is_factor && !label.has_dim)
            && label.length == length
            && (weight.is_null() || weight.is_bare() && weight.length == length)
    }

    /// Returns whether this is a matrix of numbers or logicals, no object of a class, that has elements.
    pub fn is_plain_matrix(&self, rows: usize) -> bool {
        self.has_numbers() && !self.is_object && rows > 0 && self.length > 0
    }

    pub fn as_scores(self) -> Result<Scores<'a>, Failure> {
        // SAFETY: the body owns nothing; R protects the vector while it is an argument, or in one.
        expected("guess", unsafe { protected(|| self.scores()) }?)
    }

    /// # Safety
    /// As for [`Read::read`].
    unsafe fn scores(self) -> Result<Scores<'a>, SEXPTYPE> {
        match self.kind {
            SEXPTYPE::REALSXP => Ok(Scores::F64(elements(self.object))),
            SEXPTYPE::INTSXP | SEXPTYPE::LGLSXP => Ok(Scores::Integers(integers(self.object))),
            other => Err(other),
        }
    }

    /// # Safety
    /// As for [`Read::read`].
    unsafe fn labels(self) -> Result<Labels<'a>, SEXPTYPE> {
        match self.kind {
            SEXPTYPE::INTSXP if self.is_factor => {
                let codes = integers(self.object);
                let has_two = Rf_xlength(Rf_getAttrib(self.object, R_LevelsSymbol)) == 2;
                Ok(if has_two {
                    Labels::TwoCodes(codes)
                } else {
                    Labels::Codes(codes)
                })
            }
            SEXPTYPE::INTSXP | SEXPTYPE::LGLSXP => Ok(Labels::Integers(integers(self.object))),
            SEXPTYPE::REALSXP => Ok(Labels::F64(elements(self.object))),
            other => Err(other),
        }
    }

    /// # Safety
    /// As for [`Read::read`].
    unsafe fn weights(self) -> Result<Weights<'a>, SEXPTYPE> {
        match self.kind {
            SEXPTYPE::NILSXP => Ok(Weights::Unit),
            SEXPTYPE::REALSXP => Ok(Weights::F64(elements(self.object))),
            SEXPTYPE::INTSXP | SEXPTYPE::LGLSXP => Ok(Weights::Integers(integers(self.object))),
            other => Err(other),
        }
    }
}

/// Returns the result of `find` on observations. Those that nobody has `checked` go the short way,
/// which gives NULL where R has to look closer: for all but plain vectors of one length, and for
/// faults, so that R says what they are.
pub fn curve_result(
    [guess, label, weight]: [Vector; 3],
    checked: bool,
    find: impl FnOnce(&Observations, Options) -> Result<Value, Failure>,
) -> Result<Value, Failure> {
    if !checked && !can_go_short(guess, label, weight) {
        return Ok(Value::Null);
    }
    let result = observations(guess, label, weight).and_then(|observations| {
        let (threads, mut poll) = (threads_for(label.length(), 1)?, poll);
        find(&observations, options(threads, &mut poll))
    });
    if checked {
        result
    } else {
        Ok(result.unwrap_or(Value::Null))
    }
}

/// Returns whether these observations need no closer look, and leave R no reason to raise an error: there is memory for the
/// columns that R may have to make of them, those of a curve, and the elements of ALTREP vectors. On the short way R code
/// has no handlers for R's errors.
fn can_go_short(guess: Vector, label: Vector, weight: Vector) -> bool {
    // Not to be optimised away.
    let has_buffer = || black_box(reserve::<[f64; 8]>(label.length() + 1)).is_ok();
    guess.is_plain_among(label, weight) && has_buffer()
}

pub fn observations<'a>(
    guess: Vector<'a>,
    label: Vector<'a>,
    weight: Vector<'a>,
) -> Result<Observations<'a>, Failure> {
    let (labels, weights) = labels_and_weights(label, weight)?;
    Ok(Observations {
        scores: guess.as_scores()?,
        labels,
        weights,
    })
}

pub fn labels_and_weights<'a>(
    label: Vector<'a>,
    weight: Vector<'a>,
) -> Result<(Labels<'a>, Weights<'a>), Failure> {
    // SAFETY: the body owns nothing; R protects the vectors while they are arguments.
    let (labels, weights) = unsafe { protected(|| (label.labels(), weight.weights())) }?;
    Ok((expected("label", labels)?, expected("weight", weights)?))
}

/// From the columns of a curve, and the weights of the true negatives in its first rows, as far as they are known.
impl Argument for Curve<'_> {
    unsafe fn from_sexp(object: SEXP, name: &'static str) -> Result<Self, Failure> {
        let columns: [&[f64]; 6] = Argument::from_sexp(object, name)?;
        let [tpr, fpr, threshold, false_negative, false_positive, true_negative] = columns;
        let points = Points {
            tpr,
            fpr,
            threshold,
            false_negative,
            false_positive,
            true_negative,
        };
        Curve::new(points, &mut poll).map_err(|error| Failure::in_curve(error, name))
    }
}

/// The rows of a tally.
pub type Tally = Vec<tally::Row>;

/// The columns of a tally, in the order in which R gets them, and what rounding took from the sums among them; and the
/// units in which its powers are, and in which they are read.
pub struct ColumnsOfTally<'a> {
    columns: [&'a [f64]; 17],
    pub units: [[f64; 2]; 2],
}

impl Argument for ColumnsOfTally<'_> {
    unsafe fn from_sexp(object: SEXP, name: &'static str) -> Result<Self, Failure> {
        Ok(ColumnsOfTally {
            columns: Argument::from_sexp(object, name)?,
            units: [[1.0; 2]; 2],
        })
    }
}

impl tally::Rows for ColumnsOfTally<'_> {
    fn number(&self) -> usize {
        self.columns[0].len()
    }

    /// Columns of what rounding took from sums are empty where that is nothing, or not known.
    fn row(&self, index: usize) -> tally::Row {
        let at = |column: usize| self.columns[column][index];
        let lost = |column: usize| self.columns[column].get(index).copied().unwrap_or(0.0);
        let powers = |class: usize| tally::Powers {
            squares: at(6 - class),
            fourths: at(8 - class),
            number: at(10 - class),
            lost: [lost(14 - class), lost(16 - class)],
        };
        let mut row = [tally::Row {
            score: at(0),
            positive: at(1),
            negative: at(2),
            scores: at(3),
            last: at(4),
            lost: [lost(12), lost(11)],
            powers: [powers(0), powers(1)],
        }];
        let [from, to] = self.units;
        tally::in_larger_units(&mut row, from, to);
        row[0]
    }
}

impl Argument for Tally {
    unsafe fn from_sexp(object: SEXP, name: &'static str) -> Result<Self, Failure> {
        let columns = ColumnsOfTally::from_sexp(object, name)?;
        all(0..tally::Rows::number(&columns), |i| {
            check_at(i)?;
            Ok(tally::Rows::row(&columns, i))
        })
    }
}
