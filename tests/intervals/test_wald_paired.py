from referee.intervals import agresti_min, bonett_price, wald_paired


def test_added_cases_are_cases_added():
    """Agresti and Min's half a case in each cell: one in each cell of the doubled counts."""
    table = [[7, 4], [2, 5]]
    doubled = [[2 * v + 1 for v in row] for row in table]
    one, two = agresti_min(table), wald_paired(doubled)
    assert abs((one.low + one.high) - (two.low + two.high)) < 1e-12
    assert abs(one.width / two.width - 2**0.5) < 1e-12


def test_no_discordant_case_has_no_width_only_by_wald():
    table = [[10, 0], [0, 10]]
    assert wald_paired(table).width == 0
    assert agresti_min(table).width > 0.1
    assert bonett_price(table).width > 0.2
