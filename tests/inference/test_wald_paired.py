from referee.inference import agresti_min, bonett_price, wald_paired


def test_no_discordant_case_has_no_width_only_by_wald():
    table = [[10, 0], [0, 10]]
    assert wald_paired(table).width == 0
    assert agresti_min(table).width > 0.1
    assert bonett_price(table).width > 0.2
