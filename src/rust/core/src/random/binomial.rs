//! Binomial random numbers, as large as a double can count.

use super::Random;

/// From this mean on the constants of Hörmann's rejection hold.
const LARGE: f64 = 10.0;

impl Random {
    /// How many of `draws` from `of` rows, with replacement, are among `hits` of these. None of the
    /// three is above 2^53, and `hits` is not above `of`.
    pub fn binomial(&mut self, draws: u64, hits: u64, of: u64) -> u64 {
        let misses = of - hits;
        if misses < hits {
            return draws - self.binomial(draws, misses, of);
        }
        if hits == 0 || draws == 0 {
            return 0;
        }
        let binomial = Binomial {
            draws: draws as f64,
            hit: hits as f64 / of as f64,
            miss: misses as f64 / of as f64,
        };
        let result = if binomial.mean() < LARGE {
            binomial.by_inversion(self)
        } else {
            binomial.by_rejection(self)
        };
        result as u64
    }
}

/// The distribution of the number of hits, no likelier than misses.
struct Binomial {
    draws: f64,
    hit: f64,
    miss: f64,
}

impl Binomial {
    fn mean(&self) -> f64 {
        self.draws * self.hit
    }

    /// By adding up probabilities from that of 0 on until they exceed a uniform number.
    fn by_inversion(&self, random: &mut Random) -> f64 {
        // A larger number is less likely than 1e-70. Rounding errors of the uniform number may not lead there.
        const MOST: u32 = 110;
        let none = libm::exp(self.draws * libm::log1p(-self.hit));
        let odds = self.hit / self.miss;
        loop {
            let mut rest = random.unit();
            let mut probability = none;
            for result in (0..=MOST).map(f64::from) {
                if rest < probability {
                    return result;
                }
                rest -= probability;
                probability *= odds * (self.draws - result) / (result + 1.0);
            }
        }
    }

    /// By the transformed rejection with a squeeze of Hörmann (1993), BTRS.
    fn by_rejection(&self, random: &mut Random) -> f64 {
        let deviation = (self.mean() * self.miss).sqrt();
        let b = 1.15 + 2.53 * deviation;
        let a = -0.0873 + 0.0248 * b + 0.01 * self.hit;
        let centre = self.mean() + 0.5;
        let always = 0.92 - 4.2 / b;
        loop {
            let u = random.unit() - 0.5;
            let v = random.unit();
            let to_end = 0.5 - u.abs();
            let result = ((2.0 * a / to_end + b) * u + centre).floor();
            if to_end >= 0.07 && v <= always {
                return result;
            }
            if !(0.0..=self.draws).contains(&result) {
                continue;
            }
            let height = v * (2.83 + 5.1 / b) * deviation / (a / (to_end * to_end) + b);
            let mode = ((self.draws + 1.0) * self.hit).floor();
            if libm::log(height) <= self.log_probability(result) - self.log_probability(mode) {
                return result;
            }
        }
    }

    /// The logarithm of the probability of a number, but for a term that is the same for all
    /// numbers. Its terms stay small near the mean, so that they lose no digits for large numbers
    /// (Loader 2000).
    fn log_probability(&self, result: f64) -> f64 {
        let rest = self.draws - result;
        -deviance(result, self.mean())
            - deviance(rest, self.draws * self.miss)
            - stirling(result)
            - stirling(rest)
    }
}

/// x ln(x / mean) - x + mean.
fn deviance(x: f64, mean: f64) -> f64 {
    if x == 0.0 {
        return mean;
    }
    let off = (x - mean) / mean;
    mean * ((1.0 + off) * libm::log1p(off) - off)
}

