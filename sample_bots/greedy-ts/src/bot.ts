/** Joins the referee and answers its questions until the stream ends. */

import { connect, type PlayResponse } from "./contract";
import { decide } from "./greedy";

function main(address: string, token: string): void {
  const client = connect(address);
  const stream = client.Play();
  stream.on("data", ({ notices }: PlayResponse) => {
    const questions = notices.flatMap(({ question }) => question ?? []);
    const answers = questions.map((q) => ({ questionId: q.questionId, action: decide(q) }));
    if (answers.length > 0) stream.write({ answers });
  });
  stream.on("end", () => client.close());
  stream.on("error", (error) => {
    console.error(`the stream broke: ${error.message}`);
    process.exit(1);
  });
  stream.write({ join: { token, protocolVersion: 1, client: "greedy-ts", maxMatches: 32 } });
}

main(process.env.KOIKOI_ADDRESS ?? "", process.env.KOIKOI_TOKEN ?? "");
