//! The registration of routines when R loads the library: which functions it may call.

// As many small values as there are shims.
#![allow(clippy::disallowed_macros, clippy::disallowed_methods)]

use crate::{
    band, calibration, checks, covariance, decision, estimate, gains, hypothesis, interval,
    outcome, over_time, pooling, power, precision, quantities, register, replicates, rules,
    tallies,
};
use extendr_api::metadata::{Arg, Func, Metadata};
use extendr_api::prelude::*;

/// A shim, as extendr describes functions.
pub fn described(
    [name, c_name]: [&'static str; 2],
    r_name: &'static str,
    arguments: &[&'static str],
    pointer: *const u8,
) -> Func {
    let argument = |&name: &&'static str| Arg {
        name,
        arg_type: "SEXP",
        default: None,
    };
    Func {
        doc: "",
        rust_name: name,
        mod_name: r_name,
        r_name,
        c_name,
        args: arguments.iter().map(argument).collect(),
        return_type: "SEXP",
        func_ptr: pointer,
        hidden: false,
        invisible: None,
    }
}

/// All shims, under the name that `extendr_module!` looks for.
pub fn get_register_metadata() -> Metadata {
    let shims = crate::shims()
        .chain(band::shims())
        .chain(calibration::shims())
        .chain(checks::shims())
        .chain(decision::shims())
        .chain(estimate::shims())
        .chain(gains::shims())
        .chain(hypothesis::shims())
        .chain(interval::shims())
        .chain(outcome::shims())
        .chain(over_time::shims())
        .chain(pooling::shims())
        .chain(power::shims())
        .chain(quantities::shims())
        .chain(replicates::shims())
        .chain(covariance::shims())
        .chain(rules::shims())
        .chain(precision::shims())
        .chain(tallies::shims());
    Metadata {
        name: "register",
        functions: shims.collect(),
        impls: Vec::new(),
    }
}

extendr_module! {
    mod WeightedROC;
    use register;
}
