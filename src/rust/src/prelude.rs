//! The names that most shims use.

pub(crate) use crate::failure::Failure;
pub(crate) use crate::input::{all, copied};
pub(crate) use crate::observations::Input;
pub(crate) use crate::record::{fill, from_records, read_as, Record};
pub(crate) use crate::result::{named, numbers, one_based, or_missing, rows, Frame, Value};
pub(crate) use crate::session::{check_at, options, poll};
pub(crate) use weighted_roc_core::curve::Curve;
pub(crate) use weighted_roc_core::memory::{collect, filled, push, reserve};
pub(crate) use weighted_roc_core::quantity::Quantity;
pub(crate) use weighted_roc_core::{Options, Range};
