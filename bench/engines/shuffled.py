"""shuffled.py ROWS PARTITIONS FILE.sql...: what each query moves between the tasks of a local Spark, and what
its tasks hold, for a table `observations` of so many rows as in tables.R. One line a query: rows and megabytes
that were shuffled, the largest share of them that one task read, the largest memory of a task in megabytes,
and the rows that came back."""

import glob
import json
import os
import sys
import tempfile

from pyspark.sql import SparkSession

rows, partitions = int(float(sys.argv[1])), int(sys.argv[2])
log = tempfile.mkdtemp()
spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.driver.memory", "4g")
    .config("spark.ui.enabled", "false")
    .config("spark.eventLog.enabled", "true")
    .config("spark.eventLog.dir", "file://" + log)
    .config("spark.sql.shuffle.partitions", str(partitions))
    .config("spark.sql.adaptive.coalescePartitions.enabled", "false")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
spark.sql(
    f"""SELECT y, y + randn(2) AS g, -ln(1 - rand(3)) AS w FROM
    (SELECT CASE WHEN rand(1) < 0.4 THEN 1 ELSE 0 END AS y FROM range(0, {rows}, 1, {partitions}))"""
).createOrReplaceTempView("observations")
answers = {}
for path in sys.argv[3:]:
    name = os.path.basename(path)
    spark.sparkContext.setJobGroup(name, name)
    with open(path, encoding="utf-8") as file:
        answers[name] = len(spark.sql(file.read()).collect())
spark.stop()

query_of_stage, tasks = {}, {}
for path in glob.glob(os.path.join(log, "*")):
    with open(path, encoding="utf-8") as file:
        for event in map(json.loads, file):
            if event["Event"] == "SparkListenerJobStart":
                group = event["Properties"].get("spark.jobGroup.id")
                query_of_stage.update({stage: group for stage in event["Stage IDs"]})
            if event["Event"] == "SparkListenerTaskEnd":
                query = query_of_stage.get(event["Stage ID"])
                tasks.setdefault(query, []).append(event["Task Metrics"])

print("query, rows shuffled, MB shuffled, largest share of a task, MB of a task, rows to R")
for name, rows_back in answers.items():
    written = [task["Shuffle Write Metrics"] for task in tasks[name]]
    moved = sum(write["Shuffle Records Written"] for write in written)
    size = sum(write["Shuffle Bytes Written"] for write in written)
    read = [task["Shuffle Read Metrics"]["Total Records Read"] for task in tasks[name]]
    memory = max(task["Peak Execution Memory"] for task in tasks[name])
    print(f"{name}, {moved}, {size / 1e6:.3g}, {max(read) / moved:.2g}, {memory / 1e6:.3g}, {rows_back}")
