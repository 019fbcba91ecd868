package main

import (
	"testing"

	pb "bot/koikoi/v1"
)

func TestDecide(t *testing.T) {
	const (
		crane, ribbon, plain = pb.Card_CARD_PINE_CRANE, pb.Card_CARD_PINE_RIBBON, pb.Card_CARD_PINE_PLAIN_1
		phoenix              = pb.Card_CARD_PAULOWNIA_PHOENIX
		playRibbon           = pb.Action_ACTION_PLAY_PINE_RIBBON
		playPaulownia        = pb.Action_ACTION_PLAY_PAULOWNIA_PLAIN_1
		takeCrane            = pb.Action_ACTION_TAKE_PINE_CRANE
		takeRibbon           = pb.Action_ACTION_TAKE_PINE_RIBBON
		stop, koiKoi         = pb.Action_ACTION_STOP, pb.Action_ACTION_KOI_KOI
	)
	for _, test := range []struct {
		name  string
		legal []pb.Action
		field []pb.Card
		want  pb.Action
	}{
		{"the dearest capture", []pb.Action{playRibbon, playPaulownia}, []pb.Card{plain, phoenix}, playPaulownia},
		{"the dearer field card", []pb.Action{takeCrane, takeRibbon}, []pb.Card{crane, ribbon}, takeCrane},
		{"stops at once", []pb.Action{stop, koiKoi}, nil, stop},
	} {
		if got := decide(test.legal, test.field); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}
