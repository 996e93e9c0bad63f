# python3 tally_duckdb.py visits.parquet tally.csv
import sys

import duckdb

source, target = sys.argv[1:]
rows = f"SELECT day, marker::DOUBLE AS score, sick AS y, weight::DOUBLE AS w FROM '{source}'"
sound = "NOT isnan(score) AND y IN (0, 1) AND isfinite(w) AND w >= 0"
if not duckdb.sql(f"SELECT coalesce(bool_and(coalesce({sound}, false)), true) FROM ({rows})").fetchall()[0][0]:
    sys.exit("Remove rows with missing scores, labels or weights, or with negative weights.")


def sums(label, name):
    powers = [f"coalesce(sum(w ** {p}) FILTER (y = {label}), 0) AS {name}{p if p > 1 else ''}" for p in (1, 2, 4)]
    return ", ".join(powers + [f"count(*) FILTER (y = {label}) AS n_{name[:3]}"])


duckdb.sql(f"""
    SELECT day, min(score) AS score, max(score) AS score_max, {sums(1, "positive")}, {sums(0, "negative")}
    FROM ({rows}) WHERE w > 0 GROUP BY day, floor(score / 0.02)
""").write_csv(target)
