//! Named lists: what shims take where an argument has several parts.

use crate::failure::Failure;
use crate::input::{expected, Read};
use crate::r::{Rf_getAttrib, Rf_xlength, STRING_ELT, VECTOR_ELT};
use crate::session::protected;
use extendr_ffi::{R_NamesSymbol, R_CHAR, SEXP, SEXPTYPE, TYPEOF};
use std::ffi::CStr;

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

impl Record {
    /// The field of that name; one that is missing is a mistake of the package.
    pub fn get<T: Read>(&self, name: &'static str) -> Result<T, Failure> {
        // SAFETY: the body owns nothing; R protects the list and what is in it.
        let read = unsafe { protected(|| self.element(name).map(|element| T::read(element))) }?;
        match read {
            Some(read) => expected(name, read),
            None => Err(Failure::internal(format!("there is no {name}"))),
        }
    }

    /// The field of that name, `None` where it is missing or NULL.
    pub fn find<T: Read>(&self, name: &'static str) -> Result<Option<T>, Failure> {
        expected(name, self.read(name)?)
    }

    /// Does the same as [`Record::find`], for what a user may have written: of another type it is a mistake of theirs.
    pub fn read<T: Read>(
        &self,
        name: &'static str,
    ) -> Result<Result<Option<T>, SEXPTYPE>, Failure> {
        // SAFETY: the body owns nothing; R protects the list and what is in it.
        let read = unsafe {
            protected(|| match self.element(name) {
                Some(element) => Option::<T>::read(element),
                None => Ok(None),
            })
        }?;
        Ok(read)
    }

    /// The meaning of the field of that name, one of some words.
    pub fn word<T: Copy>(&self, name: &'static str, words: &[(&str, T)]) -> Result<T, Failure> {
        let word: &str = self.get(name)?;
        let result = words.iter().find(|(known, _)| *known == word);
        result
            .map(|&(_, meaning)| meaning)
            .ok_or_else(|| Failure::internal(format!("there is no {name} {word}")))
    }

    /// How many fields there are, with names.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// # Safety
    /// As for [`Read::read`].
    unsafe fn element(&self, name: &str) -> Option<SEXP> {
        (0..self.length)
            .find(|&i| {
                CStr::from_ptr(R_CHAR(STRING_ELT(self.names, i))).to_bytes() == name.as_bytes()
            })
            .map(|i| VECTOR_ELT(self.list, i))
    }
}
