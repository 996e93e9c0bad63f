"""mllib.py PARQUET BINS: the seconds and the area of MLlib's own evaluator, in a local Spark."""

import sys
import time

from pyspark.ml.evaluation import BinaryClassificationEvaluator
from pyspark.sql import SparkSession

spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.driver.memory", "4g")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "4")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
evaluator = BinaryClassificationEvaluator(
    rawPredictionCol="g", labelCol="y", weightCol="w", numBins=int(sys.argv[2])
)
observations = spark.read.parquet(sys.argv[1])
evaluator.evaluate(observations.limit(1000))
start = time.perf_counter()
area = evaluator.evaluate(observations)
print("area", time.perf_counter() - start, repr(area))
