//! One replicate after the other, in the same memory.

use super::counts::{self, count};
use super::extended::{precision, Ends, Extended};
use super::followed::Drawn;
use super::outward::{Outward, PLAIN};
use super::request::Scheme;
use super::shortlist::Shortlist;
use super::sorted::{Bootstrap, Clusters};
use super::sweep::{Row, Sweep};
use crate::error::Error;
use crate::inference::classes::{Classes, Member, Overlay};
use crate::measure::{Family, Measure, RoughH};
use crate::memory::{collect, filled, push, reserve};
use crate::poll::{Pace, BLOCK};
use crate::quantity::{
    concentration, cost_area, curve_of, Choice, ChosenRow, Place, Quantity, Rate,
};
use crate::random::Random;
use crate::shape::{Rates, Shape};

/// Room for one replicate at a time.
pub(super) struct Resample<'a> {
    of: &'a Bootstrap,
    overlay: Overlay<'a>,
    /// How often each observation of a class, or each cluster, was drawn.
    counts: Vec<u32>,
    /// The draw of observations that are followed over time.
    drawn: Option<Drawn>,
    /// The factors of the weights of each cluster.
    multiples: Vec<f64>,
    /// Room for sums over the members of each class, the positives only for what a curve says.
    sums: [Vec<f64>; 2],
    quantities: &'a [Quantity],
    /// The row of the threshold of each quantity that has one.
    rows: Vec<Row>,
    shortlist: Shortlist,
    /// The rates of the curve, for quantities that take all of them.
    shape: Shape,
    /// The rows that may be corners of the hull, for quantities that take these.
    corners: Vec<Row>,
    /// H of each quantity for the probabilities of the last replicate.
    rough: Vec<Option<RoughH>>,
    /// The weights of the pseudo-observations of the classes.
    pseudo: [f64; 2],
}

/// One replicate of several scores at a time.
pub(super) struct JointResample<'a> {
    scores: Vec<Resample<'a>>,
    /// Room for what the first score multiplies weights by, by position; none for one score alone.
    drawn: Vec<f64>,
    width: usize,
    /// Room for the weights of classes.
    totals: Vec<f64>,
}

impl<'a> JointResample<'a> {
    pub fn new(
        scores: &'a [Bootstrap],
        quantities: &'a [Quantity],
        classes: usize,
    ) -> Result<JointResample<'a>, Error> {
        let mut resamples = reserve(scores.len())?;
        for score in scores {
            push(&mut resamples, Resample::new(score, quantities)?)?;
        }
        let several = scores.iter().filter(|_| scores.len() > 1);
        let members = several.flat_map(|score| score.classes.members.iter().flatten());
        let rows = members.map(|member| member.position as usize + 1).max();
        Ok(JointResample {
            drawn: filled(rows.unwrap_or(0), 0.0)?,
            scores: resamples,
            width: quantities.len(),
            totals: filled(classes, 0.0)?,
        })
    }

    /// Draws the observations of a replicate, the same for all scores.
    pub fn draw(&mut self, replicate: u64, pace: &mut Pace<'_>) -> Result<(), Error> {
        let Some((first, others)) = self.scores.split_first_mut() else {
            return Ok(());
        };
        first.draw(replicate, pace)?;
        if others.is_empty() {
            return Ok(());
        }
        let classes = first.of.classes.members.iter().zip(&first.overlay.weights);
        for (members, weights) in classes {
            pace.steps(members.len())?;
            for (member, &weight) in members.iter().zip(weights) {
                // A weight that vanishes beside those of its class stays so.
                let is_nothing = member.weight == 0.0;
                let multiple = if is_nothing {
                    0.0
                } else {
                    weight / member.weight
                };
                self.drawn[member.position as usize] = multiple;
            }
        }
        for other in others {
            other.lay_over(&self.drawn, pace)?;
        }
        Ok(())
    }

    /// Writes the quantities of what has been drawn of one score, with the pseudo-observations at either side.
    pub fn write_sides(&mut self, to: &mut [f64], pace: &mut Pace<'_>) -> Result<(), Error> {
        match self.scores.first_mut() {
            Some(score) => score.write_sides(to, pace),
            None => Ok(()),
        }
    }

    /// Writes the quantities of what has been drawn, score by score.
    pub fn write(&mut self, to: &mut [f64], pace: &mut Pace<'_>) -> Result<(), Error> {
        for (score, to) in self.scores.iter_mut().zip(to.chunks_exact_mut(self.width)) {
            score.write(to, pace)?;
        }
        Ok(())
    }
}

