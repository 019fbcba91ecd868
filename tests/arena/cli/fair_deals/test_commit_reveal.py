"""Deals committed to, played and revealed, and what the reports say of them."""

import stat
from hashlib import sha256

from arena.event.access import holding
from tests.arena.cli.fair_deals.desk import NOT_PROVEN, PUBLISHED, QUICK, Desk, epochs_of, lines_of


def test_a_commitment_says_what_to_publish_and_says_it_again(desk: Desk) -> None:
    first, again = (desk.fine("commit", "spring") for _ in range(2))
    said = desk.said("commit", "spring")

    assert first.stdout == again.stdout
    assert set(said) == {"event", "ruleset", "epoch", "title", "commitment"}
    assert all(str(value) in first.stdout for value in said.values())
    assert "--beacon TEXT" in first.stderr
    secret = desk.spring / "secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert secret.read_text() not in first.stdout + first.stderr
    assert secret.read_text() not in (desk.spring / "deals.json").read_text()
    assert desk.arena("ranking", "spring").returncode == 0


def test_revealing_opens_the_commitment(played: Desk) -> None:
    said = played.said("reveal", "spring")

    title = said["title"].encode()
    opened = len(title).to_bytes(2, "big") + title + bytes.fromhex(said["secret"])
    assert sha256(b"arena-deal-v1/commit\0" + opened).hexdigest() == said["commitment"]
    assert said["beacon"] == "16 23 42"
    assert not (played.spring / "secret").exists()


def test_a_later_run_deals_from_a_new_secret_and_a_new_title(played: Desk) -> None:
    one, two = epochs_of(played)

    for key in ("title", "commitment", "secret", "beacon"):
        assert one[key] != two[key]
    assert [item["name"] for item in one["items"]] == ["ann", "ben", "cat"]
    assert [item["nonce"] for item in two["items"]] == ["", "", "", "d1"]
    epochs = {record["match"]: record.get("epoch", 1) for record in lines_of(played)}
    assert {epochs[f"ann~ben.1.{leg}"] for leg in (1, 2)} == {1}
    assert {epoch for match, epoch in epochs.items() if not match.startswith("ann~ben.1")} == {1, 2}
    assert {epochs[f"ann~dan.1.{leg}"] for leg in (1, 2)} == {2}


def test_an_event_that_was_committed_to_has_nothing_to_be_said_against_it(played: Desk) -> None:
    assert not any("not proven" in remark for remark in played.remarks())


def test_before_the_reveal_the_organiser_can_check_and_nobody_else(desk: Desk) -> None:
    desk.bot("ann")
    desk.bot("ben")
    done = desk.run("--pairs", "1")

    assert NOT_PROVEN in done.stderr
    assert all(NOT_PROVEN in remark for remark in desk.remarks())
    assert NOT_PROVEN in desk.fine("verify", "spring", "--deals").stdout.lower()
    late = desk.arena("commit", "spring")
    assert late.returncode == 2
    assert "would prove nothing" in late.stderr
    assert "hint: `arena reveal spring`" in late.stderr

    (desk.spring / "secret").rename(desk.folder / "kept")

    found = desk.arena("verify", "spring", "--deals")
    assert found.returncode == 2
    assert "The cards of 2 matches could not be dealt again" in found.stdout
    assert desk.fine("verify", "spring").returncode == 0
    lost = desk.arena("run", "--bots", "bots", "--event", "spring", *QUICK, "--pairs", "2")
    assert lost.returncode == 2
    assert "secret cannot be read" in lost.stderr


