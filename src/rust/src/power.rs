//! Shims of power.

use crate::entry::shims;
use crate::failure::Failure;
use crate::observations::Input;
use crate::record::Record;
use crate::result::{numbers, Value};
use crate::session::poll;
use weighted_roc_core::power::{
    solve, Effect, Hypothesis, Influences, Model, Numbers, Plan, Wanted,
};
use weighted_roc_core::Options;

/// The number that is `wanted` of `n`, `ratio`, `auc`, `sig.level` and `power`, and the design effect. The named list
/// also has `hypothesis` ("one", "paired" or "unpaired"), `reference`, `margin`, `two.sided`; for a model of the scores
/// `model`, `correlation` (or NULL), `deff` or `weight`, the other being NULL; in their place the observations of a
/// `pilot`.
fn power(request: Record) -> Result<Value, Failure> {
    let effect = effect_of(request)?;
    let influences = match request.find::<Record>("pilot")? {
        Some(pilot) => {
            let pilot = Input::of(pilot)?;
            let options = Options {
                threads: pilot.threads,
                poll: &mut poll,
            };
            let scores = pilot.observations()?;
            let sampling = pilot.sampling();
            Influences::of_pilot(&scores, sampling.unit, sampling.clusters, options)?
        }
        None => {
            let models = [
                ("binormal", Model::Binormal),
                ("exponential", Model::Exponential),
            ];
            let model = request.word("model", &models)?;
            Influences::prior_df(model, request.find("correlation")?, effect)?
        }
    };
    let questions = [
        ("one", Hypothesis::One),
        ("paired", Hypothesis::Paired),
        ("unpaired", Hypothesis::Unpaired),
    ];
    let mut plan = Plan::new(&influences, request.word("question", &questions)?);
    plan.reference = request.get("reference")?;
    plan.margin = request.get("margin")?;
    plan.two_sided = request.get("two.sided")?;
    let numbers_by_name = [
        ("n", Wanted::Positives),
        ("ratio", Wanted::Ratio),
        ("auc", Wanted::Area),
        ("sig.level", Wanted::Level),
        ("power", Wanted::Power),
    ];
    let wanted = request.word("wanted", &numbers_by_name)?;
    // The wanted value is missing.
    let known = |name| Ok::<f64, Failure>(request.find(name)?.unwrap_or(f64::NAN));
    let given = Numbers {
        positives: known("n")?,
        ratio: known("ratio")?,
        area: known("auc")?,
        level: known("sig.level")?,
        power: known("power")?,
    };
    let result = solve(&plan, wanted, &given, &mut poll)?;
    numbers([result, effect.factor()])
}

fn effect_of(request: Record) -> Result<Effect, Failure> {
    let weights: Option<&[f64]> = request.find("weight")?;
    Ok(match weights {
        Some(weights) => Effect::of_weights(weights)?,
        None => Effect::of_factor(request.get("deff")?)?,
    })
}

shims! {
    power(request);
}
