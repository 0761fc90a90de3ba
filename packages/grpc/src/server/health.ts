import type { sendUnaryData, ServerUnaryCall, ServerWritableStream } from "@grpc/grpc-js";
import { status } from "@grpc/grpc-js";
import { systemTimers } from "@tallystick/background";
import { decodeMessage, encodeMessage } from "@tallystick/protobuf";
import { isLeft } from "fp-ts/lib/Either.js";
import { descriptions } from "../descriptions/descriptions.js";
import { MessageTypes } from "../transcoding/message-types.js";

/** Whether a service takes calls; undefined for one that is not known. */
export type Serving = (service: string) => boolean | undefined;

/** How often those who watch are told of changes; milliseconds. */
const watchMs = 1_000;

const types = new MessageTypes(descriptions);
const Request = types.of("grpc.health.v1.HealthCheckRequest");
const Response = types.of("grpc.health.v1.HealthCheckResponse");

const serviceIn = (request: Buffer): string => {
  const read = decodeMessage(Request, request);
  // border: the message has this field
  return isLeft(read) ? "" : (read.right as { readonly service: string }).service;
};

const answerOf = (isServing: boolean | undefined): string => {
  if (isServing === undefined) return "SERVICE_UNKNOWN";
  return isServing ? "SERVING" : "NOT_SERVING";
};

const responseOf = (answer: string): Buffer => encodeMessage(Response, { status: answer });

/** `grpc.health.v1.Health` of a node, for everyone. */
export const health = (serving: Serving) => ({
  check: (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>): void => {
    const isServing = serving(serviceIn(call.request));
    if (isServing === undefined) reply({ code: status.NOT_FOUND, details: "unknown service" });
    else reply(null, responseOf(answerOf(isServing)));
  },
  watch: (call: ServerWritableStream<Buffer, Buffer>): void => {
    const service = serviceIn(call.request);
    let told = "";
    const tell = (): void => {
      const answer = answerOf(serving(service));
      if (answer === told) return;
      told = answer;
      call.write(responseOf(answer));
    };
    tell();
    const ticking = systemTimers.every(watchMs, tell);
    for (const event of ["cancelled", "close", "error"]) call.once(event, () => ticking.cancel());
  },
});
