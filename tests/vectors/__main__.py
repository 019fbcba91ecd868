"""Writes the vectors anew: `python -m tests.vectors`. `git status` shows whether they changed."""

from tests.vectors.files import ANSWERS, QUESTIONS, answered, content
from tests.vectors.recording import record


def main() -> None:
    """Records all questions and greedy's answers."""
    recorded = record()
    QUESTIONS.write_bytes(content(recorded))
    ANSWERS.write_bytes(content(answered(recorded)))


if __name__ == "__main__":
    main()
