{#-
  Tally of weighted scores by class, a table for as_roc_tally() of the R package WeightedROC.

  Bins reach from `low` to `low + bins * step`, with one bin below and one above. Use the same bins in all tallies that
  will be merged. Rows with a missing score, label or weight make a row without a score, which as_roc_tally() refuses.
  `by` is the column of a key, such as the day. `cluster` is a column with the group of a patient.

      select * from ({{ roc_tally(ref('visits'), 'marker', 'sick', 'weight', low=-2, step=0.02, bins=400, by='day') }})
-#}
{% macro roc_tally(relation, score, label, weight='1', low=0, step=0.01, bins=100, positive='1', by=none, cluster=none) %}
{%- set engine = {'redshift': 'postgres', 'databricks': 'spark'}.get(target.type, target.type) -%}
{%- if engine not in ['postgres', 'duckdb', 'spark', 'snowflake', 'bigquery'] -%}
{%- do exceptions.raise_compiler_error('roc_tally() has no dialect for ' ~ target.type ~ '; use the SQL of roc_tally_sql() in R.') -%}
{%- endif -%}
{%- if step <= 0 or bins < 1 or bins != bins | int -%}
{%- do exceptions.raise_compiler_error('roc_tally() needs a step > 0, and a whole number of bins.') -%}
{%- endif -%}
{%- set double = {'duckdb': 'DOUBLE', 'spark': 'DOUBLE', 'bigquery': 'FLOAT64'}.get(engine, 'DOUBLE PRECISION') -%}
{%- set integer = 'INT64' if engine == 'bigquery' else 'BIGINT' -%}
{%- set is_nan = {'bigquery': 'IS_NAN(%s)', 'snowflake': "%s = CAST('NaN' AS DOUBLE PRECISION)"}.get(
      engine, "%s > CAST('Infinity' AS " ~ double ~ ")") -%}
{%- set keys = (', ' ~ by if by else '') ~ (', ' ~ cluster if cluster else '') -%}
{%- set made = (', ' ~ by ~ ' AS ' ~ by if by else '') ~ (', ' ~ cluster ~ ' AS ' ~ cluster if cluster else '') -%}
{%- set number = '%.17e' -%}
{%- set high = low + bins * step -%}
{%- set scale = bins * (1 - 1e-12) / (high - low) -%}
{%- set place -%}
CAST(FLOOR((wroc_score - {{ number % low }}) * {{ number % scale }} + {{ number % 1 }}) AS {{ integer }})
{%- endset -%}
{%- set bin -%}
{{ place }} + CASE WHEN wroc_score >= {{ number % low }} + CAST({{ place }} - 0 AS {{ double }}) * {{ number % step }} THEN 1 ELSE 0 END
{%- endset -%}
{#- PostgreSQL refuses products that are too small for a double. -#}
{%- if engine == 'postgres' and scale < 1 and low | abs <= 1e-250 -%}
{%- set bin = 'CASE WHEN wroc_score < ' ~ number % (low + 1e-290 / scale) ~ ' THEN 1 ELSE ' ~ bin ~ ' END' -%}
{%- endif -%}
{%- set sums = [] -%}
{%- for power in [1, 2, 4] -%}
{%- for name in ['positive', 'negative'] -%}
{%- set least = ' AND wroc_weight > ' ~ number % {2: 1e-150, 4: 1e-75}[power] if engine == 'postgres' and power > 1 else '' -%}
{%- do sums.append('SUM(CASE WHEN wroc_class = ' ~ (1 if name == 'positive' else 0) ~ least ~ ' THEN '
      ~ ' * '.join(['wroc_weight'] * power) ~ ' ELSE 0 END) AS ' ~ name ~ (power if power > 1 else '')) -%}
{%- endfor -%}
{%- endfor -%}
SELECT MIN(wroc_score) AS score, MAX(wroc_score) AS score_max,
  CASE WHEN MIN(wroc_score) = MAX(wroc_score) THEN 1 ELSE 2 END AS scores,
  {{ sums | join(',\n  ') }},
  COUNT(CASE WHEN wroc_class = 1 THEN 1 END) AS n_pos,
  COUNT(CASE WHEN wroc_class = 0 THEN 1 END) AS n_neg{{ keys }}
FROM (
  SELECT wroc_score, wroc_class, wroc_weight{{ keys }},
    CASE WHEN wroc_score IS NULL THEN NULL ELSE CASE WHEN wroc_score < {{ number % low }} THEN 0 ELSE CASE WHEN wroc_score < {{ number % high }} THEN {{ bin }} ELSE {{ bins + 1 }} END END END AS wroc_bin
  FROM (
    SELECT CASE WHEN wroc_label IS NOT NULL AND wroc_weight BETWEEN 0 AND {{ number % 1e308 }} AND NOT ({{ is_nan % 'wroc_guess' }}) THEN wroc_guess END AS wroc_score,
      CASE WHEN wroc_label = {{ positive }} THEN 1 ELSE 0 END AS wroc_class, wroc_weight{{ keys }}
    FROM (
      SELECT CAST({{ score }} AS {{ double }}) AS wroc_guess, {{ label }} AS wroc_label, CAST({{ weight }} AS {{ double }}) AS wroc_weight{{ made }}
      FROM {{ relation }}
    ) wroc_given{{ ' OFFSET 0' if engine == 'postgres' else '' }}
  ) wroc_checked
  WHERE wroc_score IS NULL OR wroc_weight > 0
) wroc_binned
GROUP BY wroc_bin{{ keys }}
{%- endmacro %}