def test_a_pair_that_was_begun_is_finished_on_its_own_cards(desk: Desk) -> None:
    desk.fine("commit", "spring")
    desk.bot("ann")
    desk.bot("ben", nonce="b1")
    done = desk.run("--pairs", "2")
    assert NOT_PROVEN not in done.stderr + done.stdout
    # As it is after a stop between the first legs and the second: pair 2 is half played.
    pair = "(SELECT pair_id FROM pair WHERE number = 2)"
    for table in ("play", "leg"):
        desk.change(f"DELETE FROM {table} WHERE leg = 2 AND pair_id = {pair}")

    revealed = desk.fine("reveal", "spring")
    again = desk.run("--pairs", "2")
    extended = desk.run("--pairs", "3")

    assert "pairs with one match played: 1;" in revealed.stderr
    assert "1 of 4 matches to play" in again.stderr
    assert NOT_PROVEN not in again.stderr
    assert "epoch 2 of the deals has a new secret and no commitment" in extended.stderr
    assert f"epoch 2: {NOT_PROVEN}" in extended.stderr
    assert all(f"epoch 2: {NOT_PROVEN}" in remark for remark in desk.remarks())
    assert desk.fine("verify", "spring", "--deals").stdout.startswith("6 matches checked, 0 dis")
    desk.fine("export", "spring", "-o", "spring.jsonl")
    epochs = [record.get("epoch", 1) for record in lines_of(desk)]
    assert epochs == [1, 1, 1, 1, 2, 2]


def test_a_commitment_alone_shows_nothing(desk: Desk) -> None:
    desk.fine("commit", "spring", "--ruleset", "nintendo")
    desk.bot("ann")
    desk.bot("ben")
    nintendo = ("--ruleset", "nintendo", "--pairs", "1")

    for flags, complaint in (
        (("--pairs", "1"), "--ruleset nintendo, not lemme"),
        ((*nintendo, "--seed", "1"), "--seed unset, not 1"),
        (("--seed", "1"), "begun with --ruleset nintendo, not lemme; with --seed unset, not 1\n"),
        (("--seed", "1"), "run it with --ruleset nintendo and without --seed, or"),
        ((*nintendo, "--beacon", "ü"), "printable ASCII"),
    ):
        refused = desk.arena("run", "--bots", "bots", "--event", "spring", *flags)
        assert refused.returncode == 2
        assert complaint in refused.stderr
    done = desk.run(*nintendo)
    beacon = desk.arena(
        "run", "--bots", "bots", "--event", "spring", *QUICK, *nintendo, "--beacon", "4 8 15"
    )

    for remark in (done.stderr, *desk.remarks()):
        assert f"{NOT_PROVEN}: neither a nonce nor a beacon after the commitment" in remark
    assert beacon.returncode == 2
    assert "begun with no --beacon, not --beacon `4 8 15`" in beacon.stderr
    other = desk.arena("commit", "spring", "--ruleset", "lemme")
    assert "--ruleset nintendo, not lemme" in other.stderr


def test_a_seed_is_said_to_be_predictable_everywhere(desk: Desk) -> None:
    desk.bot("ann")
    desk.bot("ben")

    done = desk.run("--pairs", "1", "--seed", "7")

    for remark in (done.stderr, *desk.remarks()):
        assert "seeded deals: for tests only" in remark
    assert "Seeded deals: for tests only." in desk.fine("verify", "spring", "--deals").stdout
    desk.fine("export", "spring", "-o", "spring.jsonl")
    desk.fine("verify", "spring.jsonl", *PUBLISHED)
    for command in ("commit", "reveal"):
        refused = desk.arena(command, "spring")
        assert refused.returncode == 2
        assert "--seed 7" in refused.stderr


def test_nobody_commits_or_reveals_while_an_arena_plays(copied: Desk) -> None:
    with holding(copied.spring):
        for command in ("commit", "reveal"):
            refused = copied.arena(command, "spring")
            assert refused.returncode == 2
            assert "is being run by another arena" in refused.stderr


def test_there_is_nothing_to_reveal_of_what_is_no_event(desk: Desk) -> None:
    (desk.folder / "some.jsonl").write_text("{}\n")

    for place, complaint in (("spring", "no event `spring`"), ("some.jsonl", "file of records")):
        refused = desk.arena("reveal", place)
        assert refused.returncode == 2
        assert complaint in refused.stderr
