//! Curves, their areas, columns and shapes, and tallies.

use super::args::Args;
use super::inputs::SCORES;
use super::*;
use weighted_roc_core::area::{
    cost_areas, partial_by_fpr, partial_by_tpr, trapezoid, wmw, wmw_each,
};
use weighted_roc_core::curve::{Columns, Curve, Points, Ranking};
use weighted_roc_core::inference::{self, collected_sums, sums_in_parts, StepMoments, StepParts};
use weighted_roc_core::measure::{
    decompose, largest_youden, measure_at, precision_areas, precision_areas_of_curve,
    precision_at_recall, precision_at_row, precision_gains, write_columns, Column, ColumnsRequest,
    ForecastLoss, Measure, Parameters,
};
use weighted_roc_core::shape::{calibrate, hull, Corners};
use weighted_roc_core::tally::{self, greatest_score, in_larger_units, units_of};
use weighted_roc_core::{memory, prefault, Labels, Scores, Weights};

pub const ENTRIES: &[Entry] = &[
    large("Ranking::new", 16, |a, options| {
        Ok(Ranking::new(&a.observations(), options)?.rows() as u64)
    }),
    large("Ranking::new, few scores", 0, |a, options| {
        Ok(Ranking::new(&a.inputs.few.observations(), options)?.rows() as u64)
    }),
    large("Ranking::new, a narrow peak", 16 + 3, |a, options| {
        Ok(Ranking::new(&a.inputs.peak.observations(), options)?.rows() as u64)
    }),
    large("Ranking::from_tally", 40, |a, options| {
        Ok(Ranking::from_tally(a.tally(), options.poll)?.rows() as u64)
    }),
    large("Ranking::to_curve", 40, |a, options| {
        let curve = a.inputs.ranking.to_curve(options.poll)?;
        let points = curve.as_curve().points();
        Ok(shares(points.tpr) ^ digest(points.false_positive))
    }),
    small("Ranking::to_curve, any", |a, mut options| {
        let ranking = Ranking::new(&a.observations(), options.reborrow())?;
        let curve = ranking.to_curve(&mut *options.poll)?;
        let points = curve.as_curve().points();
        Curve::new(points, options.poll)?;
        Ok(shares(points.tpr.iter().chain(points.fpr)))
    }),
    small("Ranking::from_tally, to_curve", |a, options| {
        let curve = Ranking::from_tally(a.tally(), &mut *options.poll)?.to_curve(options.poll)?;
        let points = curve.as_curve().points();
        Ok(shares(points.tpr.iter().chain(points.fpr)))
    }),
    small("Ranking::write", |a, mut options| {
        let ranking = Ranking::new(&a.observations(), options.reborrow())?;
        let length = a.size(ranking.rows()).min(20);
        let mut columns = [0.0; 5].map(|zero| vec![zero; length]);
        let [tpr, fpr, threshold, false_negative, false_positive] = &mut columns;
        let columns = Columns {
            tpr,
            fpr,
            threshold,
            false_negative,
            false_positive,
        };
        ranking.write(columns, &mut *options.poll)?;
        ranking.true_negatives(&a.numbers(false_positive), options.poll)?;
        Ok(0)
    }),
    large("Curve::new", 0, |a, options| {
        Curve::new(a.inputs.curve.points(), options.poll).map(|curve| curve.rows() as u64)
    }),
    small("Curve::new, any", |a, options| {
        let curve = &a.inputs.curve;
        let none = vec![0.0; curve.rows()];
        let known = a.option(&[&[][..], &none]);
        let points = Points {
            tpr: &a.numbers(&curve.tpr),
            fpr: &a.numbers(&curve.fpr),
            threshold: &a.numbers(&curve.threshold),
            false_negative: &a.numbers(&curve.false_negative),
            false_positive: &a.numbers(&curve.false_positive),
            true_negative: &a.numbers(known),
        };
        let curve = Curve::new(points, &mut *options.poll)?;
        calibrate(&curve, None, &mut *options.poll)?;
        hull(&curve, options.poll)?;
        Ok(shares(&curve.shares()))
    }),
    large("Curve::all_rows", 8, |a, _| {
        Ok(digest_rows(&a.curve().all_rows()?))
    }),
    small("Curve::row_at, point", |a, _| {
        let curve = a.curve();
        let row = curve.row_at(a.number(0.4))?;
        assert!(row < curve.rows());
        curve.point(a.size(row))?;
        Ok(row as u64)
    }),
    large("trapezoid", 0, |a, options| {
        let (tpr, fpr) = (
            a.numbers(&a.inputs.curve.tpr),
            a.numbers(&a.inputs.curve.fpr),
        );
        Ok(digest(&[trapezoid(&tpr, &fpr, options.poll)?]))
    }),
    large("wmw", 16, |a, options| {
        Ok(shares(&[wmw(&a.observations(), options)?]))
    }),
    large("wmw, few scores", 0, |a, options| {
        Ok(shares(&[wmw(&a.inputs.few.observations(), options)?]))
    }),
    large("wmw_each", 8 + 16, |a, options| {
        let (scores, labels, weights) = shared(a);
        Ok(shares(&wmw_each(&scores, labels, weights, options)?))
    }),
    large("partial_by_fpr", 0, |a, options| {
        let area = partial_by_fpr(&a.curve(), a.pair([0.1, 0.7]), options.poll)?;
        Ok(shares(&[area]))
    }),
    large("partial_by_tpr", 0, |a, options| {
        let area = partial_by_tpr(&a.curve(), a.pair([0.1, 0.7]), options.poll)?;
        Ok(shares(&[area]))
    }),
    large("cost_areas", 0, |a, options| {
        let costs = [a.pair([0.25, 0.75]), [0.5, 0.5]];
        let result = cost_areas(&a.curve(), &costs, a.priors(), options.poll)?;
        result
            .iter()
            .for_each(|result| assert!(shares_or_unknown(&[result.ratio()]) > 0));
        Ok(numbers(
            result
                .iter()
                .flat_map(|result| [&result.area, &result.largest]),
        ))
    }),
    large("measures", 0, |a, _| {
        let curve = a.curve();
        let row = a.size(curve.rows() / 2);
        let at = |measure| measure_at(&curve, row, measure, a.prior());
        let (ppv, accuracy) = (at(Measure::Ppv)?, at(Measure::Accuracy)?);
        Ok(shares_or_unknown(&[ppv, accuracy]) ^ digest(&[at(a.cell())?]))
    }),
    large("write_columns", 8 * (Measure::NUMBER + 4), |a, options| {
        let curve = a.curve();
        let columns: Vec<_> = Measure::cell_measures(&Parameters::default())
            .map(Column::Measure)
            .collect();
        let length = a.size(curve.rows()).clamp(1, curve.rows());
        let mut all = memory::filled(columns.len() * length, 0.0)?;
        let mut request = ColumnsRequest::new(&columns);
        request.undefined = -1.0;
        let priors = [None, a.prior()];
        request.priors = &priors[..a.option(&[1, 0, 2])];
        write_columns(&curve, &request, all.chunks_exact_mut(length), options)?;
        Ok(digest(&all))
    }),
    large("hull", 32, |a, options| {
        let result = hull(&a.curve(), options.poll)?;
        result
            .slopes_at(a.size(0))
            .map(|slopes| numbers(&slopes))
            .ok();
        Ok(digest_rows(result.rows()) ^ digest(result.slopes()))
    }),
    small("calibrate", |a, options| {
        let result = calibrate(&a.curve(), a.prior(), options.poll)?;
        Ok(shares_or_unknown(
            result.iter().map(|block| &block.probability),
        ))
    }),
    small("decompose", |a, options| {
        let loss = a.option(&[ForecastLoss::Quadratic, ForecastLoss::Logarithmic]);
        // The scores of this one are probabilities.
        let curve = match a.option(&[true, false]) {
            true => a.inputs.crossing[0].given(),
            false => a.curve(),
        };
        let result = decompose(&curve, loss, a.prior(), options.poll)?;
        Ok(numbers(&[result.loss]))
    }),
    small("Corners", |a, options| {
        let curve = a.curve();
        let corners = Corners::new(&curve, &mut *options.poll)?;
        corners.least_error(a.priors(), &mut *options.poll)?;
        let density = weighted_roc_core::measure::Density::Beta(a.pair([2.0, 3.0]));
        Ok(numbers(&[corners
            .loss(density, a.priors(), options.poll)?
            .least]))
    }),
    small("largest_youden", |a, options| {
        Ok(shares(&[largest_youden(&a.curve(), options.poll)?]))
    }),
    small("precision_areas", |a, options| {
        let priors = [a.prior(), None];
        let priors = &priors[..a.option(&[2, 1, 0])];
        precision_areas(&a.observations(), priors, options).map(|_| 0)
    }),
    small("precision_areas_of_curve", |a, options| {
        let result = precision_areas_of_curve(&a.curve(), a.prior(), options.poll)?;
        Ok(shares_or_unknown(&[result.average_precision]))
    }),
    small("precision_at_row, at_recall", |a, _| {
        let (curve, priors) = (a.curve(), a.priors());
        let at_recall = precision_at_recall(&curve, a.number(0.5), priors);
        at_recall.map(|result| shares_or_unknown(&[result.0])).ok();
        Ok(shares_or_unknown(&[precision_at_row(
            &curve,
            a.size(1),
            priors,
        )?]))
    }),
    small("precision_gains", |a, options| {
        let result = precision_gains(&a.curve(), a.priors(), options.poll)?;
        Ok(numbers(
            result
                .iter()
                .flat_map(|gain| [&gain.precision, &gain.recall]),
        ))
    }),
    small("Quantity::evaluate", |a, options| {
        let quantity = a.quantity();
        let number = a.number(0.5);
        let _ = (
            quantity.measure.name(),
            quantity.scale().apply(number),
            quantity.widest(),
        );
        let _ = (quantity.chance(), quantity.is_below_chance(number));
        quantity.check()?;
        quantity.evaluate(&a.curve(), options.poll).map(|_| 0)
    }),
    large("tally_of", 16 + 136, |a, options| {
        tally::tally_chunk(&a.observations(), options).map(|rows| digest_tally(&rows))
    }),
    large("tally_of, few scores", 0, |a, options| {
        let rows = tally::tally_chunk(&a.inputs.few.observations(), options)?;
        Ok(digest_tally(&rows))
    }),
    small("of_chunk_in", |a, mut options| {
        let units = a.pair([1.0, 1.0]);
        let rows = tally::tally_chunk_in(&a.observations(), units, options.reborrow())?;
        Ranking::from_tally(&rows, &mut *options.poll)?;
        inference::tallied_sums(&rows, units, a.unit(), options.poll).map(|_| 0)
    }),
    large("coarsen", 136, |a, options| {
        let rows = memory::collect(a.tally().iter().copied())?;
        let points = a.option(&[Some(a.size(1000)), None]);
        let (rows, level) = tally::coarsen(rows, a.level(), points, options.poll)?;
        Ok(digest_tally(&rows) ^ u64::from(level))
    }),
    large("merge", 272 * SCORES, |a, options| {
        let (rows, level) = tally::merge(&a.inputs.tallies, 0, None, options.poll)?;
        Ok(digest_tally(&rows) ^ u64::from(level))
    }),
    small("merge, any", |a, options| {
        let tallies = [a.tally().to_vec(), a.tally().to_vec()];
        let points = a.option(&[None, Some(a.size(3))]);
        let (rows, level) = tally::merge(&tallies, a.level(), points, options.poll)?;
        Ok(digest_tally(&rows) ^ u64::from(level))
    }),
    large(
        "merge, bins that overlap",
        280 * SCORES / 4 + 1,
        |a, options| {
            let (rows, level) = tally::merge(&a.inputs.bins, 0, Some(1000), options.poll)?;
            Ok(digest_tally(&rows) ^ u64::from(level))
        },
    ),
    large("to_breaks", 136, |a, options| {
        let rows = memory::collect(a.tally().iter().copied())?;
        let rows = tally::to_breaks(rows, &a.numbers(&[0.25, 0.5]), a.number(3.0), options.poll)?;
        Ok(digest_tally(&rows))
    }),
    large("join_few", 136, |a, options| {
        let rows = memory::collect(a.tally().iter().copied())?;
        Ok(digest_tally(&tally::join_few(
            rows,
            a.number(3.0),
            options.poll,
        )?))
    }),
    small("greatest_score", |a, _| {
        let score = a.number(0.3);
        let last = greatest_score(score, Some(a.number(0.7)), a.level());
        assert!(last >= score || score.is_nan(), "{last:e} after {score:e}");
        Ok(digest(&[last]))
    }),
    small("in_larger_units", |a, _| {
        let mut rows = a.tally().to_vec();
        let (units, others) = (units_of(&rows), a.pair([1.0, 2.0]));
        in_larger_units(&mut rows, units, others);
        in_larger_units(&mut rows, others, units);
        Ok(digest_tally(&rows))
    }),
    large(
        "tallied_sums, bins that overlap",
        (280 + 40) * SCORES / 4 + 1,
        |a, options| {
            let (rows, _) = tally::merge(&a.inputs.bins, 0, None, &mut *options.poll)?;
            let result = inference::tallied_sums(&rows, [1.0; 2], a.unit(), options.poll)?;
            Ok(digest(&result.sums.negatives))
        },
    ),
    large("tallied_steps", 24, |a, options| {
        let steps = inference::tallied_steps(a.tally(), options.poll)?;
        shares(steps.iter().flat_map(|step| [&step.area, &step.open]));
        Ok(steps.len() as u64)
    }),
    large("tallied_sums", 0, |a, options| {
        let result = inference::tallied_sums(a.tally(), a.pair([1.0; 2]), a.unit(), options.poll)?;
        result.sums.covariance(Default::default()).ok();
        let sums = &result.sums;
        Ok(digest(sums.negatives.iter().chain(&sums.effective)))
    }),
    small("collected_sums", |a, options| {
        let columns = [(); 4].map(|()| a.numbers(&[1.0, 0.5]));
        let [x, y, z, v] = columns.each_ref().map(|column| &column[..]);
        let moments = StepMoments {
            weights: [x, y],
            numbers: [z, v],
            second: [[x, y, z], [v, x, y]],
            fourth: [[x, y, z, v, x], [y, z, v, x, y]],
            scales: a.pair([1.0, 1.0]),
        };
        let result = collected_sums(&moments, a.number(2.0), a.unit(), options.poll)?;
        result.covariance(Default::default()).map(|_| 0)
    }),
    small("sums_in_parts", |a, options| {
        let columns = [(); 3].map(|()| a.numbers(&[1.0, 0.5]));
        let [x, y, z] = columns.each_ref().map(|column| &column[..]);
        let steps = StepParts {
            score: &[0.0, 1.0],
            last: a.option(&[&[0.0, 1.0], &[1.0, 1.0], &[0.0]]),
            wins: x,
            weights: [x, y],
            squares: [y, z],
            numbers: [z, x],
            parts: [x, z],
            pairs: [y, x],
            scales: a.pair([1.0, 1.0]),
        };
        let (sums, without) = sums_in_parts(&steps, a.number(0.5), options.poll)?;
        Ok(digest(sums.negatives.iter().chain(&without.areas)))
    }),
    small("memory", |a, mut options| {
        let number = a.size(3);
        memory::filled(number, 0.0)?;
        memory::collect(0..number)?;
        memory::reserve::<f64>(number)?;
        let threads = std::num::NonZeroUsize::new(number).unwrap_or(options.threads);
        prefault::<f64>(&mut [&mut [], &mut [0.0]], threads)?;
        options.threads = threads;
        Ok(shares(&[wmw(&a.observations(), options.reborrow())?]))
    }),
];

fn shared<'a>(a: &Args<'a>) -> (Vec<Scores<'a>>, Labels<'a>, Weights<'a>) {
    let (all, first) = (a.scores(), a.observations());
    (
        all.iter().map(|of| of.scores).collect(),
        first.labels,
        first.weights,
    )
}
