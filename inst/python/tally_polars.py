# python3 tally_polars.py visits.parquet tally.csv
import sys

import polars as pl
from polars import col

source, target = sys.argv[1:]
rows = pl.scan_parquet(source).select(
    "day", score=col("marker").cast(pl.Float64), y=col("sick"), w=col("weight").cast(pl.Float64)
)
sound = col("score").is_not_nan() & col("y").is_in([0, 1]) & col("w").is_finite() & (col("w") >= 0)
if not rows.select(sound.fill_null(False).all()).collect().item():
    sys.exit("Remove rows with missing scores, labels or weights, or with negative weights.")


def sums(label, name):
    w = col("w").filter(col("y") == label)
    powers = [(w**p).sum().alias(f"{name}{p if p > 1 else ''}") for p in (1, 2, 4)]
    return powers + [w.len().alias(f"n_{name[:3]}")]


bins = rows.filter(col("w") > 0).group_by("day", (col("score") / 0.02).floor().alias("bin"))
ends = [col("score").min(), col("score").max().alias("score_max")]
bins.agg(ends + sums(1, "positive") + sums(0, "negative")).drop("bin").collect().write_csv(target)
