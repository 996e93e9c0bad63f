//! Gamma random numbers.

use super::{Random, UNIT};

impl Random {
    /// From the gamma distribution of a shape above 0 and scale 1, by the rejection of Marsaglia and Tsang (2000).
    pub fn gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            let power = -self.exponential() / shape;
            return self.gamma(shape + 1.0) * libm::exp(power);
        }
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let v = 1.0 + c * x;
            let v = v * v * v;
            if v > 0.0 && -self.exponential() < 0.5 * x * x + d - d * v + d * libm::log(v) {
                return d * v;
            }
        }
    }

    /// From the standard normal distribution, by Box and Muller.
    fn normal(&mut self) -> f64 {
        let radius = (2.0 * self.exponential()).sqrt();
        let angle = 2.0 * std::f64::consts::PI * (self.bits() >> 11) as f64 * UNIT;
        radius * libm::cos(angle)
    }
}

#[cfg(test)]
mod tests {
    use crate::random::Random;

    #[test]
    #[cfg_attr(miri, ignore = "slow")]
    fn mean_and_variance_are_the_shape() {
        for shape in [0.25, 0.5, 1.0, 3.7, 1e6] {
            let mut random = Random::new(5, 1);
            let number = 100_000;
            let drawn: Vec<f64> = (0..number).map(|_| random.gamma(shape)).collect();
            let mean = drawn.iter().sum::<f64>() / f64::from(number);
            let squares = drawn.iter().map(|x| (x - mean) * (x - mean));
            let variance = squares.sum::<f64>() / f64::from(number);
            let error = (shape / f64::from(number)).sqrt();
            assert!((mean - shape).abs() < 4.0 * error, "{shape}: {mean}");
            assert!((variance / shape - 1.0).abs() < 0.1, "{shape}: {variance}");
        }
    }
}
