//! Gauss-Legendre quadrature.

/// Legendre's nodes on [-1, 1], those above 0, and their weights.
const NODES: [[f64; 2]; 5] = [
    [0.148_874_338_981_631_2, 0.295_524_224_714_752_87],
    [0.433_395_394_129_247_2, 0.269_266_719_309_996_35],
    [0.679_409_568_299_024_4, 0.219_086_362_515_982_04],
    [0.865_063_366_688_984_5, 0.149_451_349_150_580_6],
    [0.973_906_528_517_171_7, 0.066_671_344_308_688_14],
];

/// Places in [0, 1] and their weights, which add up to 1: exact for polynomials up to degree 19.
pub(crate) fn places() -> impl Iterator<Item = [f64; 2]> {
    NODES.into_iter().flat_map(|[node, weight]| {
        [0.5 - 0.5 * node, 0.5 + 0.5 * node].map(|place| [place, 0.5 * weight])
    })
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn powers_are_integrated() {
        for power in 0..20 {
            let result: f64 = places()
                .map(|[place, weight]| weight * place.powi(power))
                .sum();
            assert!(
                (result * f64::from(power + 1) - 1.0).abs() < 1e-14,
                "{power} {result}"
            );
        }
    }
}
