# python3 render-dbt.py MACRO ENGINE CALL: the SQL of a dbt macro, as dbt renders it.
import sys
from types import SimpleNamespace

import jinja2


def raise_compiler_error(message):
    sys.exit(message)


macro, engine, call = sys.argv[1:]
environment = jinja2.Environment(extensions=["jinja2.ext.do"])
text = open(macro).read() + "{{ " + call + " }}"
print(environment.from_string(text).render(target=SimpleNamespace(type=engine),
                                           exceptions=SimpleNamespace(raise_compiler_error=raise_compiler_error)))
