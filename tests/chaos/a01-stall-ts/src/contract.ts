/** The least of the protocol: a stream of bytes, and the two messages that are sent on it. */

import { Client, type ClientDuplexStream, credentials } from "@grpc/grpc-js";

const PLAY = "/koikoi.v1.RefereeService/Play";
const same = (bytes: Buffer): Buffer => bytes;

export type Stream = ClientDuplexStream<Buffer, Buffer>;

/** Opens the stream and takes the seat. */
export function join(): Stream {
  const client = new Client(process.env.KOIKOI_ADDRESS ?? "", credentials.createInsecure());
  const stream = client.makeBidiStreamRequest(PLAY, same, same);
  const token = Buffer.from(process.env.KOIKOI_TOKEN ?? "");
  stream.write(field(1, Buffer.concat([field(1, token), Buffer.from([0x10, 1])])));
  return stream;
}

/** A request that answers a question with the action `stop`. */
export function stop(question: number): Buffer {
  return field(2, Buffer.concat([Buffer.from([0x08]), varint(question), Buffer.from([0x10, 97])]));
}

function field(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2]), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
}
