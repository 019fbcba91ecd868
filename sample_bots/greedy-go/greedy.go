package main

import (
	"math"

	pb "bot/koikoi/v1"
)

// Takes the dearest capture and stops at once.
//
// The rule is written out in koikoi-arena, in `sample_bots/greedy/greedy.py`; this is a port of it
// and answers every question alike.

// worthOf has twelve rows of four, in the order of the card numbers.
var worthOf = [48]int{
	20, 7, 1, 1, // pine: crane, red poem
	10, 7, 1, 1, // plum: nightingale, red poem
	20, 7, 1, 1, // cherry: curtain, red poem
	10, 5, 1, 1, // wisteria: cuckoo, ribbon
	10, 5, 1, 1, // iris: bridge, ribbon
	12, 7, 1, 1, // peony: butterflies, blue
	12, 5, 1, 1, // bush clover: boar, ribbon
	20, 10, 1, 1, // pampas: moon, geese
	15, 7, 1, 1, // chrysanthemum: sake cup, blue
	12, 7, 1, 1, // maple: deer, blue
	14, 10, 5, 1, // willow: rain, swallow, ribbon, lightning
	20, 1, 1, 1, // paulownia: phoenix
}

// decide returns the legal action of the highest value; among equals the first, which has the
// lowest number.
func decide(legal []pb.Action, field []pb.Card) pb.Action {
	best, highest := pb.Action_ACTION_UNSPECIFIED, math.MinInt
	for _, action := range legal {
		if here := value(action, field); here > highest {
			best, highest = action, here
		}
	}
	return best
}

func value(action pb.Action, field []pb.Card) int {
	switch {
	case action <= 48:
		return valueOfPlaying(pb.Card(action), field)
	case action <= 96:
		return worth(pb.Card(action - 48))
	case action == pb.Action_ACTION_STOP:
		return 0
	default:
		return -1
	}
}

func valueOfPlaying(card pb.Card, field []pb.Card) int {
	matches, sum, dearest := 0, 0, 0
	for _, other := range field {
		if month(other) == month(card) {
			matches++
			sum += worth(other)
			dearest = max(dearest, worth(other))
		}
	}
	switch matches {
	case 0:
		return -worth(card)
	case 2:
		return worth(card) + dearest
	default:
		return worth(card) + sum
	}
}

func worth(card pb.Card) int {
	return worthOf[card-1]
}

func month(card pb.Card) int {
	return int(card-1) / 4
}
