/** The part of the contract that this bot uses, and the client for it, read from the protos. */

import * as path from "node:path";

import * as grpc from "@grpc/grpc-js";
import * as loader from "@grpc/proto-loader";

/** Cards and actions are their numbers: proto-loader leaves enums as numbers unless told. */
export interface Question {
  questionId: number;
  observation: { field: number[] };
  legalActions: number[];
}

/** One of the kinds is set; those that this bot does not read are left out. */
export interface Notice {
  matchId: number;
  question?: Question;
}

export interface PlayResponse {
  notices: Notice[];
}

export interface Answer {
  questionId: number;
  action: number;
}

export interface Join {
  token: string;
  protocolVersion: number;
  client: string;
  maxMatches: number;
}

export type PlayRequest = { join: Join } | { answers: Answer[] };

interface RefereeClient extends grpc.Client {
  Play(): grpc.ClientDuplexStream<PlayRequest, PlayResponse>;
}

const FOLDER = path.join(__dirname, "..", "proto");

export function connect(address: string): RefereeClient {
  // `defaults` fills in what the wire leaves out: zeros and empty lists.
  const options = { includeDirs: [FOLDER], defaults: true };
  const definition = loader.loadSync("koikoi/v1/referee.proto", options);
  const Service = definition["koikoi.v1.RefereeService"] as grpc.ServiceDefinition;
  const Client = grpc.makeClientConstructor(Service, "RefereeService");
  return new Client(address, grpc.credentials.createInsecure()) as unknown as RefereeClient;
}
