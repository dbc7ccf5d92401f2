"""What is possible: VC bounds and Bayes errors."""

from __future__ import annotations

import math

from referee import bounds


def _crosses(i: dict) -> dict:
    h = bounds.vc_limit(n=i["n"], error=i["train_error"], eta=i["eta"])
    return {"h": h, "first_useless_integer": math.ceil(h)}


SEED = {
    "vc_bound": lambda i: bounds.vc(h=i["h"], n=i["n"], error=i["train_error"], eta=i["eta"]),
    "vc_bound_crosses_one": _crosses,
    "vc_bound_crosses_one_log10": lambda i: {
        "h": bounds.vc_limit(n=i["n"], error=i["train_error"], eta=i["eta"], base=10)
    },
    "bayes_error_from_dprime": lambda i: bounds.bayes_error_from_dprime(i["dprime"], prior=i["prior"]),
}
