//! Shims of power.

use crate::entry::shims;
use crate::failure::Failure;
use crate::record::Record;
use crate::result::{numbers, Value};
use crate::scored::Scored;
use crate::session::poll;
use weighted_roc_core::power::{solve, Effect, Influences, Model, Numbers, Plan, Question, Wanted};
use weighted_roc_core::Options;

/// The number that is `wanted` of `n`, `ratio`, `auc`, `sig.level` and `power`, and the design effect. The named list
/// also has `question` ("one", "paired" or "unpaired"), `reference`, `margin`, `two.sided`; for a model of the scores
/// `model`, `correlation` (or NULL), `deff` or `weight`, the other being NULL; in their place the observations of a
/// `pilot`.
fn power(request: Record) -> Result<Value, Failure> {
    let effect = effect_of(request)?;
    let influences = match request.find::<Record>("pilot")? {
        Some(pilot) => {
            let pilot = Scored::of(pilot)?;
            let options = Options {
                threads: pilot.threads,
                poll: &mut poll,
            };
            let scores = pilot.observations()?;
            let sampling = pilot.sampling();
            Influences::of_pilot(&scores, sampling.unit, sampling.clusters, options)?
        }
        None => {
            let model = match request.get("model")? {
                "binormal" => Model::Binormal,
                "exponential" => Model::Exponential,
                other => return Err(Failure::internal(format!("no model {other}"))),
            };
            Influences::of_model(model, request.find("correlation")?, effect)?
        }
    };
    let question = match request.get("question")? {
        "one" => Question::One,
        "paired" => Question::Paired,
        "unpaired" => Question::Unpaired,
        other => return Err(Failure::internal(format!("no question {other}"))),
    };
    let mut plan = Plan::new(&influences, question);
    plan.reference = request.get("reference")?;
    plan.margin = request.get("margin")?;
    plan.two_sided = request.get("two.sided")?;
    let wanted = match request.get("wanted")? {
        "n" => Wanted::Positives,
        "ratio" => Wanted::Ratio,
        "auc" => Wanted::Area,
        "sig.level" => Wanted::Level,
        "power" => Wanted::Power,
        other => return Err(Failure::internal(format!("no number {other}"))),
    };
    // The wanted value is missing.
    let known = |name| Ok::<f64, Failure>(request.find(name)?.unwrap_or(f64::NAN));
    let given = Numbers {
        positives: known("n")?,
        ratio: known("ratio")?,
        area: known("auc")?,
        level: known("sig.level")?,
        power: known("power")?,
    };
    let found = solve(&plan, wanted, &given, &mut poll)?;
    numbers([found, effect.factor()])
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
