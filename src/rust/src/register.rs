//! The registration of routines when R loads the library: which functions it may call.

// As many small values as there are shims.
#![allow(clippy::disallowed_macros, clippy::disallowed_methods)]

use crate::entry::shims_of;
use crate::{
    band::*, calibration::*, checks::*, covariance::*, curve::*, decision::*, estimate::*,
    hypothesis::*, interval::*, outcome::*, over_time::*, pooling::*, power::*, quantities::*,
    register, replicates::*, rules::*, tallies::*,
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
    let shims = shims_of! {
        WeightedROC as roc_curve(guess, label, weight, checked);
        few_rows_of_curve(guess, label, weight, limit);
        WeightedAUC as curve_area(tpr, fpr);
        wmw(guess, label, weight, checked);
        wmw_each(guess, label, weight, checked);
        doubles_of_integer64(bits, exact);
        band(input, request);
        band_places(input, request);
        rate_influences(input, places);
        net_benefit_bands(input, request);
        net_benefit_influences(input, request);
        reliability_bands(input, request);
        curve_calibration(x, prior);
        curve_reliability(x);
        check_range(values, range, ascending);
        check_whole(weights);
        check_costs(problems);
        covariance_of(input, what);
        effective_numbers_of(input);
        classes_covariance(input, request);
        classes_bootstrap(input, request);
        classes_influences(input);
        folds_curve(input);
        curves_mean(curves);
        curve_bounds(x, below, area, slack);
        curve_check(x);
        curve_measures(x, what, row, prior);
        measure_table();
        curve_best(x, what);
        curve_rows_at(x, threshold);
        curve_risk(x, problems);
        curve_optimal(x, problems);
        curve_hull(x);
        curve_cost_curve(x);
        curve_points_at(x, at, rate, prior);
        curve_partial(x, interval, rate);
        curve_cost_area(x, problems);
        curve_compare(x, y);
        curve_thin(x, straight, points);
        outcome_weights(outcome);
        censoring_curve(sample);
        linked_influences(influences, weight, sampling);
        areas_at_times(followed, request);
        areas_of_incident(followed, request);
        areas_over_time(followed, times);
        areas_integrated(followed, request);
        concordances(followed, request);
        pool(request);
        pool_curves(curves, sizes);
        pool_joint(estimates, covariances, width);
        power(request);
        curve_net_benefit(x, threshold, prior, calibrated);
        curve_constrained(x, bounds, prior, number);
        curve_reject(x, cost, problems);
        curve_gain(x, share, prior);
        curve_precision(x, recall, prior);
        curve_gains(x, prior);
        tally_check(columns, powers);
        chunk_tally(guess, label, weight, points, bins);
        tallies_merge(tallies, units, level, points, bins);
        tally_ends(score, scores, level);
        tally_curve(tally);
        part_in_bins(part, whole);
        cluster_groups(clusters);
        quantity_estimates(input, request);
        test_contrasts(samples, quantity, request);
        levels_at_times(samples, request);
        interval_defaults();
        area_of_tally(tally, request);
        areas_of_sums(sums, open, request);
        sums_of_steps(steps, area, counts);
        sums_of_parts(steps, area);
        influences_on(input, what);
        quantities_described(what);
        curve_quantities(x, what);
        replicates(input, request);
        areas_of_replicates(guess, label, weight, replicates, columns);
    };
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
