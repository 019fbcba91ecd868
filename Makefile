# `make run` and `make test` need Python 3.11 or newer and the package index, nothing else.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# The stubs are made by the oldest generator of the supported runtimes: old stubs run on new
# runtimes, never the other way round.
PROTO_VENV ?= .venv-proto
PROTO_PATH := PATH="$(abspath $(PROTO_VENV))/bin:$$PATH"
PROTOC := $(PROTO_PATH) protoc -Iproto
# These bots are trusted: where no sandbox holds they are played within limits, and it is said why.
# Tests of pairs need them to share cards, at every level.
SANDBOX := $(BIN)/arena doctor --sandbox
# Tests by kind, see tests/kinds.py: those without one run in this process, on all cores.
PYTEST := $(BIN)/python -m pytest -q
NO_KIND := not (process or cluster or browser or toolchain or chaos)
PROTOS := $(wildcard proto/koikoi/v1/*.proto)
# Bots that others start from carry a copy of the contract, wherever their build looks for it.
PROTO_COPIES := $(wildcard sample_bots/*/proto/koikoi/v1 sample_bots/*/src/main/proto/koikoi/v1)

.PHONY: run languages test test-all lint bench fuzz soak proto proto-go proto-check proto-breaking proto-publish \
	format clean

# Those that are ready at once, and one that npm builds in seconds.
run: $(VENV)/run
	@echo 'playing five sample bots against each other...'
	@$(BIN)/arena run --bots sample_bots --only first,random,greedy,greedy-ts,yaku \
		--sandbox "$$($(SANDBOX))"
	@echo "$(CURDIR)/results/sample_bots/report.html"

# One strategy in six languages. Building them takes minutes, once.
languages: $(VENV)/run
	$(BIN)/arena run --bots sample_bots --event languages --pairs 2 --start-time 30 \
		--only greedy,greedy-ts,greedy-go,greedy-rust,greedy-java,greedy-cpp \
		--sandbox "$$($(SANDBOX))"

# All that needs one process, and one test of each other kind. What a machine lacks is listed.
test: $(VENV)/ready
	ARENA_SANDBOX="$$($(SANDBOX))" ARENA_PAIRS_APART=0 $(PYTEST) --numprocesses logical --dist loadfile \
		-m "smoke or $(NO_KIND)"

# Everything. Hostile bots, kills, and what looks at the whole machine run after the rest, one by one.
test-all: $(VENV)/ready
	@export ARENA_SANDBOX="$$($(SANDBOX))" ARENA_PAIRS_APART=0 status=0; \
	$(PYTEST) --numprocesses logical --dist loadfile -m 'not alone' || status=1; \
	$(PYTEST) -m alone --and-before || status=1; \
	exit $$status

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/buf lint proto
	$(BIN)/buf format --diff --exit-code proto
	@$(MAKE) --no-print-directory proto-breaking

bench: $(VENV)/ready
	$(BIN)/python -m tests.bench

# Twenty seconds for each reader of bytes that somebody else wrote; FUZZ_SECONDS sets another time.
fuzz: $(VENV)/ready
	$(BIN)/python -m tests.fuzz

# What is too slow for every change, or depends on the machine: a hundred stops at random moments,
# fifty of parts of a cluster, and the clock beside four programs that want a core for themselves.
soak: $(VENV)/ready
	ARENA_KILLS=100 ARENA_CLUSTER_KILLS=50 ARENA_SANDBOX="$$($(SANDBOX))" ARENA_PAIRS_APART=0 \
		$(BIN)/python -m pytest tests/arena/cli/test_random_kills.py \
		tests/arena/cluster/test_kills.py tests/soak/fair_clock.py \
		tests/arena/sandbox/pair_channels.py
	FUZZ_SECONDS=90 $(BIN)/python -m tests.fuzz

format: $(VENV)/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/buf format -w proto

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# What running needs. What developing needs besides is added to the same environment by `ready`.
$(VENV)/run: pyproject.toml
	@echo 'setting up the environment in $(VENV)...'
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --editable .
	@touch $@

$(VENV)/ready: $(VENV)/run
	@echo 'adding the development tools to $(VENV)...'
	@$(PIP) --editable '.[dev]'
	@touch $@

proto: $(PROTO_VENV)/ready
	$(PROTOC) --python_out=proto --mypy_out=quiet:proto $(PROTOS)
	$(PROTOC) --grpc_python_out=proto --mypy_grpc_out=quiet:proto proto/koikoi/v1/referee.proto
	for copy in $(PROTO_COPIES); do cp $(PROTOS) $$copy/; done
	@if command -v go >/dev/null; then $(MAKE) --no-print-directory proto-go; \
	else echo 'no go here: the stubs of greedy-go stay as they are'; fi

# Go's stubs are committed, as Go bots expect: `go build` runs no generator.
proto-go: $(PROTO_VENV)/ready
	GOBIN="$(abspath $(PROTO_VENV))/bin" go install google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.11
	GOBIN="$(abspath $(PROTO_VENV))/bin" go install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2
	cd sample_bots/greedy-go && $(PROTO_PATH) go generate

# What is published is kept to: the contract is compared with every one of the past.
PUBLISHED = $(wildcard proto/published/*.binpb)
proto-breaking: TAG = $(shell git tag --list 'contract-v*' --sort=-version:refname 2>/dev/null | head -n 1)
proto-breaking: $(VENV)/ready
	@for past in $(PUBLISHED) $(TAG:%="$$(git rev-parse --git-common-dir)\#tag=%,subdir=proto"); do \
		$(BIN)/buf breaking proto --against "$$past" || exit 1; done
	@echo "the contract keeps what was promised: $(notdir $(PUBLISHED:.binpb=)) $(TAG)"

# make proto-publish VERSION=1.1: what bots may rely on from now on. Nothing published is replaced.
proto-publish: $(VENV)/ready
	@test -n "$(VERSION)" || { echo 'which? make proto-publish VERSION=1.1'; exit 2; }
	@test ! -e proto/published/v$(VERSION).binpb || { echo 'v$(VERSION) is published'; exit 2; }
	$(BIN)/buf build proto --exclude-source-info -o proto/published/v$(VERSION).binpb

proto-check: proto
	git diff --exit-code -- proto sample_bots

$(PROTO_VENV)/ready: Makefile
	$(PYTHON) -m venv $(PROTO_VENV)
	$(PROTO_VENV)/bin/python -m pip install --quiet --disable-pip-version-check \
		grpcio-tools==1.71.2 mypy-protobuf==3.6.0 'setuptools<80'
	printf '#!/bin/sh\nexec "%s" -m grpc_tools.protoc "$$@"\n' \
		"$(abspath $(PROTO_VENV))/bin/python" > $(PROTO_VENV)/bin/protoc
	chmod +x $(PROTO_VENV)/bin/protoc
	touch $@

clean:
	rm -rf $(VENV) $(PROTO_VENV) .cache build dist