/// The values of a replicate for the class of a score: its area against all others, NaN without one
/// of these; the mean of those against each other class, NaN without one of these; and how many
/// times as much it weighs as among all observations.
pub(in crate::inference) const OF_CLASS: usize = 3;

impl JointResample<'_> {
    /// Writes what has been drawn of classes, see [`OF_CLASS`].
    pub fn write_classes(
        &mut self,
        codes: &[i32],
        to: &mut [f64],
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        for (score, to) in self.scores.iter_mut().zip(to.chunks_exact_mut(OF_CLASS)) {
            to.copy_from_slice(&score.of_class(codes, &mut self.totals, pace)?);
        }
        Ok(())
    }
}

impl<'a> Resample<'a> {
    /// See [`OF_CLASS`]. Changes the weights of the others on the way.
    fn of_class(
        &mut self,
        codes: &[i32],
        totals: &mut [f64],
        pace: &mut Pace<'_>,
    ) -> Result<[f64; OF_CLASS], Error> {
        let [others, members] = &self.of.classes.members;
        pace.steps(2 * (others.len() + members.len()))?;
        let against_rest = self.overlay.area(&mut self.sums[0]);
        let [of_others, own] = &mut self.overlay.weights;
        let code = |member: &Member| codes[member.position as usize] as usize;
        totals.fill(0.0);
        for (member, weight) in others.iter().zip(&*of_others) {
            totals[code(member)] += weight;
        }
        // Each of the others weighs the same; 0/0 of one without weight is NaN.
        for (member, weight) in others.iter().zip(of_others) {
            *weight /= totals[code(member)];
        }
        let whole: f64 = members.iter().map(|member| member.weight).sum();
        let multiple = own.iter().sum::<f64>() / whole;
        let against_each = self.overlay.area(&mut self.sums[0]);
        Ok([against_rest, against_each, multiple])
    }

