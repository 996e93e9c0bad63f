//! How far a band must reach to contain all rates at once.
//!
//! Estimates divided by their standard errors vary along a curve like an Ornstein-Uhlenbeck process, its time
//! being half the log odds of the rate (Miller and Siegmund 1982). A chain has the times from each place to the
//! next one, and how much an estimate varies at each. With the expected number of times at which some chains
//! begin or come to be beyond a reach,
//!
//! ```text
//! the critical_value is where exp(-expected number) is the level
//! ```

use crate::distribution::Normal;
use crate::error::Error;
use crate::interval::outer_quantile;
use crate::memory::collect;
use crate::root::root;

/// The times between places, one less than there are standard errors at the places.
pub(super) struct Chain {
    times: Vec<f64>,
    scales: Vec<f64>,
}

impl Chain {
    /// No time goes back.
    pub fn new(mut times: Vec<f64>, scales: Vec<f64>) -> Chain {
        for time in &mut times {
            *time = if *time < 0.0 { 0.0 } else { *time };
        }
        Chain { times, scales }
    }

    /// The expected number of times at which it begins or comes to be beyond the reach. Between two places it is
    /// not looked at, and may come back unseen (Siegmund and Yakir 2007, equation 5.3).
    fn expected_exits(&self, critical_value: f64) -> f64 {
        let multiple = |place: usize| critical_value / self.scales[place];
        let mut least = f64::INFINITY;
        for place in 0..self.scales.len() {
            least = least.min(multiple(place));
        }
        let mut exits = 2.0 * Normal.upper(least);
        for (place, time) in self.times.iter().enumerate() {
            let between = 0.5 * (multiple(place) + multiple(place + 1));
            let crossings = 2.0 * between * Normal.density(between) * time;
            exits += crossings * seen(between * (2.0 * time).sqrt());
        }
        exits
    }

    fn largest_scale(&self) -> f64 {
        self.scales.iter().copied().fold(0.0, f64::max)
    }
}

/// The share of the crossings that is seen.
fn seen(x: f64) -> f64 {
    if x < 1e-6 {
        return 1.0;
    }
    let half = 0.5 * x;
    let above = 0.5 * libm::erf(half * std::f64::consts::FRAC_1_SQRT_2);
    above / half / (half * (0.5 + above) + Normal.density(half))
}

/// The times from each place to the next one, by the rates there and the effective number of their class.
/// Before the first observation and behind the last nothing is known, and no time goes by.
pub(super) fn times_of(rates: &[f64], effective: f64) -> Result<Vec<f64>, Error> {
    let log_odds =
        |rate: f64| libm::log((effective * rate + 0.5) / (effective * (1.0 - rate) + 0.5));
    collect(
        rates
            .windows(2)
            .map(|pair| 0.5 * (log_odds(pair[1]) - log_odds(pair[0]))),
    )
}

/// How the error of a path goes on from each place to the next one: as those of the rates that it is made of,
/// by their variances.
pub(super) fn times_by_rate(
    rates: [&[f64]; 2],
    variances: [&[f64]; 2],
    effective: [f64; 2],
) -> Result<Vec<f64>, Error> {
    let part = |place: usize| {
        let [x, y] = [variances[0][place], variances[1][place]];
        y / (x + y)
    };
    let [of_x, mut times] = [
        times_of(rates[0], effective[0])?,
        times_of(rates[1], effective[1])?,
    ];
    for (place, (time, of_x)) in times.iter_mut().zip(of_x).enumerate() {
        let part = 0.5 * (part(place) + part(place + 1));
        *time = part * *time + (1.0 - part) * of_x;
    }
    Ok(times)
}

/// The reach that no chain leaves at any place, with this probability.
pub(super) fn critical_value_of(chains: &[Chain], level: f64) -> Result<f64, Error> {
    let excess = |critical_value: f64| {
        let exits: f64 = chains
            .iter()
            .map(|chain| chain.expected_exits(critical_value))
            .sum();
        Ok(exits + libm::log(level))
    };
    // The scale of the place that varies most.
    let largest = chains.iter().map(Chain::largest_scale).fold(0.0, f64::max);
    let least = largest * outer_quantile(level, f64::INFINITY)?;
    if excess(least)? <= 0.0 {
        return Ok(least);
    }
    let mut most = 2.0 * least;
    while most.is_finite() && excess(most)? > 0.0 {
        most *= 2.0;
    }
    root([least, most], excess)
}
