"""Readers of other people's bytes: they succeed, or tell what is wrong."""

from random import Random

import pytest

from tests.fuzz.__main__ import corpus
from tests.fuzz.mutations import mutated
from tests.fuzz.targets import TARGETS

INPUTS = 150


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_takes_what_it_should(name: str) -> None:
    for seed in TARGETS[name].seeds():
        TARGETS[name].read(seed)


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_refuses_in_words_whatever_was_changed(name: str) -> None:
    random, target = Random(name), TARGETS[name]
    seeds = target.seeds()

    for _ in range(INPUTS):
        target.read(mutated(random.choice(seeds), random))


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_bears_what_it_once_failed_on(name: str) -> None:
    for data in corpus(name):
        TARGETS[name].read(data)
