-- dbplyr 2.3.0
-- each score, at most 204 rows
SELECT *
FROM (SELECT wroc_kind, wroc_score, SUM(wroc_positive) AS wroc_positive,
       SUM(wroc_negative) AS wroc_negative, CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_rows
     FROM (
       SELECT CASE WHEN wroc_kind >= 0 THEN 1 ELSE wroc_kind END AS wroc_kind,
         CASE WHEN wroc_kind >= 0 THEN wroc_score END AS wroc_score, wroc_positive,
         wroc_negative
       FROM (SELECT wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT (wroc_score IS NULL OR wroc_score <> wroc_score) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN (wroc_score IS NULL OR wroc_score <> wroc_score) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text
     FROM (SELECT
  `score` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_asked GROUP BY wroc_kind, wroc_score) wroc_all
LIMIT 204;
-- facts of booleans by words
SELECT *
FROM (SELECT wroc_label, CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_n, CAST(COUNT(CASE WHEN wroc_text = 1 THEN 1 END) AS DOUBLE PRECISION) AS wroc_texts, CAST(COUNT(CASE WHEN (wroc_score IS NULL OR wroc_score <> wroc_score) THEN 1 END) AS DOUBLE PRECISION) AS wroc_no_guess,
       CAST(COUNT(CASE WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) THEN 1 END) AS DOUBLE PRECISION) AS wroc_no_weight, CAST(COUNT(CASE WHEN 1 = 0 THEN 1 END) AS DOUBLE PRECISION) AS wroc_no_cluster, CAST(COUNT(CASE WHEN ((wroc_score IS NULL OR wroc_score <> wroc_score) OR 1 = 0) THEN 1 END) AS DOUBLE PRECISION) AS wroc_no_place,
       CAST(COUNT(*) AS DOUBLE PRECISION) - CAST(COUNT(CASE WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN 1 END) AS DOUBLE PRECISION) AS wroc_bad_weight, CAST(COUNT(CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND NOT ((wroc_score IS NULL OR wroc_score <> wroc_score) OR 1 = 0) THEN 1 END) AS DOUBLE PRECISION) AS wroc_counted,
       SUM(CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND NOT ((wroc_score IS NULL OR wroc_score <> wroc_score) OR 1 = 0) THEN wroc_weight ELSE 0 END) AS wroc_weight
     FROM (SELECT CASE WHEN `wroc_label` = 'it''s \ "b"' THEN 1 WHEN `wroc_label` IS NOT NULL THEN 0 END AS wroc_label, CAST(CASE WHEN `wroc_score` = TRUE THEN 1 WHEN `wroc_score` = FALSE THEN 0 END AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text
     FROM (SELECT `yes` AS `wroc_score`, `word` AS `wroc_label`, `weight` AS `wroc_weight`
FROM `df`) wroc_found) wroc_rows
     GROUP BY wroc_label) wroc_all
LIMIT 8192;
-- bins, one a step
SELECT wroc_bin AS wroc_step, MIN(wroc_score) AS wroc_score, MAX(wroc_score) AS wroc_last,
       SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_rows
     FROM (
       SELECT CASE WHEN wroc_kind >= 0 THEN CAST(FLOOR(CASE WHEN wroc_score < 1.00000000000000006e-01 THEN CASE WHEN wroc_score < -7.99999999999999989e+307 THEN 0 ELSE (wroc_score - -1.00000000000000000e+00) * 3.63636363635999960e+00 + 1.00000000000000000e+00 END ELSE CASE WHEN wroc_score > 7.99999999999999989e+307 THEN 13 ELSE (wroc_score - 1.00000000000000006e-01) * 4.21052631578526348e+00 + 5.00000000000000000e+00 END END) AS BIGINT) ELSE wroc_kind END AS wroc_bin, wroc_score, wroc_positive, wroc_negative
       FROM (SELECT wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT (wroc_score IS NULL OR wroc_score <> wroc_score) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN (wroc_score IS NULL OR wroc_score <> wroc_score) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text
     FROM (SELECT
  `score` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_binned GROUP BY wroc_bin;
-- bins, two a step
SELECT wroc_step, SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       MIN(wroc_low) AS wroc_score, MAX(wroc_high) AS wroc_last,
       SUM(wroc_positive * 7.81250000000000000e-03 * wroc_up_negative) AS wroc_wins,
       SUM(wroc_negative * 3.90625000000000000e-03 * wroc_up_positive) AS wroc_losses,
       SUM(CASE WHEN wroc_high > wroc_low THEN
         wroc_positive * 7.81250000000000000e-03 * (wroc_negative * 3.90625000000000000e-03) / 2 ELSE 0 END)
         AS wroc_slack,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_bins, SUM(wroc_rows) AS wroc_rows
     FROM (
       SELECT wroc_step, wroc_low, wroc_high, wroc_positive, wroc_negative, wroc_rows,
         SUM(wroc_negative * 3.90625000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_negative,
         SUM(wroc_positive * 7.81250000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_positive
       FROM (SELECT CASE WHEN wroc_bin < 0 THEN wroc_bin ELSE CAST(FLOOR((wroc_bin + 1) / 2.00000000000000000e+00) AS BIGINT) END AS wroc_step,
       wroc_low, wroc_high, wroc_positive, wroc_negative, wroc_rows
     FROM (SELECT wroc_bin AS wroc_bin, MIN(wroc_score) AS wroc_low, MAX(wroc_score) AS wroc_high,
       SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_rows
     FROM (
       SELECT CASE WHEN wroc_kind >= 0 THEN CAST(FLOOR(CASE WHEN wroc_score < 1.00000000000000006e-01 THEN CASE WHEN wroc_score < -7.99999999999999989e+307 THEN 0 ELSE (wroc_score - -1.00000000000000000e+00) * 3.63636363635999960e+00 + 1.00000000000000000e+00 END ELSE CASE WHEN wroc_score > 7.99999999999999989e+307 THEN 13 ELSE (wroc_score - 1.00000000000000006e-01) * 4.21052631578526348e+00 + 5.00000000000000000e+00 END END) AS BIGINT) ELSE wroc_kind END AS wroc_bin, wroc_score, wroc_positive, wroc_negative
       FROM (SELECT wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT (wroc_score IS NULL OR wroc_score <> wroc_score) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN (wroc_score IS NULL OR wroc_score <> wroc_score) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text
     FROM (SELECT
  `score` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_binned GROUP BY wroc_bin) wroc_bins) wroc_steps
     ) wroc_windows
     GROUP BY wroc_step;
-- bins of groups, two a step
SELECT wroc_key1, wroc_key2, wroc_step, SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       MIN(wroc_low) AS wroc_score, MAX(wroc_high) AS wroc_last,
       SUM(wroc_positive * 7.81250000000000000e-03 * wroc_up_negative) AS wroc_wins,
       SUM(wroc_negative * 3.90625000000000000e-03 * wroc_up_positive) AS wroc_losses,
       SUM(CASE WHEN wroc_high > wroc_low THEN
         wroc_positive * 7.81250000000000000e-03 * (wroc_negative * 3.90625000000000000e-03) / 2 ELSE 0 END)
         AS wroc_slack,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_bins, SUM(wroc_rows) AS wroc_rows
     FROM (
       SELECT wroc_key1, wroc_key2, wroc_step, wroc_low, wroc_high, wroc_positive, wroc_negative, wroc_rows,
         SUM(wroc_negative * 3.90625000000000000e-03) OVER (PARTITION BY wroc_key1, wroc_key2, wroc_step ORDER BY wroc_low) AS wroc_up_negative,
         SUM(wroc_positive * 7.81250000000000000e-03) OVER (PARTITION BY wroc_key1, wroc_key2, wroc_step ORDER BY wroc_low) AS wroc_up_positive
       FROM (SELECT wroc_key1, wroc_key2, CASE WHEN wroc_bin < 0 THEN wroc_bin ELSE CAST(FLOOR((wroc_bin + 1) / 2.00000000000000000e+00) AS BIGINT) END AS wroc_step,
       wroc_low, wroc_high, wroc_positive, wroc_negative, wroc_rows
     FROM (SELECT wroc_key1, wroc_key2, wroc_bin AS wroc_bin, MIN(wroc_score) AS wroc_low, MAX(wroc_score) AS wroc_high,
       SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_rows
     FROM (
       SELECT wroc_key1, wroc_key2, CASE WHEN wroc_kind >= 0 THEN CAST(FLOOR(CASE WHEN wroc_score < 1.00000000000000006e-01 THEN CASE WHEN wroc_score < -7.99999999999999989e+307 THEN 0 ELSE (wroc_score - -1.00000000000000000e+00) * 3.63636363635999960e+00 + 1.00000000000000000e+00 END ELSE CASE WHEN wroc_score > 7.99999999999999989e+307 THEN 13 ELSE (wroc_score - 1.00000000000000006e-01) * 4.21052631578526348e+00 + 5.00000000000000000e+00 END END) AS BIGINT) ELSE wroc_kind END AS wroc_bin, wroc_score, wroc_positive, wroc_negative
       FROM (SELECT wroc_key1, wroc_key2, wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_key1, wroc_key2, wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT (wroc_score IS NULL OR wroc_score <> wroc_score) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN (wroc_score IS NULL OR wroc_score <> wroc_score) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_key1` AS wroc_key1, `wroc_key2` AS wroc_key2, `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text
     FROM (SELECT
  `score` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`,
  `word` AS `wroc_key1`,
  `yes` AS `wroc_key2`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_binned GROUP BY wroc_key1, wroc_key2, wroc_bin) wroc_bins) wroc_steps
     ) wroc_windows
     GROUP BY wroc_key1, wroc_key2, wroc_step;
-- each score a bin, added up
SELECT wroc_step, SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       MIN(wroc_low) AS wroc_score, MAX(wroc_low) AS wroc_last,
       SUM(wroc_positive * 7.81250000000000000e-03 * wroc_up_negative) AS wroc_wins,
       SUM(wroc_negative * 3.90625000000000000e-03 * wroc_up_positive) AS wroc_losses,
       SUM(CASE WHEN wroc_low > wroc_low THEN
         wroc_positive * 7.81250000000000000e-03 * (wroc_negative * 3.90625000000000000e-03) / 2 ELSE 0 END)
         AS wroc_slack,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_bins, SUM(wroc_rows) AS wroc_rows
     FROM (
       SELECT wroc_step, wroc_low, wroc_positive, wroc_negative, wroc_rows,
         SUM(wroc_negative * 3.90625000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_negative,
         SUM(wroc_positive * 7.81250000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_positive
       FROM (SELECT CASE WHEN wroc_kind >= 0 THEN CAST(FLOOR(CASE WHEN wroc_score < 1.00000000000000006e-01 THEN CASE WHEN wroc_score < -7.99999999999999989e+307 THEN 0 ELSE (wroc_score - -1.00000000000000000e+00) * 3.63636363635999960e+00 + 1.00000000000000000e+00 END ELSE CASE WHEN wroc_score > 7.99999999999999989e+307 THEN 13 ELSE (wroc_score - 1.00000000000000006e-01) * 4.21052631578526348e+00 + 5.00000000000000000e+00 END END) AS BIGINT) ELSE wroc_kind END AS wroc_step, wroc_score AS wroc_low, wroc_positive, wroc_negative, wroc_rows
     FROM (SELECT wroc_kind, wroc_score, SUM(wroc_positive) AS wroc_positive,
       SUM(wroc_negative) AS wroc_negative, CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_rows
     FROM (
       SELECT CASE WHEN wroc_kind >= 0 THEN 1 ELSE wroc_kind END AS wroc_kind,
         CASE WHEN wroc_kind >= 0 THEN wroc_score END AS wroc_score, wroc_positive,
         wroc_negative
       FROM (SELECT wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT (wroc_score IS NULL OR wroc_score <> wroc_score) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN (wroc_score IS NULL OR wroc_score <> wroc_score) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text
     FROM (SELECT
  `score` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_asked GROUP BY wroc_kind, wroc_score) wroc_scores) wroc_steps
     ) wroc_windows
     GROUP BY wroc_step;
-- each row a bin
SELECT wroc_step, SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       MIN(wroc_low) AS wroc_score, MAX(wroc_low) AS wroc_last,
       SUM(wroc_positive * 7.81250000000000000e-03 * wroc_up_negative) AS wroc_wins,
       SUM(wroc_negative * 3.90625000000000000e-03 * wroc_up_positive) AS wroc_losses,
       SUM(CASE WHEN wroc_low > wroc_low THEN
         wroc_positive * 7.81250000000000000e-03 * (wroc_negative * 3.90625000000000000e-03) / 2 ELSE 0 END)
         AS wroc_slack,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_bins, SUM(wroc_rows) AS wroc_rows
     FROM (
       SELECT wroc_step, wroc_low, wroc_positive, wroc_negative, wroc_rows,
         SUM(wroc_negative * 3.90625000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_negative,
         SUM(wroc_positive * 7.81250000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_positive
       FROM (SELECT CASE WHEN wroc_kind >= 0 THEN CAST(FLOOR(CASE WHEN wroc_score < 1.00000000000000006e-01 THEN CASE WHEN wroc_score < -7.99999999999999989e+307 THEN 0 ELSE (wroc_score - -1.00000000000000000e+00) * 3.63636363635999960e+00 + 1.00000000000000000e+00 END ELSE CASE WHEN wroc_score > 7.99999999999999989e+307 THEN 13 ELSE (wroc_score - 1.00000000000000006e-01) * 4.21052631578526348e+00 + 5.00000000000000000e+00 END END) AS BIGINT) ELSE wroc_kind END AS wroc_step, wroc_score AS wroc_low, wroc_positive, wroc_negative, wroc_rows
     FROM (SELECT wroc_kind, wroc_score, wroc_positive, wroc_negative,
       CAST(1 AS DOUBLE PRECISION) AS wroc_rows
     FROM (
       SELECT wroc_kind, wroc_score, wroc_positive, wroc_negative
       FROM (SELECT wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT (wroc_score IS NULL OR wroc_score <> wroc_score) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN (wroc_score IS NULL OR wroc_score <> wroc_score) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text
     FROM (SELECT
  `score` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_asked) wroc_scores) wroc_steps
     ) wroc_windows
     GROUP BY wroc_step;
-- each score a bin, in some ranges
SELECT wroc_step, SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       MIN(wroc_low) AS wroc_score, MAX(wroc_low) AS wroc_last,
       SUM(wroc_positive * 7.81250000000000000e-03 * wroc_up_negative) AS wroc_wins,
       SUM(wroc_negative * 3.90625000000000000e-03 * wroc_up_positive) AS wroc_losses,
       SUM(CASE WHEN wroc_low > wroc_low THEN
         wroc_positive * 7.81250000000000000e-03 * (wroc_negative * 3.90625000000000000e-03) / 2 ELSE 0 END)
         AS wroc_slack,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_bins, SUM(wroc_rows) AS wroc_rows
     FROM (
       SELECT wroc_step, wroc_low, wroc_positive, wroc_negative, wroc_rows,
         SUM(wroc_negative * 3.90625000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_negative,
         SUM(wroc_positive * 7.81250000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_positive
       FROM (SELECT CASE WHEN wroc_kind >= 0 THEN CAST(FLOOR(CASE WHEN wroc_score < 1.00000000000000006e-01 THEN CASE WHEN wroc_score < -7.99999999999999989e+307 THEN 0 ELSE (wroc_score - -1.00000000000000000e+00) * 3.63636363635999960e+00 + 1.00000000000000000e+00 END ELSE CASE WHEN wroc_score > 7.99999999999999989e+307 THEN 13 ELSE (wroc_score - 1.00000000000000006e-01) * 4.21052631578526348e+00 + 5.00000000000000000e+00 END END) AS BIGINT) ELSE wroc_kind END AS wroc_step, wroc_score AS wroc_low, wroc_positive, wroc_negative, wroc_rows
     FROM (SELECT wroc_kind, wroc_score, SUM(wroc_positive) AS wroc_positive,
       SUM(wroc_negative) AS wroc_negative, CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_rows
     FROM (
       SELECT CASE WHEN wroc_kind >= 0 THEN 1 ELSE wroc_kind END AS wroc_kind,
         CASE WHEN wroc_kind >= 0 THEN wroc_score END AS wroc_score, wroc_positive,
         wroc_negative
       FROM (SELECT wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       CASE WHEN wroc_class < 0 THEN wroc_class WHEN (1 = 1 AND wroc_score <= -1.00000000000000000e+00) OR (wroc_score >= 1.00000000000000006e-01 AND wroc_score <= 2.00000000000000000e+00) THEN 1 ELSE -4 END AS wroc_kind
     FROM (SELECT wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT (wroc_score IS NULL OR wroc_score <> wroc_score) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN (wroc_score IS NULL OR wroc_score <> wroc_score) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text
     FROM (SELECT
  `score` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_asked GROUP BY wroc_kind, wroc_score) wroc_scores) wroc_steps
     ) wroc_windows
     GROUP BY wroc_step;
-- each score, with powers of weights
SELECT *
FROM (SELECT wroc_kind, wroc_score, SUM(wroc_positive) AS wroc_positive,
       SUM(wroc_negative) AS wroc_negative, CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_rows, CAST(SUM(wroc_positive1 * wroc_positive1) AS DOUBLE PRECISION) AS wroc_positive2, CAST(SUM(wroc_negative1 * wroc_negative1) AS DOUBLE PRECISION) AS wroc_negative2, CAST(SUM(wroc_positive1 * wroc_positive1 * wroc_positive1 * wroc_positive1) AS DOUBLE PRECISION) AS wroc_positive4, CAST(SUM(wroc_negative1 * wroc_negative1 * wroc_negative1 * wroc_negative1) AS DOUBLE PRECISION) AS wroc_negative4, CAST(SUM(CASE WHEN wroc_positive > 0 THEN 1 ELSE 0 END) AS DOUBLE PRECISION) AS wroc_positives
     FROM (
       SELECT CASE WHEN wroc_kind >= 0 THEN 1 ELSE wroc_kind END AS wroc_kind,
         CASE WHEN wroc_kind >= 0 THEN wroc_score END AS wroc_score, wroc_positive,
         wroc_negative, wroc_positive * 7.81250000000000000e-03 AS wroc_positive1, wroc_negative * 3.90625000000000000e-03 AS wroc_negative1
       FROM (SELECT wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT (wroc_score IS NULL OR wroc_score <> wroc_score) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN (wroc_score IS NULL OR wroc_score <> wroc_score) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text
     FROM (SELECT
  `score` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_asked GROUP BY wroc_kind, wroc_score) wroc_all
LIMIT 204;
-- bins, two a step, with moments
SELECT wroc_step, SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       MIN(wroc_low) AS wroc_score, MAX(wroc_high) AS wroc_last,
       SUM(wroc_positive * 7.81250000000000000e-03 * wroc_up_negative) AS wroc_wins,
       SUM(wroc_negative * 3.90625000000000000e-03 * wroc_up_positive) AS wroc_losses,
       SUM(CASE WHEN wroc_high > wroc_low THEN
         wroc_positive * 7.81250000000000000e-03 * (wroc_negative * 3.90625000000000000e-03) / 2 ELSE 0 END)
         AS wroc_slack,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_bins, SUM(wroc_rows) AS wroc_rows, SUM(wroc_positive1 * wroc_u_negative) AS wroc_positive_w1_u1, SUM(wroc_positive1 * wroc_u_negative * wroc_u_negative) AS wroc_positive_w1_u2, SUM(wroc_positive1 * wroc_u_negative * wroc_u_negative * wroc_u_negative) AS wroc_positive_w1_u3, SUM(wroc_positive1 * wroc_u_negative * wroc_u_negative * wroc_u_negative * wroc_u_negative) AS wroc_positive_w1_u4, SUM(wroc_negative1 * wroc_u_positive) AS wroc_negative_w1_u1, SUM(wroc_negative1 * wroc_u_positive * wroc_u_positive) AS wroc_negative_w1_u2, SUM(wroc_negative1 * wroc_u_positive * wroc_u_positive * wroc_u_positive) AS wroc_negative_w1_u3, SUM(wroc_negative1 * wroc_u_positive * wroc_u_positive * wroc_u_positive * wroc_u_positive) AS wroc_negative_w1_u4, SUM(wroc_positive2) AS wroc_positive_w2_u0, SUM(wroc_positive2 * wroc_u_negative) AS wroc_positive_w2_u1, SUM(wroc_positive2 * wroc_u_negative * wroc_u_negative) AS wroc_positive_w2_u2, SUM(wroc_negative2) AS wroc_negative_w2_u0, SUM(wroc_negative2 * wroc_u_positive) AS wroc_negative_w2_u1, SUM(wroc_negative2 * wroc_u_positive * wroc_u_positive) AS wroc_negative_w2_u2, SUM(wroc_positive4) AS wroc_positive_w4_u0, SUM(wroc_positive4 * wroc_u_negative) AS wroc_positive_w4_u1, SUM(wroc_positive4 * wroc_u_negative * wroc_u_negative) AS wroc_positive_w4_u2, SUM(wroc_positive4 * wroc_u_negative * wroc_u_negative * wroc_u_negative) AS wroc_positive_w4_u3, SUM(wroc_positive4 * wroc_u_negative * wroc_u_negative * wroc_u_negative * wroc_u_negative) AS wroc_positive_w4_u4, SUM(wroc_negative4) AS wroc_negative_w4_u0, SUM(wroc_negative4 * wroc_u_positive) AS wroc_negative_w4_u1, SUM(wroc_negative4 * wroc_u_positive * wroc_u_positive) AS wroc_negative_w4_u2, SUM(wroc_negative4 * wroc_u_positive * wroc_u_positive * wroc_u_positive) AS wroc_negative_w4_u3, SUM(wroc_negative4 * wroc_u_positive * wroc_u_positive * wroc_u_positive * wroc_u_positive) AS wroc_negative_w4_u4, SUM(wroc_positives) AS wroc_positives
     FROM (
       SELECT wroc_step, wroc_low, wroc_high, wroc_positive, wroc_negative, wroc_rows, wroc_positive2, wroc_negative2, wroc_positive4, wroc_negative4, wroc_positives, wroc_up_negative, wroc_up_positive, CASE WHEN (wroc_up_positive - wroc_tied_positive / 2) > 9.99999999999999945e-21 THEN (wroc_up_positive - wroc_tied_positive / 2) ELSE 0 END AS wroc_u_positive, CASE WHEN (wroc_up_negative - wroc_tied_negative / 2) > 9.99999999999999945e-21 THEN (wroc_up_negative - wroc_tied_negative / 2) ELSE 0 END AS wroc_u_negative, wroc_positive * 7.81250000000000000e-03 AS wroc_positive1, wroc_negative * 3.90625000000000000e-03 AS wroc_negative1
       FROM (SELECT wroc_step, wroc_low, wroc_high, wroc_positive, wroc_negative, wroc_rows, wroc_positive2, wroc_negative2, wroc_positive4, wroc_negative4, wroc_positives,
         SUM(wroc_negative * 3.90625000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_negative,
         SUM(wroc_positive * 7.81250000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_positive, wroc_positive * 7.81250000000000000e-03 AS wroc_tied_positive, wroc_negative * 3.90625000000000000e-03 AS wroc_tied_negative
       FROM (SELECT CASE WHEN wroc_bin < 0 THEN wroc_bin ELSE CAST(FLOOR((wroc_bin + 1) / 2.00000000000000000e+00) AS BIGINT) END AS wroc_step,
       wroc_low, wroc_high, wroc_positive, wroc_negative, wroc_rows, wroc_positive2, wroc_negative2, wroc_positive4, wroc_negative4, wroc_positives
     FROM (SELECT wroc_bin AS wroc_bin, MIN(wroc_score) AS wroc_low, MAX(wroc_score) AS wroc_high,
       SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_rows, CAST(SUM(wroc_positive1 * wroc_positive1) AS DOUBLE PRECISION) AS wroc_positive2, CAST(SUM(wroc_negative1 * wroc_negative1) AS DOUBLE PRECISION) AS wroc_negative2, CAST(SUM(wroc_positive1 * wroc_positive1 * wroc_positive1 * wroc_positive1) AS DOUBLE PRECISION) AS wroc_positive4, CAST(SUM(wroc_negative1 * wroc_negative1 * wroc_negative1 * wroc_negative1) AS DOUBLE PRECISION) AS wroc_negative4, CAST(SUM(CASE WHEN wroc_positive > 0 THEN 1 ELSE 0 END) AS DOUBLE PRECISION) AS wroc_positives
     FROM (
       SELECT CASE WHEN wroc_kind >= 0 THEN CAST(FLOOR(CASE WHEN wroc_score < 1.00000000000000006e-01 THEN CASE WHEN wroc_score < -7.99999999999999989e+307 THEN 0 ELSE (wroc_score - -1.00000000000000000e+00) * 3.63636363635999960e+00 + 1.00000000000000000e+00 END ELSE CASE WHEN wroc_score > 7.99999999999999989e+307 THEN 13 ELSE (wroc_score - 1.00000000000000006e-01) * 4.21052631578526348e+00 + 5.00000000000000000e+00 END END) AS BIGINT) ELSE wroc_kind END AS wroc_bin, wroc_score, wroc_positive, wroc_negative, wroc_positive * 7.81250000000000000e-03 AS wroc_positive1, wroc_negative * 3.90625000000000000e-03 AS wroc_negative1
       FROM (SELECT wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT (wroc_score IS NULL OR wroc_score <> wroc_score) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN (wroc_score IS NULL OR wroc_score <> wroc_score) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text
     FROM (SELECT
  `score` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_binned GROUP BY wroc_bin) wroc_bins) wroc_steps) wroc_up
     ) wroc_windows
     GROUP BY wroc_step;
-- each row a bin, with moments
SELECT wroc_step, SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       MIN(wroc_low) AS wroc_score, MAX(wroc_low) AS wroc_last,
       SUM(wroc_positive * 7.81250000000000000e-03 * wroc_up_negative) AS wroc_wins,
       SUM(wroc_negative * 3.90625000000000000e-03 * wroc_up_positive) AS wroc_losses,
       SUM(CASE WHEN wroc_low > wroc_low THEN
         wroc_positive * 7.81250000000000000e-03 * (wroc_negative * 3.90625000000000000e-03) / 2 ELSE 0 END)
         AS wroc_slack,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_bins, SUM(wroc_rows) AS wroc_rows, SUM(wroc_positive1 * wroc_u_negative) AS wroc_positive_w1_u1, SUM(wroc_positive1 * wroc_u_negative * wroc_u_negative) AS wroc_positive_w1_u2, SUM(wroc_positive1 * wroc_u_negative * wroc_u_negative * wroc_u_negative) AS wroc_positive_w1_u3, SUM(wroc_positive1 * wroc_u_negative * wroc_u_negative * wroc_u_negative * wroc_u_negative) AS wroc_positive_w1_u4, SUM(wroc_negative1 * wroc_u_positive) AS wroc_negative_w1_u1, SUM(wroc_negative1 * wroc_u_positive * wroc_u_positive) AS wroc_negative_w1_u2, SUM(wroc_negative1 * wroc_u_positive * wroc_u_positive * wroc_u_positive) AS wroc_negative_w1_u3, SUM(wroc_negative1 * wroc_u_positive * wroc_u_positive * wroc_u_positive * wroc_u_positive) AS wroc_negative_w1_u4, SUM(wroc_positive2) AS wroc_positive_w2_u0, SUM(wroc_positive2 * wroc_u_negative) AS wroc_positive_w2_u1, SUM(wroc_positive2 * wroc_u_negative * wroc_u_negative) AS wroc_positive_w2_u2, SUM(wroc_negative2) AS wroc_negative_w2_u0, SUM(wroc_negative2 * wroc_u_positive) AS wroc_negative_w2_u1, SUM(wroc_negative2 * wroc_u_positive * wroc_u_positive) AS wroc_negative_w2_u2, SUM(wroc_positive4) AS wroc_positive_w4_u0, SUM(wroc_positive4 * wroc_u_negative) AS wroc_positive_w4_u1, SUM(wroc_positive4 * wroc_u_negative * wroc_u_negative) AS wroc_positive_w4_u2, SUM(wroc_positive4 * wroc_u_negative * wroc_u_negative * wroc_u_negative) AS wroc_positive_w4_u3, SUM(wroc_positive4 * wroc_u_negative * wroc_u_negative * wroc_u_negative * wroc_u_negative) AS wroc_positive_w4_u4, SUM(wroc_negative4) AS wroc_negative_w4_u0, SUM(wroc_negative4 * wroc_u_positive) AS wroc_negative_w4_u1, SUM(wroc_negative4 * wroc_u_positive * wroc_u_positive) AS wroc_negative_w4_u2, SUM(wroc_negative4 * wroc_u_positive * wroc_u_positive * wroc_u_positive) AS wroc_negative_w4_u3, SUM(wroc_negative4 * wroc_u_positive * wroc_u_positive * wroc_u_positive * wroc_u_positive) AS wroc_negative_w4_u4, SUM(wroc_positives) AS wroc_positives
     FROM (
       SELECT wroc_step, wroc_low, wroc_positive, wroc_negative, wroc_rows, wroc_positive2, wroc_negative2, wroc_positive4, wroc_negative4, wroc_positives, wroc_up_negative, wroc_up_positive, CASE WHEN (wroc_up_positive - wroc_tied_positive / 2) > 9.99999999999999945e-21 THEN (wroc_up_positive - wroc_tied_positive / 2) ELSE 0 END AS wroc_u_positive, CASE WHEN (wroc_up_negative - wroc_tied_negative / 2) > 9.99999999999999945e-21 THEN (wroc_up_negative - wroc_tied_negative / 2) ELSE 0 END AS wroc_u_negative, wroc_positive * 7.81250000000000000e-03 AS wroc_positive1, wroc_negative * 3.90625000000000000e-03 AS wroc_negative1
       FROM (SELECT wroc_step, wroc_low, wroc_positive, wroc_negative, wroc_rows, wroc_positive2, wroc_negative2, wroc_positive4, wroc_negative4, wroc_positives,
         SUM(wroc_negative * 3.90625000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_negative,
         SUM(wroc_positive * 7.81250000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_positive, SUM(wroc_positive * 7.81250000000000000e-03) OVER (PARTITION BY wroc_step, wroc_low) AS wroc_tied_positive, SUM(wroc_negative * 3.90625000000000000e-03) OVER (PARTITION BY wroc_step, wroc_low) AS wroc_tied_negative
       FROM (SELECT CASE WHEN wroc_kind >= 0 THEN CAST(FLOOR(CASE WHEN wroc_score < 1.00000000000000006e-01 THEN CASE WHEN wroc_score < -7.99999999999999989e+307 THEN 0 ELSE (wroc_score - -1.00000000000000000e+00) * 3.63636363635999960e+00 + 1.00000000000000000e+00 END ELSE CASE WHEN wroc_score > 7.99999999999999989e+307 THEN 13 ELSE (wroc_score - 1.00000000000000006e-01) * 4.21052631578526348e+00 + 5.00000000000000000e+00 END END) AS BIGINT) ELSE wroc_kind END AS wroc_step, wroc_score AS wroc_low, wroc_positive, wroc_negative, wroc_rows, wroc_positive2, wroc_negative2, wroc_positive4, wroc_negative4, wroc_positives
     FROM (SELECT wroc_kind, wroc_score, wroc_positive, wroc_negative,
       CAST(1 AS DOUBLE PRECISION) AS wroc_rows, CAST((wroc_positive1 * wroc_positive1) AS DOUBLE PRECISION) AS wroc_positive2, CAST((wroc_negative1 * wroc_negative1) AS DOUBLE PRECISION) AS wroc_negative2, CAST((wroc_positive1 * wroc_positive1 * wroc_positive1 * wroc_positive1) AS DOUBLE PRECISION) AS wroc_positive4, CAST((wroc_negative1 * wroc_negative1 * wroc_negative1 * wroc_negative1) AS DOUBLE PRECISION) AS wroc_negative4, CAST((CASE WHEN wroc_positive > 0 THEN 1 ELSE 0 END) AS DOUBLE PRECISION) AS wroc_positives
     FROM (
       SELECT wroc_kind, wroc_score, wroc_positive, wroc_negative, wroc_positive * 7.81250000000000000e-03 AS wroc_positive1, wroc_negative * 3.90625000000000000e-03 AS wroc_negative1
       FROM (SELECT wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT (wroc_score IS NULL OR wroc_score <> wroc_score) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN (wroc_score IS NULL OR wroc_score <> wroc_score) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text
     FROM (SELECT
  `score` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_asked) wroc_scores) wroc_steps) wroc_up
     ) wroc_windows
     GROUP BY wroc_step;
-- bins of parts of strings, two a step
SELECT wroc_part, wroc_step, SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       MIN(wroc_low) AS wroc_score, MAX(wroc_high) AS wroc_last,
       SUM(wroc_positive * 7.81250000000000000e-03 * (wroc_up_negative - wroc_tied_negative / 2)) AS wroc_wins,
       SUM(wroc_negative * 3.90625000000000000e-03 * (wroc_up_positive - wroc_tied_positive / 2)) AS wroc_losses,
       SUM(CASE WHEN wroc_high > wroc_low THEN
         wroc_positive * 7.81250000000000000e-03 * (wroc_tied_negative) / 2 ELSE 0 END)
         AS wroc_slack,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_bins, SUM(wroc_rows) AS wroc_rows, SUM(wroc_positive2) AS wroc_positive2, SUM(wroc_negative2) AS wroc_negative2, SUM(wroc_positives) AS wroc_positives
     FROM (
       SELECT wroc_part, wroc_step, wroc_low, wroc_high, wroc_positive, wroc_negative, wroc_rows, wroc_positive2, wroc_negative2, wroc_positives,
         SUM(wroc_negative * 3.90625000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_negative,
         SUM(wroc_positive * 7.81250000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_positive, SUM(wroc_positive * 7.81250000000000000e-03) OVER (PARTITION BY wroc_step, wroc_low) AS wroc_tied_positive, SUM(wroc_negative * 3.90625000000000000e-03) OVER (PARTITION BY wroc_step, wroc_low) AS wroc_tied_negative
       FROM (SELECT wroc_part, CASE WHEN wroc_bin < 0 THEN wroc_bin ELSE CAST(FLOOR((wroc_bin + 1) / 2.00000000000000000e+00) AS BIGINT) END AS wroc_step,
       MIN(wroc_low) OVER (PARTITION BY wroc_bin) AS wroc_low, MAX(wroc_high) OVER (PARTITION BY wroc_bin) AS wroc_high, wroc_positive, wroc_negative, wroc_rows, wroc_positive2, wroc_negative2, wroc_positives
     FROM (SELECT wroc_part, wroc_bin AS wroc_bin, MIN(wroc_score) AS wroc_low, MAX(wroc_score) AS wroc_high,
       SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_rows, CAST(SUM(wroc_positive1 * wroc_positive1) AS DOUBLE PRECISION) AS wroc_positive2, CAST(SUM(wroc_negative1 * wroc_negative1) AS DOUBLE PRECISION) AS wroc_negative2, CAST(SUM(CASE WHEN wroc_positive > 0 THEN 1 ELSE 0 END) AS DOUBLE PRECISION) AS wroc_positives
     FROM (
       SELECT wroc_part, CASE WHEN wroc_kind >= 0 THEN CAST(FLOOR(CASE WHEN wroc_score < 1.00000000000000006e-01 THEN CASE WHEN wroc_score < -7.99999999999999989e+307 THEN 0 ELSE (wroc_score - -1.00000000000000000e+00) * 3.63636363635999960e+00 + 1.00000000000000000e+00 END ELSE CASE WHEN wroc_score > 7.99999999999999989e+307 THEN 13 ELSE (wroc_score - 1.00000000000000006e-01) * 4.21052631578526348e+00 + 5.00000000000000000e+00 END END) AS BIGINT) ELSE wroc_kind END AS wroc_bin, wroc_score, wroc_positive, wroc_negative, wroc_positive * 7.81250000000000000e-03 AS wroc_positive1, wroc_negative * 3.90625000000000000e-03 AS wroc_negative1
       FROM (SELECT wroc_part, wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_part, wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT ((wroc_score IS NULL OR wroc_score <> wroc_score) OR wroc_part < 0) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN ((wroc_score IS NULL OR wroc_score <> wroc_score) OR wroc_part < 0) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text, CASE WHEN `wroc_cluster` IS NULL THEN -1 ELSE ABS(MOD(DENSE_RANK() OVER (ORDER BY `wroc_cluster`), 101)) END AS wroc_part
     FROM (SELECT
  `a` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`,
  `patient` AS `wroc_cluster`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_binned GROUP BY wroc_part, wroc_bin) wroc_bins) wroc_steps
     ) wroc_windows
     GROUP BY wroc_part, wroc_step;
-- bins of parts of numbers, one a step
SELECT wroc_part, wroc_bin AS wroc_step, MIN(wroc_score) AS wroc_score, MAX(wroc_score) AS wroc_last,
       SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_rows, CAST(SUM(wroc_positive1 * wroc_positive1) AS DOUBLE PRECISION) AS wroc_positive2, CAST(SUM(wroc_negative1 * wroc_negative1) AS DOUBLE PRECISION) AS wroc_negative2, CAST(SUM(CASE WHEN wroc_positive > 0 THEN 1 ELSE 0 END) AS DOUBLE PRECISION) AS wroc_positives
     FROM (
       SELECT wroc_part, CASE WHEN wroc_kind >= 0 THEN CAST(FLOOR(CASE WHEN wroc_score < 1.00000000000000006e-01 THEN CASE WHEN wroc_score < -7.99999999999999989e+307 THEN 0 ELSE (wroc_score - -1.00000000000000000e+00) * 3.63636363635999960e+00 + 1.00000000000000000e+00 END ELSE CASE WHEN wroc_score > 7.99999999999999989e+307 THEN 13 ELSE (wroc_score - 1.00000000000000006e-01) * 4.21052631578526348e+00 + 5.00000000000000000e+00 END END) AS BIGINT) ELSE wroc_kind END AS wroc_bin, wroc_score, wroc_positive, wroc_negative, wroc_positive * 7.81250000000000000e-03 AS wroc_positive1, wroc_negative * 3.90625000000000000e-03 AS wroc_negative1
       FROM (SELECT wroc_part, wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_part, wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT ((wroc_score IS NULL OR wroc_score <> wroc_score) OR wroc_part < 0) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN ((wroc_score IS NULL OR wroc_score <> wroc_score) OR wroc_part < 0) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text, CASE WHEN `wroc_cluster` IS NULL THEN -1 ELSE CASE WHEN ABS(CAST(`wroc_cluster` AS DOUBLE PRECISION)) < 9e15 THEN MOD(CAST(FLOOR(ABS(CAST(`wroc_cluster` AS DOUBLE PRECISION))) AS BIGINT), 101) ELSE 101 END END AS wroc_part
     FROM (SELECT
  `a` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`,
  `patient` AS `wroc_cluster`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_binned GROUP BY wroc_part, wroc_bin;
-- each score of parts
SELECT *
FROM (SELECT wroc_part, wroc_kind, wroc_score, SUM(wroc_positive) AS wroc_positive,
       SUM(wroc_negative) AS wroc_negative, CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_rows, CAST(SUM(wroc_positive1 * wroc_positive1) AS DOUBLE PRECISION) AS wroc_positive2, CAST(SUM(wroc_negative1 * wroc_negative1) AS DOUBLE PRECISION) AS wroc_negative2, CAST(SUM(CASE WHEN wroc_positive > 0 THEN 1 ELSE 0 END) AS DOUBLE PRECISION) AS wroc_positives
     FROM (
       SELECT wroc_part, CASE WHEN wroc_kind >= 0 THEN 1 ELSE wroc_kind END AS wroc_kind,
         CASE WHEN wroc_kind >= 0 THEN wroc_score END AS wroc_score, wroc_positive,
         wroc_negative, wroc_positive * 7.81250000000000000e-03 AS wroc_positive1, wroc_negative * 3.90625000000000000e-03 AS wroc_negative1
       FROM (SELECT wroc_part, wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_part, wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT ((wroc_score IS NULL OR wroc_score <> wroc_score) OR wroc_part < 0) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN ((wroc_score IS NULL OR wroc_score <> wroc_score) OR wroc_part < 0) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text, CASE WHEN `wroc_cluster` IS NULL THEN -1 ELSE CASE WHEN ABS(CAST(`wroc_cluster` AS DOUBLE PRECISION)) < 9e15 THEN MOD(CAST(FLOOR(ABS(CAST(`wroc_cluster` AS DOUBLE PRECISION))) AS BIGINT), 101) ELSE 101 END END AS wroc_part
     FROM (SELECT
  `a` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`,
  `patient` AS `wroc_cluster`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_asked GROUP BY wroc_part, wroc_kind, wroc_score) wroc_all
LIMIT 204;
-- facts of parts
SELECT wroc_label, CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_n, CAST(COUNT(CASE WHEN wroc_text = 1 THEN 1 END) AS DOUBLE PRECISION) AS wroc_texts, CAST(COUNT(CASE WHEN (wroc_score IS NULL OR wroc_score <> wroc_score) THEN 1 END) AS DOUBLE PRECISION) AS wroc_no_guess,
       CAST(COUNT(CASE WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) THEN 1 END) AS DOUBLE PRECISION) AS wroc_no_weight, CAST(COUNT(CASE WHEN wroc_part < 0 THEN 1 END) AS DOUBLE PRECISION) AS wroc_no_cluster, CAST(COUNT(CASE WHEN ((wroc_score IS NULL OR wroc_score <> wroc_score) OR wroc_part < 0) THEN 1 END) AS DOUBLE PRECISION) AS wroc_no_place,
       CAST(COUNT(*) AS DOUBLE PRECISION) - CAST(COUNT(CASE WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN 1 END) AS DOUBLE PRECISION) AS wroc_bad_weight, CAST(COUNT(CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND NOT ((wroc_score IS NULL OR wroc_score <> wroc_score) OR wroc_part < 0) THEN 1 END) AS DOUBLE PRECISION) AS wroc_counted,
       SUM(CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND NOT ((wroc_score IS NULL OR wroc_score <> wroc_score) OR wroc_part < 0) THEN wroc_weight ELSE 0 END) AS wroc_weight
     FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text, CASE WHEN `wroc_cluster` IS NULL THEN -1 ELSE CASE WHEN ABS(CAST(`wroc_cluster` AS DOUBLE PRECISION)) < 9e15 THEN MOD(CAST(FLOOR(ABS(CAST(`wroc_cluster` AS DOUBLE PRECISION))) AS BIGINT), 101) ELSE 101 END END AS wroc_part
     FROM (SELECT
  `a` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`,
  `patient` AS `wroc_cluster`
FROM `df`) wroc_found) wroc_rows
     GROUP BY wroc_label;
-- each row a bin, by parts
SELECT wroc_part, wroc_step, SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       MIN(wroc_low) AS wroc_score, MAX(wroc_low) AS wroc_last,
       SUM(wroc_positive * 7.81250000000000000e-03 * (wroc_up_negative - wroc_tied_negative / 2)) AS wroc_wins,
       SUM(wroc_negative * 3.90625000000000000e-03 * (wroc_up_positive - wroc_tied_positive / 2)) AS wroc_losses,
       SUM(CASE WHEN wroc_low > wroc_low THEN
         wroc_positive * 7.81250000000000000e-03 * (wroc_tied_negative) / 2 ELSE 0 END)
         AS wroc_slack,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_bins, SUM(wroc_rows) AS wroc_rows, SUM(wroc_positive2) AS wroc_positive2, SUM(wroc_negative2) AS wroc_negative2, SUM(wroc_positives) AS wroc_positives
     FROM (
       SELECT wroc_part, wroc_step, wroc_low, wroc_positive, wroc_negative, wroc_rows, wroc_positive2, wroc_negative2, wroc_positives,
         SUM(wroc_negative * 3.90625000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_negative,
         SUM(wroc_positive * 7.81250000000000000e-03) OVER (PARTITION BY wroc_step ORDER BY wroc_low) AS wroc_up_positive, SUM(wroc_positive * 7.81250000000000000e-03) OVER (PARTITION BY wroc_step, wroc_low) AS wroc_tied_positive, SUM(wroc_negative * 3.90625000000000000e-03) OVER (PARTITION BY wroc_step, wroc_low) AS wroc_tied_negative
       FROM (SELECT wroc_part, CASE WHEN wroc_kind >= 0 THEN CAST(FLOOR(CASE WHEN wroc_score < 1.00000000000000006e-01 THEN CASE WHEN wroc_score < -7.99999999999999989e+307 THEN 0 ELSE (wroc_score - -1.00000000000000000e+00) * 3.63636363635999960e+00 + 1.00000000000000000e+00 END ELSE CASE WHEN wroc_score > 7.99999999999999989e+307 THEN 13 ELSE (wroc_score - 1.00000000000000006e-01) * 4.21052631578526348e+00 + 5.00000000000000000e+00 END END) AS BIGINT) ELSE wroc_kind END AS wroc_step, wroc_score AS wroc_low, wroc_positive, wroc_negative, wroc_rows, wroc_positive2, wroc_negative2, wroc_positives
     FROM (SELECT wroc_part, wroc_kind, wroc_score, wroc_positive, wroc_negative,
       CAST(1 AS DOUBLE PRECISION) AS wroc_rows, CAST((wroc_positive1 * wroc_positive1) AS DOUBLE PRECISION) AS wroc_positive2, CAST((wroc_negative1 * wroc_negative1) AS DOUBLE PRECISION) AS wroc_negative2, CAST((CASE WHEN wroc_positive > 0 THEN 1 ELSE 0 END) AS DOUBLE PRECISION) AS wroc_positives
     FROM (
       SELECT wroc_part, wroc_kind, wroc_score, wroc_positive, wroc_negative, wroc_positive * 7.81250000000000000e-03 AS wroc_positive1, wroc_negative * 3.90625000000000000e-03 AS wroc_negative1
       FROM (SELECT wroc_part, wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_part, wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT ((wroc_score IS NULL OR wroc_score <> wroc_score) OR wroc_part < 0) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN ((wroc_score IS NULL OR wroc_score <> wroc_score) OR wroc_part < 0) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text, CASE WHEN `wroc_cluster` IS NULL THEN -1 ELSE CASE WHEN ABS(CAST(`wroc_cluster` AS DOUBLE PRECISION)) < 9e15 THEN MOD(CAST(FLOOR(ABS(CAST(`wroc_cluster` AS DOUBLE PRECISION))) AS BIGINT), 101) ELSE 101 END END AS wroc_part
     FROM (SELECT
  `a` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`,
  `patient` AS `wroc_cluster`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_asked) wroc_scores) wroc_steps
     ) wroc_windows
     GROUP BY wroc_part, wroc_step;
-- bins of groups, two a step, with moments
SELECT wroc_key1, wroc_key2, wroc_step, SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       MIN(wroc_low) AS wroc_score, MAX(wroc_high) AS wroc_last,
       SUM(wroc_positive * 7.81250000000000000e-03 * wroc_up_negative) AS wroc_wins,
       SUM(wroc_negative * 3.90625000000000000e-03 * wroc_up_positive) AS wroc_losses,
       SUM(CASE WHEN wroc_high > wroc_low THEN
         wroc_positive * 7.81250000000000000e-03 * (wroc_negative * 3.90625000000000000e-03) / 2 ELSE 0 END)
         AS wroc_slack,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_bins, SUM(wroc_rows) AS wroc_rows, SUM(wroc_positive1 * wroc_u_negative) AS wroc_positive_w1_u1, SUM(wroc_positive1 * wroc_u_negative * wroc_u_negative) AS wroc_positive_w1_u2, SUM(wroc_positive1 * wroc_u_negative * wroc_u_negative * wroc_u_negative) AS wroc_positive_w1_u3, SUM(wroc_positive1 * wroc_u_negative * wroc_u_negative * wroc_u_negative * wroc_u_negative) AS wroc_positive_w1_u4, SUM(wroc_negative1 * wroc_u_positive) AS wroc_negative_w1_u1, SUM(wroc_negative1 * wroc_u_positive * wroc_u_positive) AS wroc_negative_w1_u2, SUM(wroc_negative1 * wroc_u_positive * wroc_u_positive * wroc_u_positive) AS wroc_negative_w1_u3, SUM(wroc_negative1 * wroc_u_positive * wroc_u_positive * wroc_u_positive * wroc_u_positive) AS wroc_negative_w1_u4, SUM(wroc_positive2) AS wroc_positive_w2_u0, SUM(wroc_positive2 * wroc_u_negative) AS wroc_positive_w2_u1, SUM(wroc_positive2 * wroc_u_negative * wroc_u_negative) AS wroc_positive_w2_u2, SUM(wroc_negative2) AS wroc_negative_w2_u0, SUM(wroc_negative2 * wroc_u_positive) AS wroc_negative_w2_u1, SUM(wroc_negative2 * wroc_u_positive * wroc_u_positive) AS wroc_negative_w2_u2, SUM(wroc_positive4) AS wroc_positive_w4_u0, SUM(wroc_positive4 * wroc_u_negative) AS wroc_positive_w4_u1, SUM(wroc_positive4 * wroc_u_negative * wroc_u_negative) AS wroc_positive_w4_u2, SUM(wroc_positive4 * wroc_u_negative * wroc_u_negative * wroc_u_negative) AS wroc_positive_w4_u3, SUM(wroc_positive4 * wroc_u_negative * wroc_u_negative * wroc_u_negative * wroc_u_negative) AS wroc_positive_w4_u4, SUM(wroc_negative4) AS wroc_negative_w4_u0, SUM(wroc_negative4 * wroc_u_positive) AS wroc_negative_w4_u1, SUM(wroc_negative4 * wroc_u_positive * wroc_u_positive) AS wroc_negative_w4_u2, SUM(wroc_negative4 * wroc_u_positive * wroc_u_positive * wroc_u_positive) AS wroc_negative_w4_u3, SUM(wroc_negative4 * wroc_u_positive * wroc_u_positive * wroc_u_positive * wroc_u_positive) AS wroc_negative_w4_u4, SUM(wroc_positives) AS wroc_positives
     FROM (
       SELECT wroc_key1, wroc_key2, wroc_step, wroc_low, wroc_high, wroc_positive, wroc_negative, wroc_rows, wroc_positive2, wroc_negative2, wroc_positive4, wroc_negative4, wroc_positives, wroc_up_negative, wroc_up_positive, CASE WHEN (wroc_up_positive - wroc_tied_positive / 2) > 9.99999999999999945e-21 THEN (wroc_up_positive - wroc_tied_positive / 2) ELSE 0 END AS wroc_u_positive, CASE WHEN (wroc_up_negative - wroc_tied_negative / 2) > 9.99999999999999945e-21 THEN (wroc_up_negative - wroc_tied_negative / 2) ELSE 0 END AS wroc_u_negative, wroc_positive * 7.81250000000000000e-03 AS wroc_positive1, wroc_negative * 3.90625000000000000e-03 AS wroc_negative1
       FROM (SELECT wroc_key1, wroc_key2, wroc_step, wroc_low, wroc_high, wroc_positive, wroc_negative, wroc_rows, wroc_positive2, wroc_negative2, wroc_positive4, wroc_negative4, wroc_positives,
         SUM(wroc_negative * 3.90625000000000000e-03) OVER (PARTITION BY wroc_key1, wroc_key2, wroc_step ORDER BY wroc_low) AS wroc_up_negative,
         SUM(wroc_positive * 7.81250000000000000e-03) OVER (PARTITION BY wroc_key1, wroc_key2, wroc_step ORDER BY wroc_low) AS wroc_up_positive, wroc_positive * 7.81250000000000000e-03 AS wroc_tied_positive, wroc_negative * 3.90625000000000000e-03 AS wroc_tied_negative
       FROM (SELECT wroc_key1, wroc_key2, CASE WHEN wroc_bin < 0 THEN wroc_bin ELSE CAST(FLOOR((wroc_bin + 1) / 2.00000000000000000e+00) AS BIGINT) END AS wroc_step,
       wroc_low, wroc_high, wroc_positive, wroc_negative, wroc_rows, wroc_positive2, wroc_negative2, wroc_positive4, wroc_negative4, wroc_positives
     FROM (SELECT wroc_key1, wroc_key2, wroc_bin AS wroc_bin, MIN(wroc_score) AS wroc_low, MAX(wroc_score) AS wroc_high,
       SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       CAST(COUNT(*) AS DOUBLE PRECISION) AS wroc_rows, CAST(SUM(wroc_positive1 * wroc_positive1) AS DOUBLE PRECISION) AS wroc_positive2, CAST(SUM(wroc_negative1 * wroc_negative1) AS DOUBLE PRECISION) AS wroc_negative2, CAST(SUM(wroc_positive1 * wroc_positive1 * wroc_positive1 * wroc_positive1) AS DOUBLE PRECISION) AS wroc_positive4, CAST(SUM(wroc_negative1 * wroc_negative1 * wroc_negative1 * wroc_negative1) AS DOUBLE PRECISION) AS wroc_negative4, CAST(SUM(CASE WHEN wroc_positive > 0 THEN 1 ELSE 0 END) AS DOUBLE PRECISION) AS wroc_positives
     FROM (
       SELECT wroc_key1, wroc_key2, CASE WHEN wroc_kind >= 0 THEN CAST(FLOOR(CASE WHEN wroc_score < 1.00000000000000006e-01 THEN CASE WHEN wroc_score < -7.99999999999999989e+307 THEN 0 ELSE (wroc_score - -1.00000000000000000e+00) * 3.63636363635999960e+00 + 1.00000000000000000e+00 END ELSE CASE WHEN wroc_score > 7.99999999999999989e+307 THEN 13 ELSE (wroc_score - 1.00000000000000006e-01) * 4.21052631578526348e+00 + 5.00000000000000000e+00 END END) AS BIGINT) ELSE wroc_kind END AS wroc_bin, wroc_score, wroc_positive, wroc_negative, wroc_positive * 7.81250000000000000e-03 AS wroc_positive1, wroc_negative * 3.90625000000000000e-03 AS wroc_negative1
       FROM (SELECT wroc_key1, wroc_key2, wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       wroc_class AS wroc_kind
     FROM (SELECT wroc_key1, wroc_key2, wroc_score, wroc_weight,
         CASE WHEN wroc_weight > 0 AND wroc_weight <= 1.00000000000000001e+308 AND wroc_text = 0 AND NOT (wroc_score IS NULL OR wroc_score <> wroc_score) THEN
           CASE WHEN wroc_label = 1 THEN 1 WHEN wroc_label = 0 THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> 1 AND wroc_label <> 0 THEN -3
           WHEN (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_weight >= 0 AND wroc_weight <= 1.00000000000000001e+308 THEN
             CASE WHEN (wroc_score IS NULL OR wroc_score <> wroc_score) OR (wroc_weight IS NULL OR wroc_weight <> wroc_weight) OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM (SELECT `wroc_key1` AS wroc_key1, `wroc_key2` AS wroc_key2, `wroc_label` AS wroc_label, CAST(`wroc_score` AS DOUBLE PRECISION) AS wroc_score, CAST(`wroc_weight` AS DOUBLE PRECISION) AS wroc_weight,
       CASE WHEN 1 = 0 OR 1 = 0 OR 1 = 0 THEN 1 ELSE 0 END AS wroc_text
     FROM (SELECT
  `score` AS `wroc_score`,
  `label` AS `wroc_label`,
  `weight` AS `wroc_weight`,
  `word` AS `wroc_key1`,
  `yes` AS `wroc_key2`
FROM `df`) wroc_found) wroc_rows) wroc_classes) wroc_weighed
     ) wroc_binned GROUP BY wroc_key1, wroc_key2, wroc_bin) wroc_bins) wroc_steps) wroc_up
     ) wroc_windows
     GROUP BY wroc_key1, wroc_key2, wroc_step;
