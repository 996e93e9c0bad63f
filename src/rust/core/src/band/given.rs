//! How rates vary at places, as it is known from elsewhere: from a survey design, or from replicates.

use crate::error::{Argument, Error};
use crate::memory::collect;

/// Variances and covariances of FPR and TPR at places.
#[derive(Clone, Debug, Default)]
pub struct KnownVariances {
    /// Ascending.
    rows: Vec<Row>,
    /// True if the covariances say something where there are neither clusters nor a design.
    pub(super) has_covariances: bool,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    place: f64,
    variances: [f64; 2],
    covariance: f64,
}

impl KnownVariances {
    /// For places, as [`Sample::places`](super::Sample::places) gives them, the variances of FPR and of TPR and the covariance of both.
    ///
    /// # Errors
    /// [`Error::Length`] when there is not one of each for each place, [`Error::Memory`].
    pub fn new(
        places: &[f64],
        variances: [&[f64]; 2],
        covariances: &[f64],
    ) -> Result<KnownVariances, Error> {
        for column in [variances[0], variances[1], covariances] {
            if column.len() != places.len() {
                return Err(Error::Length {
                    argument: Argument::Replicates,
                    length: column.len(),
                    expected: places.len(),
                });
            }
        }
        let mut rows = collect(places.iter().enumerate().map(|(i, &place)| Row {
            place,
            // Rounding may lead below 0.
            variances: variances.map(|column| if column[i] < 0.0 { 0.0 } else { column[i] }),
            covariance: covariances[i],
        }))?;
        rows.sort_unstable_by(|a, b| a.place.total_cmp(&b.place));
        Ok(KnownVariances {
            rows,
            has_covariances: false,
        })
    }

    pub(super) fn with_covariances(self) -> KnownVariances {
        KnownVariances {
            has_covariances: true,
            ..self
        }
    }

    fn row_of(&self, place: f64) -> Result<&Row, Error> {
        let result = self
            .rows
            .binary_search_by(|row| row.place.total_cmp(&place));
        match result {
            Ok(row) => Ok(&self.rows[row]),
            Err(position) => Err(Error::Missing {
                argument: Argument::Replicates,
                position,
            }),
        }
    }

    pub(super) fn variances_at(&self, place: f64) -> Result<[f64; 2], Error> {
        self.row_of(place).map(|row| row.variances)
    }

    pub(super) fn covariance_at(&self, place: f64) -> Result<f64, Error> {
        self.row_of(place).map(|row| row.covariance)
    }
}
