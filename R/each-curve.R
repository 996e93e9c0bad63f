# The one entry for curves: around what all functions of a curve have to say of it.

for_each_curve <- function(curve, answer) {
  check_given(curve)
  answer(curve)
}
