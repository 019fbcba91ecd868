//! Takes the dearest capture and stops at once.
//!
//! The rule is written out in koikoi-arena, in `sample_bots/greedy/greedy.py`; this is a port of it
//! and answers every question alike. Cards and actions are their numbers.

use std::cmp::Reverse;

// Twelve rows of four, in the order of the card numbers.
#[rustfmt::skip]
const WORTH: [i32; 48] = [
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
];
const STOP: i32 = 97;

/// The legal action of the highest value; among equals the one with the lowest number.
pub fn decide(legal_actions: &[i32], field: &[i32]) -> Option<i32> {
    let dearest = |&action: &i32| (value(action, field), Reverse(action));
    legal_actions.iter().copied().max_by_key(dearest)
}

fn value(action: i32, field: &[i32]) -> i32 {
    match action {
        1..=48 => value_of_playing(action, field),
        49..=96 => worth(action - 48),
        STOP => 0,
        _ => -1,
    }
}

fn value_of_playing(card: i32, field: &[i32]) -> i32 {
    let of_month = field.iter().filter(|&&other| month(other) == month(card));
    let matches: Vec<i32> = of_month.map(|&other| worth(other)).collect();
    match matches[..] {
        [] => -worth(card),
        [one, other] => worth(card) + one.max(other),
        _ => worth(card) + matches.iter().sum::<i32>(),
    }
}

fn worth(card: i32) -> i32 {
    WORTH[card as usize - 1]
}

fn month(card: i32) -> i32 {
    (card - 1) / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    const CRANE: i32 = 1;
    const RIBBON: i32 = 2;
    const PLAIN: i32 = 3;
    const PHOENIX: i32 = 45;
    const PAULOWNIA: i32 = 46;

    #[test]
    fn the_dearest_capture_is_played() {
        assert_eq!(
            decide(&[RIBBON, PAULOWNIA], &[PLAIN, PHOENIX]),
            Some(PAULOWNIA)
        );
    }

    #[test]
    fn the_dearer_of_two_field_cards_is_taken() {
        let take = |card| 48 + card;
        assert_eq!(
            decide(&[take(CRANE), take(RIBBON)], &[CRANE, RIBBON]),
            Some(take(CRANE))
        );
    }

    #[test]
    fn it_stops_at_once() {
        assert_eq!(decide(&[STOP, 98], &[]), Some(STOP));
    }
}
