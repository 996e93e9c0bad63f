//! Named lists: what shims take where an argument has several parts.

use crate::failure::Failure;
use crate::input::{Argument, Read};
use crate::r::{bytes_of, Rf_getAttrib, Rf_xlength, VECTOR_ELT};
use crate::session::protected;
use extendr_ffi::{R_NamesSymbol, R_NilValue, SEXP, SEXPTYPE, TYPEOF};

/// A list whose elements have names. R protects what is in it while it is an argument.
#[derive(Clone, Copy)]
pub struct Record {
    list: SEXP,
    names: SEXP,
    length: isize,
}

impl Read for Record {
    unsafe fn read(list: SEXP) -> Result<Self, SEXPTYPE> {
        if TYPEOF(list) != SEXPTYPE::VECSXP {
            return Err(TYPEOF(list));
        }
        let names = Rf_getAttrib(list, R_NamesSymbol);
        let length = match TYPEOF(names) {
            SEXPTYPE::STRSXP => Rf_xlength(list),
            _ => 0,
        };
        Ok(Record {
            list,
            names,
            length,
        })
    }
}

/// A value that is made of a record.
macro_rules! from_records {
    ($($type:ty => $of:expr),*) => {
        $(impl $crate::input::Argument for $type {
            unsafe fn from_sexp(object: extendr_ffi::SEXP, name: &'static str) -> Result<Self, $crate::failure::Failure> {
                $of(<$crate::record::Record as $crate::input::Argument>::from_sexp(object, name)?)
            }
        })*
    };
}
pub(crate) use from_records;

/// Gives fields of a request of the core the values that R has for them: `fill!(request, record; level)`.
macro_rules! fill {
    ($request:expr, $record:expr; $($field:ident),*) => {
        $(if let Some(value) = $record.find(stringify!($field))? {
            $request.$field = value;
        })*
    };
}
pub(crate) use fill;

/// A value of the core whose fields are those of a record, but for some that are known.
macro_rules! read_as {
    ($record:expr, $type:ident { $($field:ident),* $(; $($known:ident),*)? }) => {
        $type { $($field: $record.get(stringify!($field))?,)* $($($known,)*)? }
    };
}
pub(crate) use read_as;

impl Record {
    /// The field of that name; one that is missing is as NULL.
    pub fn get<T: Argument>(&self, name: &'static str) -> Result<T, Failure> {
        // SAFETY: the body owns nothing; R protects the list and what is in it.
        unsafe { T::from_sexp(protected(|| self.element(name))?, name) }
    }

    /// The field of that name, `None` where it is missing or NULL.
    pub fn find<T: Argument>(&self, name: &'static str) -> Result<Option<T>, Failure> {
        // SAFETY: as in `get`.
        unsafe {
            match protected(|| self.element(name))? {
                object if TYPEOF(object) == SEXPTYPE::NILSXP => Ok(None),
                object => T::from_sexp(object, name).map(Some),
            }
        }
    }

    /// The field of that name, the default where it is missing or NULL.
    pub fn or_default<T: Argument + Default>(&self, name: &'static str) -> Result<T, Failure> {
        Ok(self.find(name)?.unwrap_or_default())
    }

    /// Does the same as [`Record::find`], for what a user may have written: of another type it is a mistake of theirs.
    pub fn read<T: Read>(
        &self,
        name: &'static str,
    ) -> Result<Result<Option<T>, SEXPTYPE>, Failure> {
        // SAFETY: the body owns nothing; R protects the list and what is in it.
        let read = unsafe { protected(|| Option::<T>::read(self.element(name))) }?;
        Ok(read)
    }

    /// How many fields there are, with names.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// # Safety
    /// As for [`Read::read`].
    unsafe fn element(&self, name: &str) -> SEXP {
        (0..self.length)
            .find(|&i| bytes_of(self.names, i) == name.as_bytes())
            .map_or(R_NilValue, |i| VECTOR_ELT(self.list, i))
    }
}
