//! Shims of power.

use crate::prelude::*;
use weighted_roc_core::power::{solve, Effect, Influences, Numbers, Plan};
use weighted_roc_core::sampling::Sampling;

/// The number that is `wanted` of `n`, `ratio`, `auc`, `sig.level` and `power`, and the design effect. The named list
/// also has `question` ("one", "paired" or "unpaired"), `reference`, `margin`, `two.sided`; for a model of the scores
/// `model`, `correlation` (or NULL), `deff` or `weight`, the other being NULL; in their place the observations of a
/// `pilot`.
pub fn power(request: Record) -> Result<Value, Failure> {
    let effect = match request.find::<&[f64]>("weight")? {
        Some(weights) => Effect::from_weights(weights)?,
        None => Effect::from_factor(request.get("deff")?)?,
    };
    let influences = match request.find::<Input>("pilot")? {
        Some(pilot) => {
            let Sampling { unit, clusters, .. } = pilot.sampling();
            let mut poll = poll;
            Influences::from_pilot(
                &pilot.observations()?,
                unit,
                clusters,
                pilot.options(&mut poll),
            )?
        }
        None => Influences::from_model(request.get("model")?, request.get("correlation")?, effect)?,
    };
    let mut plan = Plan::new(&influences, request.get("question")?);
    plan.two_sided = request.get("two.sided")?;
    fill!(plan, request; reference, margin);
    // The wanted value is missing.
    let known = |name| Ok::<f64, Failure>(request.find(name)?.unwrap_or(f64::NAN));
    let given = Numbers {
        positives: known("n")?,
        ratio: known("ratio")?,
        area: known("auc")?,
        level: known("sig.level")?,
        power: known("power")?,
    };
    let result = solve(&plan, request.get("wanted")?, &given, &mut poll)?;
    numbers([result, effect.factor()])
}
