"""The formula and its settings."""

from __future__ import annotations

import dataclasses
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.bank import IMPORTANCE, Settings, recency, score

AGES = st.floats(-1e12, 1e12)
RATES = st.floats(0, 10)
NAN, INF = float("nan"), float("inf")


def test_the_six_grades():
    assert list(IMPORTANCE.values()) == [10, 8, 7, 5, 3, 1]


@given(AGES, RATES)
def test_Z2_a_decay_is_between_0_and_1_at_every_age(age, rate):
    assert 0 <= recency(age, rate) <= 1
    assert recency(-abs(age), rate) == 1


@given(AGES, AGES, RATES)
def test_R2_recency_never_rises_with_age(one, other, rate):
    assert recency(max(one, other), rate) <= recency(min(one, other), rate)


@given(st.floats(0, 10), st.floats(0, 10), AGES)
def test_R2_a_more_important_memory_never_scores_less(one, other, age):
    low, high = sorted((one, other))
    assert score(low, age, decay=1e-3, floor=0.1) <= score(high, age, decay=1e-3, floor=0.1)


def test_score_is_the_product_and_not_below_the_floor():
    assert score(7, 100, decay=0.01, boost=10) == pytest.approx(7 * math.exp(-1) * 10)
    assert score(7, 0, decay=0.01) == 7
    assert score(7, 1e6, decay=0.01, floor=0.1) == 0.1


def test_half_of_the_recency_is_gone_in_half_an_hour():
    assert recency(1800, Settings().decay) == pytest.approx(0.5)


def test_the_defaults_are_the_articles():
    settings = Settings()
    assert (settings.capacity, settings.whitelist_cap, settings.boost) == (100, 20, 10)
    assert (settings.floor, settings.protection, settings.jitter) == (0.1, 30, 0)


def test_settings_cannot_change_under_a_memory():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Settings().capacity = 3


@pytest.mark.parametrize(
    "field", [f.name for f in dataclasses.fields(Settings) if f.type in ("int", "float")]
)
@pytest.mark.parametrize("value", [NAN, INF, -1, "10", None, True])
def test_a_setting_that_is_no_such_number_is_refused(field, value):
    with pytest.raises((TypeError, ValueError), match=rf"^{field}: {value!r}.* allowed is .*: "):
        Settings(**{field: value})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("capacity", 0),
        ("capacity", 2.5),
        ("whitelist_cap", 1.0),
        ("boost", 0.5),
        ("decay_mode", "both"),
        ("archive", 1),
    ],
)
def test_a_setting_out_of_range_is_refused(field, value):
    with pytest.raises((TypeError, ValueError), match=rf"^{field}: {value!r}"):
        Settings(**{field: value})


def test_zero_is_allowed_where_it_switches_something_off():
    settings = Settings(whitelist_cap=0, decay=0, floor=0, protection=0, jitter=0, boost=1)
    assert settings.decay == 0
