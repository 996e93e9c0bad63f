//! Clusters in groups: the group of a cluster depends on the cluster's value alone.

/// How many groups there are.
pub const GROUPS: u64 = 40;

/// Whole numbers beyond this size are not all doubles.
const WHOLE: f64 = 9_007_199_254_740_992.0;

/// The group of a cluster that is a number, from 0 to [`GROUPS`] - 1. A whole number below 2^53 in size is mixed by
/// SplitMix64's last step (Steele, Lea and Flood 2014) as a 64-bit integer in two's complement; any other number has
/// the group of its decimal digits, all of a whole number and the shortest that tell any other from its neighbours.
///
/// ```
/// use weighted_roc_core::tally::{group_of_number, group_of_text};
///
/// assert_eq!(group_of_number(17.0), group_of_text(b"17"));
/// assert_eq!(group_of_number(-0.0), group_of_number(0.0));
/// ```
pub fn group_of_number(number: f64) -> u64 {
    if number.abs() < WHOLE && number == libm::trunc(number) {
        return mixed(number as i64 as u64) % GROUPS;
    }
    let mut hash = Fnv::default();
    // The hash never refuses a number.
    let _ = if number == libm::trunc(number) {
        std::fmt::Write::write_fmt(&mut hash, format_args!("{number:.0}"))
    } else {
        std::fmt::Write::write_fmt(&mut hash, format_args!("{number}"))
    };
    mixed(hash.0) % GROUPS
}

/// The group of a cluster that is a string, in UTF-8. A string that reads as a whole number below 2^53 in size has the
/// group of this number; any other is hashed by FNV-1a (64 bits), and mixed as numbers are.
///
/// ```
/// use weighted_roc_core::tally::{group_of_text, GROUPS};
///
/// assert_eq!(group_of_text(b"100000"), group_of_text(b"1e+05"));
/// assert!(group_of_text("Zoë".as_bytes()) < GROUPS);
/// ```
pub fn group_of_text(text: &[u8]) -> u64 {
    let number = std::str::from_utf8(text)
        .ok()
        .and_then(|text| text.parse().ok());
    match number {
        Some(number) if f64::abs(number) < WHOLE && number == libm::trunc(number) => {
            group_of_number(number)
        }
        _ => {
            let mut hash = Fnv::default();
            hash.add(text);
            mixed(hash.0) % GROUPS
        }
    }
}

/// The hash of Fowler, Noll and Vo.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

impl std::fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.add(text.as_bytes());
        Ok(())
    }
}

/// SplitMix64: one step from a state.
fn mixed(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mixture_is_that_of_splitmix() {
        // The first numbers of the generator from the seed 1234567.
        assert_eq!(mixed(1_234_567), 6_457_827_717_110_365_317);
        let next = 1_234_567u64.wrapping_add(0x9e37_79b9_7f4a_7c15);
        assert_eq!(mixed(next), 3_203_168_211_198_807_973);
    }

    #[test]
    fn the_hash_of_bytes_is_that_of_fowler_noll_and_vo() {
        let mut hash = Fnv::default();
        hash.add(b"foobar");
        assert_eq!(hash.0, 0x8594_4171_f739_67e8);
    }

    #[test]
    fn numbers_and_their_strings_share_a_group() {
        for number in [
            0.0,
            -3.0,
            1e5,
            123_456_789.0,
            9_007_199_254_740_991.0,
            2f64.powi(60),
            0.1,
            -1e300,
        ] {
            let text = if number == number.trunc() {
                format!("{number:.0}")
            } else {
                format!("{number}")
            };
            assert_eq!(
                group_of_number(number),
                group_of_text(text.as_bytes()),
                "{text}"
            );
        }
        assert_eq!(group_of_text(b"007"), group_of_number(7.0));
        assert_eq!(
            group_of_text(b"1152921504606846976"),
            group_of_number(2f64.powi(60))
        );
        // 64-bit identifiers that differ beyond the digits of a double are not all one.
        let of = |i: u64| group_of_text(format!("{}", (1u64 << 62) + i).as_bytes());
        assert!((1..20).any(|i| of(i) != of(0)));
    }

    #[test]
    fn groups_are_of_like_sizes() {
        let mut sizes = [0; GROUPS as usize];
        (0..40_000).for_each(|i| sizes[group_of_number(f64::from(i)) as usize] += 1);
        // Chi-squared with 39 degrees of freedom.
        let statistic: f64 = sizes
            .iter()
            .map(|&size| (f64::from(size) - 1e3).powi(2) / 1e3)
            .sum();
        assert!((15.0..75.0).contains(&statistic), "{statistic}");
    }

    #[test]
    fn no_number_or_string_is_refused() {
        for number in [f64::NAN, f64::INFINITY, f64::MIN_POSITIVE, f64::MAX] {
            assert!(group_of_number(number) < GROUPS);
        }
        for text in [&b""[..], b"nan", b"inf", b"\xff\xfe", b"1e999", b"+"] {
            assert!(group_of_text(text) < GROUPS);
        }
    }
}
