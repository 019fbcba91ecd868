"""The bots that are one strategy in six languages."""

GREEDIES = ("greedy", "greedy-ts", "greedy-go", "greedy-rust", "greedy-java", "greedy-cpp")