    fn new(of: &'a Bootstrap, quantities: &'a [Quantity]) -> Result<Resample<'a>, Error> {
        let [negatives, positives] = &of.classes.members;
        let clusters = of.clusters.as_ref().map(|clusters| clusters.number);
        let drawn = match of.scheme {
            _ if of.followed.is_some() => 0,
            Scheme::Multinomial => clusters.unwrap_or(negatives.len().max(positives.len())),
            Scheme::Counts => clusters.unwrap_or(0),
            _ => 0,
        };
        let any = |is: fn(&Quantity) -> bool| quantities.iter().any(is);
        let summed = if any(|quantity| *quantity != Quantity::AREA) {
            positives.len() + 1
        } else {
            0
        };
        let listed = if any(|quantity| quantity.choice().is_some()) {
            positives.len()
        } else {
            0
        };
        let scores = if any(takes_shape) {
            &of.classes.scores[..]
        } else {
            &[]
        };
        Ok(Resample {
            of,
            overlay: Overlay::new(&of.classes)?,
            counts: filled(drawn, 0)?,
            drawn: match &of.followed {
                Some(followed) => Some(followed.room(of.scheme)?),
                None => None,
            },
            multiples: filled(clusters.unwrap_or(0), 0.0)?,
            sums: [filled(negatives.len() + 1, 0.0)?, filled(summed, 0.0)?],
            quantities,
            rows: collect(
                quantities
                    .iter()
                    .map(|quantity| row_of(quantity, &of.classes)),
            )?,
            shortlist: Shortlist::new(listed)?,
            shape: Shape::blank(collect(scores.iter().copied())?)?,
            corners: reserve(if any(takes_corners) {
                positives.len() + 2
            } else {
                0
            })?,
            rough: filled(quantities.len(), None)?,
            pseudo: [0.0; 2],
        })
    }

    /// Multiplies weights by what has been drawn, by position.
    fn lay_over(&mut self, drawn: &[f64], pace: &mut Pace<'_>) -> Result<(), Error> {
        let classes = self
            .of
            .classes
            .members
            .iter()
            .zip(&mut self.overlay.weights);
        for (members, weights) in classes {
            pace.steps(members.len())?;
            for (weight, member) in weights.iter_mut().zip(members) {
                *weight = member.weight * drawn[member.position as usize];
            }
        }
        Ok(())
    }

    /// Draws the weights of a replicate; those of a half until it has both classes.
    fn draw(&mut self, replicate: u64, pace: &mut Pace<'_>) -> Result<(), Error> {
        if let Some(outward) = &self.of.outward {
            return self.draw_outward(outward, replicate, pace);
        }
        let mut random = Random::new(self.of.seed, replicate);
        loop {
            match (&self.of.followed, &mut self.drawn, &self.of.clusters) {
                (Some(followed), Some(drawn), _) => {
                    let to = (drawn, &mut self.overlay);
                    followed.draw(self.of.scheme, to, &mut random, pace)?;
                }
                (_, _, None) => self.draw_observations(&mut random, pace)?,
                (_, _, Some(_)) => self.draw_clusters(&mut random, pace)?,
            }
            if !self.of.scheme.is_half() || self.has_both_classes() {
                return Ok(());
            }
        }
    }

    /// Draws the weights of the observations and of the pseudo-observations. Of two replicates each class has the
    /// numbers of the other class in the other one, from its other end: the pair stays when classes are swapped and
    /// scores turned.
    fn draw_outward(
        &mut self,
        outward: &Outward,
        replicate: u64,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let of = self.of;
        if let Some(clusters) = &of.clusters {
            let mut random = Random::new(!of.seed, replicate);
            for multiples in self.multiples.chunks_mut(BLOCK) {
                pace.steps(multiples.len())?;
                multiples.fill_with(|| outward.of_cluster(&mut random));
            }
            for (class, clusters_of) in clusters.of_members.iter().enumerate() {
                let members = &of.classes.members[class];
                pace.steps(members.len())?;
                let weights = &mut self.overlay.weights[class];
                for (weight, (member, &cluster)) in
                    weights.iter_mut().zip(members.iter().zip(clusters_of))
                {
                    let place = clusters.places[cluster as usize] as usize;
                    *weight = member.weight * self.multiples[place];
                }
            }
        }
        for class in 0..2 {
            let stream = if of.clusters.is_some() {
                replicate
            } else {
                (replicate & !1) | ((replicate + class as u64) & 1)
            };
            let mut random = Random::new(of.seed, stream);
            self.pseudo[class] = outward.pseudo(class, &mut random);
            if of.clusters.is_some() {
                continue;
            }
            let members = &of.classes.members[class];
            let weights = &mut self.overlay.weights[class];
            let blocks = members.len().div_ceil(BLOCK);
            for block in 0..blocks {
                let block = if class == 0 {
                    block
                } else {
                    blocks - 1 - block
                };
                let range = block * BLOCK..members.len().min((block + 1) * BLOCK);
                pace.steps(range.len())?;
                let drawn = weights[range.clone()].iter_mut().zip(&members[range]);
                match class {
                    0 => outward.weigh(class, drawn, of.classes.scales[class], &mut random),
                    _ => outward.weigh(class, drawn.rev(), of.classes.scales[class], &mut random),
                }
            }
        }
        Ok(())
    }

    /// Writes the quantities of what has been drawn, with the pseudo-observations at either side.
    fn write_sides(&mut self, to: &mut [f64], pace: &mut Pace<'_>) -> Result<(), Error> {
        let [negative, positive] = self.pseudo;
        let lower = Ends {
            above: [negative, 0.0],
            below: [0.0, positive],
        };
        let upper = Ends {
            above: [0.0, positive],
            below: [negative, 0.0],
        };
        if to.len() == PLAIN * self.quantities.len() {
            return self.write_with([lower, upper], to, pace);
        }
        self.write_with([lower, upper, Ends::default()], to, pace)
    }

    fn has_both_classes(&self) -> bool {
        let classes = &self.overlay.weights;
        classes
            .iter()
            .all(|weights| weights.iter().any(|weight| *weight > 0.0))
    }

    fn draw_observations(&mut self, random: &mut Random, pace: &mut Pace<'_>) -> Result<(), Error> {
        let of = &self.of.classes;
        let classes = of.members.iter().zip(&mut self.overlay.weights);
        for (class, (members, weights)) in classes.enumerate() {
            match self.of.scheme {
                Scheme::Multinomial => {
                    let counts = &mut self.counts[..members.len()];
                    count(counts, random, pace)?;
                    let drawn = members.iter().zip(counts);
                    for (weight, (member, count)) in weights.iter_mut().zip(drawn) {
                        *weight = member.weight * f64::from(*count);
                    }
                }
                Scheme::Counts => {
                    let (scale, rows) = (of.scales[class], self.of.rows[class]);
                    counts::draw(members, scale, rows, weights, random, pace)?;
                }
                Scheme::HalfOfCounts => {
                    counts::draw_half(members, of.scales[class], weights, random, pace)?;
                }
                _ => {
                    let blocks = members.chunks(BLOCK).zip(weights.chunks_mut(BLOCK));
                    for (members, weights) in blocks {
                        pace.steps(members.len())?;
                        for (weight, member) in weights.iter_mut().zip(members) {
                            *weight = member.weight * self.of.scheme.multiple(random);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn draw_clusters(&mut self, random: &mut Random, pace: &mut Pace<'_>) -> Result<(), Error> {
        let Some(clusters) = &self.of.clusters else {
            return Ok(());
        };
        match self.of.scheme {
            Scheme::Multinomial | Scheme::Counts => {
                count(&mut self.counts, random, pace)?;
                for (multiple, &count) in self.multiples.iter_mut().zip(&self.counts) {
                    *multiple = f64::from(count);
                }
            }
            _ => {
                for multiples in self.multiples.chunks_mut(BLOCK) {
                    pace.steps(multiples.len())?;
                    for multiple in multiples {
                        *multiple = self.of.scheme.multiple(random);
                    }
                }
            }
        }
        self.weigh_clusters(clusters, pace)
    }

    fn weigh_clusters(&mut self, clusters: &Clusters, pace: &mut Pace<'_>) -> Result<(), Error> {
        let classes = self.of.classes.members.iter().zip(&clusters.of_members);
        for ((members, clusters), weights) in classes.zip(&mut self.overlay.weights) {
            pace.steps(members.len())?;
            let drawn = members.iter().zip(clusters);
            for (weight, (member, &cluster)) in weights.iter_mut().zip(drawn) {
                *weight = member.weight * self.multiples[cluster as usize];
            }
        }
        Ok(())
    }

    /// Writes the quantities of what has been drawn.
    fn write(&mut self, to: &mut [f64], pace: &mut Pace<'_>) -> Result<(), Error> {
        if let [Quantity::AREA] = self.quantities {
            to[0] = self.overlay.area(&mut self.sums[0]);
            return Ok(());
        }
        self.write_with([Ends::default()], to, pace)
    }

    /// Writes the quantities of what has been drawn with each of several ends. Quantities that are
    /// neither summaries nor at a share have no ends.
    fn write_with<const SIDES: usize>(
        &mut self,
        sides: [Ends; SIDES],
        to: &mut [f64],
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        pace.steps(to.len())?;
        let sweep = Sweep::new(&self.overlay, &mut self.sums, pace)?;
        if self.quantities.iter().any(takes_corners) {
            sweep.write_corners(&mut self.corners, pace)?;
        }
        if self.quantities.iter().any(takes_shape) {
            sweep.write_shape(&self.overlay, &mut self.shape, pace)?;
        }
        let sides = sides.map(|ends| Extended::new(sweep, ends));
        let width = self.quantities.len();
        for (k, quantity) in self.quantities.iter().enumerate() {
            if quantity.measure.family() == Family::Precision {
                let values = precision(&sweep, sides, &quantity.criterion(), pace)?;
                to.iter_mut()
                    .skip(k)
                    .step_by(width)
                    .zip(values)
                    .for_each(|(to, value)| *to = value);
            }
        }
        for (extended, to) in sides.iter().zip(to.chunks_exact_mut(width)) {
            if !extended.is_known() {
                to.fill(f64::NAN);
                continue;
            }
            // Several numbers of one threshold.
            let mut known: Option<(Choice, Option<ChosenRow>)> = None;
            let mut choose = |choice: &Choice, pace: &mut Pace<'_>| {
                let chosen = match (known, choice.as_risk()) {
                    (Some((of, chosen)), _) if of == *choice => chosen,
                    (_, None) => choice.choose_by_value(&self.shape, pace)?,
                    (_, Some(risk)) => {
                        let wanted = (choice, risk);
                        Some(
                            self.shortlist
                                .optimum(&self.overlay, &sweep, wanted, pace)?,
                        )
                    }
                };
                known = Some((*choice, chosen));
                Ok::<_, Error>(chosen)
            };
            let asked = to.iter_mut().zip(self.quantities).zip(&self.rows);
            for (k, ((to, quantity), &row)) in asked.enumerate() {
                let value = match (quantity.measure.family(), quantity.place) {
                    (Family::Area, Place::Between(Rate::Fpr, interval)) => {
                        sweep.partial_by_fpr(interval, pace)?
                    }
                    (Family::Area, Place::Between(Rate::Tpr, interval)) => {
                        sweep.partial_by_tpr(interval, pace)?
                    }
                    (Family::Area, _) => {
                        let area = sweep.partial_by_fpr([0.0, 1.0], pace)?;
                        if quantity.is_area() {
                            area
                        } else {
                            concentration(area, sweep.shares())
                        }
                    }
                    (Family::CostArea, _) => {
                        let curve = curve_of(&self.shape, [1.0; 2], pace)?;
                        let shares = self.shape.parts();
                        cost_area(quantity, &curve.as_curve(), shares, pace.poll())?
                    }
                    (Family::Cells, Place::Chosen(choice)) => {
                        quantity.at_row(choose(&choice, pace)?)
                    }
                    (Family::Cells, place) => {
                        let with_rest = |called: [f64; 2]| (called, called.map(|rate| 1.0 - rate));
                        let (called, not_called) = match place {
                            Place::Threshold(_) => sweep.rates_of_row(row),
                            Place::Fpr(at) => with_rest([at, sweep.tpr_at(at)]),
                            Place::Tpr(at) => with_rest([sweep.fpr_at(at), at]),
                            _ => quantity.rates(extended),
                        };
                        let criterion = quantity.criterion();
                        criterion.value(called, not_called, sweep.shares())
                    }
                    (Family::Threshold, Place::Chosen(choice)) => {
                        choose(&choice, pace)?.map_or(f64::NAN, |chosen| chosen.threshold)
                    }
                    (Family::Threshold, _) => quantity.threshold(extended, pace)?,
                    (Family::Precision, _) => continue,
                    _ if quantity.measure == Measure::Prevalence => extended.parts()[1],
                    _ if takes_shape(quantity) => {
                        quantity.criterion().of_shape(&self.shape, pace.poll())?
                    }
                    _ => {
                        let criterion = quantity.criterion();
                        let rates = extended.corners(&self.corners);
                        let priors = criterion.priors(rates.parts());
                        match (criterion.of_priors(priors), criterion.measure.least_cost()) {
                            (Some(value), _) => value,
                            (None, Some(cost)) if self.of.outward.is_some() => {
                                let rough = match self.rough[k] {
                                    Some(rough) if rough.is_of(priors) => rough,
                                    _ => RoughH::new(cost.density, priors)?,
                                };
                                self.rough[k] = Some(rough);
                                cost.of(&rough.of(&rates, pace)?)
                            }
                            _ => criterion
                                .at_optimum(&rates, pace.poll())?
                                .unwrap_or(f64::NAN),
                        }
                    }
                };
                *to = quantity.own(value);
            }
        }
        Ok(())
    }
}

/// Returns whether a quantity needs the rates of all rows.
fn takes_shape(quantity: &Quantity) -> bool {
    match (quantity.choice(), quantity.measure.family()) {
        (Some(choice), _) => choice.as_risk().is_none(),
        (None, family) => matches!(family, Family::CostArea | Family::Loss | Family::LossPart),
    }
}

/// Returns whether a quantity needs the corners of the hull.
fn takes_corners(quantity: &Quantity) -> bool {
    quantity.measure.family() == Family::Optimum
}

/// The row of the threshold of a quantity; the last one where there is none.
fn row_of(quantity: &Quantity, classes: &Classes) -> Row {
    match quantity.place {
        Place::Threshold(Some(threshold)) => classes.below_threshold(threshold),
        _ => {
            let [negatives, positives] = &classes.members;
            [negatives.len(), positives.len()]
        }
    }
}

#[cfg(test)]
mod tests;
