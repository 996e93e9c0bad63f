# spark-submit tally_pyspark.py visits.parquet tally.csv
import csv
import sys

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

source, target = sys.argv[1:]
rows = SparkSession.builder.getOrCreate().read.parquet(source).selectExpr(
    "day", "CAST(marker AS DOUBLE) AS score", "sick AS y", "CAST(weight AS DOUBLE) AS w"
)
sound = "score IS NOT NULL AND NOT isnan(score) AND y IN (0, 1) AND w >= 0 AND w < double('Infinity')"
if rows.filter(f"NOT coalesce({sound}, false)").limit(1).count() > 0:
    sys.exit("Remove rows with missing scores, labels or weights, or with negative weights.")


def sums(label, name):
    w = F.when(F.col("y") == label, F.col("w"))
    powers = [F.coalesce(F.sum(w**p), F.lit(0.0)).alias(f"{name}{p if p > 1 else ''}") for p in (1, 2, 4)]
    return powers + [F.count(w).alias(f"n_{name[:3]}")]


bins = rows.filter("w > 0").groupBy("day", F.expr("floor(score / 0.02)").alias("bin"))
ends = [F.min("score").alias("score"), F.max("score").alias("score_max")]
table = bins.agg(*ends, *sums(1, "positive"), *sums(0, "negative")).drop("bin")
with open(target, "w", newline="") as file:
    csv.writer(file).writerows([table.columns, *table.collect()])