/// ln(x!) - x ln(x) + x for a whole number.
fn stirling(x: f64) -> f64 {
    // From here on the series is right to 1e-12.
    const SERIES: f64 = 10.0;
    if x == 0.0 {
        return 0.0;
    }
    if x < SERIES {
        let factorial: f64 = (1..=x as u32).map(f64::from).product();
        return libm::log(factorial) - x * libm::log(x) + x;
    }
    let square = x * x;
    let series = 1.0 / 1260.0 - 1.0 / 1680.0 / square;
    let series = 1.0 / 360.0 - series / square;
    0.5 * libm::log(std::f64::consts::TAU * x) + (1.0 / 12.0 - series / square) / x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probabilities of 0 to `draws`, by recurrence on their logarithms.
    fn probabilities(draws: u64, hits: u64, of: u64) -> Vec<f64> {
        let (hit, miss) = (hits as f64 / of as f64, (of - hits) as f64 / of as f64);
        let mut log = draws as f64 * miss.ln();
        let mut all = vec![log.exp()];
        for result in 1..=draws {
            log += ((draws - result + 1) as f64 / result as f64 * (hit / miss)).ln();
            all.push(log.exp());
        }
        all
    }

    /// Pearson's statistic of numbers drawn, and its degrees of freedom. Neighbours with few
    /// expected numbers are taken together.
    fn chi_squared(drawn: &[u64], probabilities: &[f64]) -> (f64, f64) {
        let mut counts = vec![0.0; probabilities.len()];
        drawn
            .iter()
            .for_each(|&result| counts[result as usize] += 1.0);
        let (mut sum, mut cells) = (0.0, 0.0);
        let (mut count, mut expected, mut left) = (0.0, 0.0, drawn.len() as f64);
        for (more, probability) in counts.iter().zip(probabilities) {
            count += more;
            expected += probability * drawn.len() as f64;
            if expected >= 20.0 && left - expected >= 20.0 {
                sum += (count - expected) * (count - expected) / expected;
                cells += 1.0;
                left -= expected;
                (count, expected) = (0.0, 0.0);
            }
        }
        let rest: f64 = count - left;
        (sum + rest * rest / left, cells)
    }

    #[test]
    #[cfg_attr(miri, ignore = "slow")]
    fn small_numbers_have_their_probabilities() {
        let cases = [
            (1, 1, 3),
            (7, 1, 2),
            (20, 1, 2),
            (19, 1, 2),
            (21, 1, 2),
            (50, 1, 1000),
            (1000, 1, 1000),
            (1000, 9, 1000),
            (1000, 11, 1000),
            (1000, 990, 1000),
            (300, 299, 300),
            (100, 33, 58),
            (5000, 1, 3),
            (5000, 4, 5),
        ];
        for (i, (draws, hits, of)) in cases.into_iter().enumerate() {
            let mut random = Random::new(1, i as u64);
            let drawn: Vec<u64> = (0..100_000)
                .map(|_| random.binomial(draws, hits, of))
                .collect();
            let (statistic, df) = chi_squared(&drawn, &probabilities(draws, hits, of));
            let limit = df + 4.5 * (2.0 * df).sqrt() + 4.0;
            assert!(
                df >= 1.0 && statistic < limit,
                "{draws} {hits}/{of}: {statistic} with {df}"
            );
        }
    }

    /// Numbers so large that the distribution is normal, but for less than the test can see.
    #[test]
    #[cfg_attr(miri, ignore = "slow")]
    fn large_numbers_are_normal() {
        // The standard normal probability up to these.
        let normal = [
            (-2.0, 0.022750131948179),
            (-1.0, 0.158655253931457),
            (-0.25, 0.401293674317076),
            (0.0, 0.5),
            (0.5, 0.691462461274013),
            (1.5, 0.933192798731142),
            (2.5, 0.993790334674224),
        ];
        const MOST: u64 = 1 << 53;
        let cases = [
            (1_000_000_000, 3, 10),
            (1_000_000_000_000_000, 1, 1_000),
            (1_000_000_000_000_000, 1_000_000, MOST),
            (MOST, 1, 2),
            (MOST, MOST - 10_000_000, MOST),
        ];
        const N: usize = 100_000;
        for (i, (draws, hits, of)) in cases.into_iter().enumerate() {
            let mut random = Random::new(2, i as u64);
            let (hit, miss) = (hits as f64 / of as f64, (of - hits) as f64 / of as f64);
            let (mean, deviation) = (draws as f64 * hit, (draws as f64 * hit * miss).sqrt());
            let drawn = (0..N).map(|_| random.binomial(draws, hits, of));
            let standard: Vec<f64> = drawn
                .map(|result| (result as f64 - mean) / deviation)
                .collect();
            for (end, probability) in normal {
                let below = standard.iter().filter(|&&z| z <= end).count() as f64 / N as f64;
                let error = (probability * (1.0 - probability) / N as f64).sqrt();
                assert!(
                    (below - probability).abs() < 4.5 * error + 0.3 / deviation,
                    "{draws} {hits}/{of}: {below} up to {end}"
                );
            }
        }
    }

    #[test]
    fn what_is_sure_is_not_drawn() {
        let mut random = Random::new(1, 1);
        const MOST: u64 = 1 << 53;
        for draws in [0, 1, 1000, MOST] {
            for of in [1, 7, MOST] {
                assert_eq!(random.binomial(draws, 0, of), 0);
                assert_eq!(random.binomial(draws, of, of), draws);
            }
        }
        assert_eq!(random.binomial(0, 1, 3), 0);
    }

    #[test]
    fn logarithms_of_factorials_are_right() {
        let mut factorial: f64 = 0.0;
        for x in 1..100 {
            let x = f64::from(x);
            factorial += x.ln();
            let expected = factorial - x * x.ln() + x;
            assert!((stirling(x) - expected).abs() < 1e-11, "{x}");
        }
        assert_eq!(stirling(0.0), 0.0);
    }

    #[test]
    fn deviances_keep_their_digits() {
        for (x, mean) in [(3.0, 2.5), (40.0, 55.5), (1e6, 1.01e6)] {
            let (x, mean): (f64, f64) = (x, mean);
            let expected = x * (x / mean).ln() - x + mean;
            assert!((deviance(x, mean) / expected - 1.0).abs() < 1e-9, "{x}");
        }
        assert_eq!(deviance(0.0, 7.5), 7.5);
        // d^2 / 2 mean - d^3 / 6 mean^2, where logarithms of the numbers have no such digits.
        let result = deviance(1e15 + 3e7, 1e15);
        assert!((result - (0.45 - 4.5e-9)).abs() < 1e-8, "{result}");
    }
}
