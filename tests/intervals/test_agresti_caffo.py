from referee.intervals import agresti_caffo, wald_difference


def test_is_wald_after_four_cases_are_added():
    adjusted, plain = agresti_caffo(7, 20, 3, 15), wald_difference(8, 22, 4, 17)
    assert tuple(adjusted) == tuple(plain)


def test_has_width_where_wald_has_none():
    assert wald_difference(10, 10, 0, 10).width == 0
    assert agresti_caffo(10, 10, 0, 10).width > 0.2
