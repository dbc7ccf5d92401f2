"""`referee review`."""

from __future__ import annotations

from typing import Any

import click

from referee.cli import options

MEASURES = {
    "accuracy": "Accuracy as printed, such as 0.85 or 85%.",
    "sensitivity": "Sensitivity (recall) as printed.",
    "specificity": "Specificity as printed.",
    "ppv": "Positive predictive value (precision) as printed.",
    "npv": "Negative predictive value as printed.",
    "f1": "F1 as printed.",
    "balanced_accuracy": "Balanced accuracy as printed.",
    "mcc": "Matthews correlation as printed.",
    "kappa": "Cohen's kappa as printed.",
    "auc": "Area under the ROC curve as printed.",
}


@options.command(
    "review",
    '--accuracy 0.85 --n 30 --against 0.75 --against-n 5000 --claim "significant"',
    first=("accuracy", "n", "against", "against_n", "claim"),
)
@options.combine_options(*(click.option(options.flag(name), help=words) for name, words in MEASURES.items()))
@options.repeated("--measure", "more", help="Any other measure, such as jaccard=0.4; may be repeated.")
@options.number("--n", help="Number of test cases.")
@options.number("--positives", help="How many of them are positive.")
@click.option("--against", help="Accuracy of the rival as printed.")
@options.number("--against-n", help="Its number of test cases; without it a rate known exactly.")
@options.number("--against-positives", help="How many of those are positive.")
@click.option("--claim", help="What is claimed: significant, better, equivalent, beats the majority rule.")
@options.number("--margin", help="A difference too small to matter, for equivalent.")
@options.number("--prevalence", help="Share of positives where the model is used.")
@options.preset("--rounding", default="half", help="How numbers were rounded: half, truncate, any.")
@options.number("--tolerance", help="Distance that a printed number may be off, instead of rounding.")
@options.number("--folds", help="Numbers may be means over so many stratified folds.")
@options.path("--audit", help="Saved result of referee audit (JSON), for the checklist.")
@click.option("--checklist", is_flag=True, help="Show the checklist; alone, as questions to ask of any paper.")
@options.level
@options.output
def command(checklist: bool, more: tuple[str, ...], **given: Any) -> int:
    """Judge a published claim from its numbers: can they be true, and do they carry it?

    Exit code 1 when the numbers cannot be true together or the claim is not supported, 0 otherwise.
    """
    numbers = {name: given.pop(name) for name in MEASURES}
    for item in more:
        for name, value in options.pairs("measure", item, str).items():
            twice = numbers.get(name)
            options.refuse(twice is not None, f"{name} is given twice: {twice} and {value}")
            numbers[name] = value
    audit = given["audit"] = _audit(given["audit"])
    if not any(value is not None for value in numbers.values()):
        options.refuse(not checklist, "give at least one measure, such as --accuracy 0.85, or --checklist")
        from referee.claims.checklist import answers_of_audit
        from referee.claims.checklist import checklist as questions

        options.print_result(questions(None if audit is None else answers_of_audit(audit.findings, audit.ran)))
        return 0
    from referee.verbs.review import review

    result = review(**given, **numbers)
    options.print_result(result)
    if checklist and options.form() == "text" and result.checklist is not None:
        click.echo()
        click.echo(str(result.checklist))
    return 1 if result.objection else 0


def _audit(path: str | None) -> Any:
    """The saved audit that a path names."""
    if path is None:
        return None
    from referee import _check
    from referee.core import load

    found = load(path)
    if not hasattr(found, "ran"):
        _check.fail("audit", "be a saved result of referee audit", type(found).__name__)
    return found
