//! Measures: of the cells of the confusion matrix at a place, and of the whole curve.

mod best;
mod block;
mod cells;
mod columns;
mod costs;
mod criterion;
mod number;
mod parameters;
mod summary;
mod table;

pub(crate) use best::best_row;
pub use best::best_rows;
pub(crate) use cells::Cells;
pub use columns::{measure_at, write_columns, Column, ColumnsRequest};
pub use costs::Costs;
pub use criterion::Criterion;
pub(crate) use number::{Dual, Number};
pub use parameters::{Density, ForecastLoss, Parameters, Standardize};
pub use summary::{
    decompose, largest_youden, precision_areas, precision_areas_of_curve, precision_at_recall,
    precision_at_row, precision_gains, Decomposition, Loss, PrecisionAreas, PrecisionGain,
};
pub(crate) use summary::{PrecisionSum, RoughH};
pub(crate) use table::IntervalForm;
pub use table::{Better, Family, Measure};
