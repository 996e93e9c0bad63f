//! Results for R, allocated at their exact size and filled in place.

use crate::failure::Failure;
use crate::r::{
    named_list, set_class, strings, R_PreserveObject, Rf_ScalarLogical, Rf_ScalarReal,
    Rf_allocVector, Rf_install, Rf_protect, Rf_setAttrib, SET_VECTOR_ELT,
};
use crate::session::{check_at, protected, Jump};
use extendr_ffi::{
    R_NaInt, R_NaReal, R_NilValue, R_ReleaseObject, R_RowNamesSymbol, Rf_unprotect, INTEGER, REAL,
    SEXP, SEXPTYPE, VECTOR_ELT,
};
use std::ffi::CStr;
use std::num::NonZeroUsize;
use std::{array, slice};
use weighted_roc_core::memory::collect;
use weighted_roc_core::prefault;

/// The largest number of columns of a data.frame that is made here.
const MOST_COLUMNS: usize = 64;

/// The value that a shim returns to R, or a part of it.
pub enum Value {
    Null,
    Flag(bool),
    Number(f64),
    Pair([f64; 2]),
    Numbers(Vec<f64>),
    Text(&'static str),
    Words(String),
    Object(Kept),
}

macro_rules! values {
    ($($type:ty => $variant:ident),*) => {
        $(impl From<$type> for Value {
            fn from(value: $type) -> Value {
                Value::$variant(value.into())
            }
        })*
    };
}

values!(bool => Flag, f64 => Number, i32 => Number, [f64; 2] => Pair, Vec<f64> => Numbers, &'static str => Text, String => Words);

impl Value {
    /// The value as an object of R's, which nothing protects any more.
    pub fn into_r(self) -> Result<SEXP, Jump> {
        match self {
            Value::Object(kept) => Ok(kept.0),
            // SAFETY: the body owns nothing.
            small => unsafe { protected(|| small.object()) },
        }
    }

    /// # Safety
    /// Within [`protected`]; all but objects are fresh.
    unsafe fn object(&self) -> SEXP {
        match self {
            Value::Null => R_NilValue,
            Value::Flag(flag) => Rf_ScalarLogical(i32::from(*flag)),
            Value::Number(number) => Rf_ScalarReal(*number),
            Value::Pair(pair) => doubles(pair),
            Value::Numbers(numbers) => doubles(numbers),
            Value::Text(text) => strings(&[text]),
            Value::Words(text) => strings(&[text]),
            Value::Object(kept) => kept.0,
        }
    }
}

/// A fresh object that R preserves until this is dropped, and that has no other reference.
pub struct Kept(SEXP);

impl Kept {
    /// Keeps what `make` allocates.
    ///
    /// # Safety
    /// As for [`protected`].
    pub unsafe fn new(make: impl FnOnce() -> SEXP + Copy) -> Result<Kept, Jump> {
        protected(|| {
            let object = Rf_protect(make());
            R_PreserveObject(object);
            Rf_unprotect(1);
            object
        })
        .map(Kept)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        // SAFETY: preserved once. R neither allocates nor jumps here.
        unsafe { R_ReleaseObject(self.0) };
    }
}

/// A data.frame of double columns.
pub struct Frame {
    frame: Kept,
    rows: usize,
    width: usize,
}

impl Frame {
    /// A data.frame whose elements may be anything.
    pub fn new(names: &[&str], rows: usize) -> Result<Frame, Failure> {
        Frame::by(NonZeroUsize::MIN, names, rows)
    }

    /// Does the same as [`Frame::new`]; several threads ask for its memory.
    pub fn by(threads: NonZeroUsize, names: &[&str], rows: usize) -> Result<Frame, Failure> {
        let mut frame = Frame::untouched(names, rows)?;
        prefault(&mut collect(frame.each_column())?, threads)?;
        Ok(frame)
    }

    /// Does the same as [`Frame::new`], but asks for no memory before it is written to.
    pub fn untouched(names: &[&str], rows: usize) -> Result<Frame, Failure> {
        let length = i32::try_from(rows).map_err(|_| Failure::too_many_rows(rows))?;
        // SAFETY: the body owns nothing.
        let frame = unsafe { Kept::new(|| frame_of(names, length)) }?;
        let width = names.len();
        Ok(Frame { frame, rows, width })
    }

    /// The columns, to be filled.
    pub fn each_column(&mut self) -> impl ExactSizeIterator<Item = &mut [f64]> {
        let (frame, rows) = (self.frame.0, self.rows);
        // SAFETY: the frame is a list of distinct double vectors of this length, which have no
        // other reference while it is borrowed.
        (0..self.width).map(move |i| unsafe { elements_mut(VECTOR_ELT(frame, i as isize), rows) })
    }

    /// The same of a frame of N columns.
    pub fn columns<const N: usize>(&mut self) -> [&mut [f64]; N] {
        let mut columns = self.each_column();
        array::from_fn(|_| columns.next().unwrap_or_default())
    }

    /// Gives the data.frame an attribute.
    pub fn set_attribute(&mut self, name: &CStr, value: Value) -> Result<(), Failure> {
        // SAFETY: the body owns nothing.
        unsafe {
            protected(|| {
                Rf_setAttrib(self.frame.0, Rf_install(name.as_ptr()), value.object());
            })
        }?;
        Ok(())
    }
}

impl From<Frame> for Value {
    fn from(frame: Frame) -> Value {
        Value::Object(frame.frame)
    }
}

/// The elements of a fresh double vector of this length.
///
/// # Safety
/// The vector must not have another reference while they are borrowed.
unsafe fn elements_mut<'a>(vector: SEXP, length: usize) -> &'a mut [f64] {
    match length {
        // R's pointer of an empty vector need not be a valid one.
        0 => &mut [],
        _ => slice::from_raw_parts_mut(REAL(vector), length),
    }
}

/// A data.frame of so many rows, which may fail, each with its values beside their names:
/// `rows! { number => |i| { let x = result[i]; } "low" => x.low, "high" => x.high }`. With `by [groups, rows]` there are
/// as many for each of some groups, one group after the other, and `|i| { ... } |at| { ... }`.
macro_rules! rows {
    (by $sizes:expr => |$i:ident| { $($group:tt)* } |$at:ident| { $($row:tt)* }
     $($name:literal => $value:expr),* $(,)?) => {
        $crate::result::table([$($name),*], $sizes, |$i: usize| {
            $($group)*
            Ok(move |$at: usize| {
                $($row)*
                Ok([$($value),*])
            })
        })
    };
    ($number:expr => |$i:ident| { $($row:tt)* } $($name:literal => $value:expr),* $(,)?) => {
        $crate::result::table([$($name),*], [$number, 1], |$i: usize| {
            $($row)*
            let values = [$($value),*];
            Ok(move |_| Ok(values))
        })
    };
}
pub(crate) use rows;

/// A data.frame of as many rows for each of some groups, one group after the other: `group` says what its
/// rows have in common.
pub fn table<const N: usize, Row: Fn(usize) -> Result<[f64; N], Failure>>(
    names: [&'static str; N],
    [groups, rows]: [usize; 2],
    group: impl Fn(usize) -> Result<Row, Failure>,
) -> Result<Value, Failure> {
    let mut frame = Frame::new(&names, groups * rows)?;
    let mut columns = frame.columns::<N>();
    for i in 0..groups {
        let row = group(i)?;
        let mut columns = columns
            .each_mut()
            .map(|column| &mut column[i * rows..(i + 1) * rows]);
        for at in 0..rows {
            check_at(i * rows + at)?;
            for (column, value) in columns.iter_mut().zip(row(at)?) {
                column[at] = value;
            }
        }
    }
    Ok(frame.into())
}

/// A vector of these values, which are given up.
pub fn numbers(values: impl AsRef<[f64]>) -> Result<Value, Failure> {
    vector_of(values.as_ref(), SEXPTYPE::REALSXP, REAL)
}

/// `T` is the type of the elements of a vector of this kind, which `start` returns.
fn vector_of<T: Copy>(
    values: &[T],
    kind: SEXPTYPE,
    start: unsafe extern "C" fn(SEXP) -> *mut T,
) -> Result<Value, Failure> {
    // SAFETY: the body owns nothing; the vector is fresh and of this length.
    unsafe {
        let vector = Kept::new(|| Rf_allocVector(kind, values.len() as isize))?;
        for (i, &value) in values.iter().enumerate() {
            check_at(i)?;
            *start(vector.0).add(i) = value;
        }
        Ok(Value::Object(vector))
    }
}

/// # Safety
/// Within [`protected`].
unsafe fn doubles(numbers: &[f64]) -> SEXP {
    let vector = Rf_allocVector(SEXPTYPE::REALSXP, numbers.len() as isize);
    elements_mut(vector, numbers.len()).copy_from_slice(numbers);
    vector
}

/// R counts from 1, and in doubles where a vector may be long.
pub fn one_based(position: usize) -> f64 {
    (position + 1) as f64
}

/// R tells a missing value from other NaN.
pub fn or_missing(value: f64) -> f64 {
    if value.is_nan() {
        // SAFETY: R sets it once, before it calls anything here.
        unsafe { R_NaReal }
    } else {
        value
    }
}

/// A vector of these strings.
pub fn string_vector(values: &[&'static str]) -> Result<Value, Failure> {
    // SAFETY: the body owns nothing.
    Ok(Value::Object(unsafe { Kept::new(|| strings(values)) }?))
}

/// A value that can be a part of a list.
pub trait Part {
    fn part(self) -> Result<Value, Failure>;
}

macro_rules! parts {
    ($($type:ty $(where [$($generic:tt)*])? => $part:expr;)*) => {
        $(impl$(<$($generic)*>)? Part for $type {
            fn part(self) -> Result<Value, Failure> {
                $part(self)
            }
        })*
    };
}

parts! {
    Value => Ok;
    f64 => |number| Ok(Value::Number(number));
    bool => |flag| Ok(Value::Flag(flag));
    &[f64] => numbers;
    [f64; N] where [const N: usize] => numbers;
    Vec<f64> => numbers;
    Vec<i32> => |codes: Vec<i32>| vector_of(&codes, SEXPTYPE::INTSXP, INTEGER);
    Option<T> where [T: Part] => |part: Option<T>| part.map_or(Ok(Value::Null), T::part);
}

/// A list of named parts: `named! { "values" => covariance.values, "df" => covariance.df }`.
macro_rules! named {
    ($($name:literal => $part:expr),* $(,)?) => {
        $crate::result::list([$($name),*], [$($crate::result::Part::part($part)?),*])
    };
}
pub(crate) use named;

/// See [`named`].
pub fn list<const N: usize>(names: [&'static str; N], parts: [Value; N]) -> Result<Value, Failure> {
    // SAFETY: the body owns nothing.
    let list = unsafe { Kept::new(|| list_of(&names, &parts)) }?;
    Ok(Value::Object(list))
}

/// # Safety
/// Within [`protected`].
pub unsafe fn list_of(names: &[&str], parts: &[Value]) -> SEXP {
    let list = Rf_protect(named_list(names));
    for (i, part) in parts.iter().enumerate() {
        SET_VECTOR_ELT(list, i as isize, part.object());
    }
    Rf_unprotect(1);
    list
}

/// # Safety
/// Within [`protected`].
unsafe fn frame_of(names: &[&str], rows: i32) -> SEXP {
    // The columns come first: a list that met a collection half filled would count as old, and
    // would keep its columns, long dead, until the next collection of all that is old.
    let mut columns = [R_NilValue; MOST_COLUMNS];
    for column in &mut columns[..names.len()] {
        *column = Rf_protect(Rf_allocVector(SEXPTYPE::REALSXP, rows as isize));
    }
    let frame = Rf_protect(named_list(names));
    for (i, column) in columns[..names.len()].iter().enumerate() {
        SET_VECTOR_ELT(frame, i as isize, *column);
    }
    set_class(frame, "data.frame");
    // R's compact form of the row names 1, ..., rows.
    let row_names = Rf_protect(Rf_allocVector(SEXPTYPE::INTSXP, 2));
    *INTEGER(row_names) = R_NaInt;
    *INTEGER(row_names).add(1) = -rows;
    Rf_setAttrib(frame, R_RowNamesSymbol, row_names);
    Rf_unprotect(names.len() as i32 + 2);
    frame
}
