import { message, optional, plain, repeated, text, encodeMessage } from "@tallystick/protobuf";
import { RecordValue, type Value } from "@tallystick/signing";
import type { OpenContender, Sample } from "../contender.js";
import { requestsPerConnection } from "../sizes.js";
import { bodyOf, GrpcCaller } from "./grpc-caller.js";
import { openServer, type Target } from "./loads.js";

const Identifier = message("Identifier", {
  packageId: plain(1, text),
  moduleName: plain(2, text),
  entityName: plain(3, text),
});

const CreateCommand = message("CreateCommand", {
  templateId: optional(1, Identifier),
  createArguments: optional(2, RecordValue),
});

const Commands = message("Commands", {
  userId: plain(2, text),
  commandId: plain(3, text),
  commands: repeated(4, message("Command", { create: optional(1, CreateCommand) })),
  actAs: repeated(9, text),
});

const SubmitRequest = message("SubmitRequest", { commands: optional(1, Commands) });

const path = "/com.daml.ledger.api.v2.CommandSubmissionService/Submit";

const templateId = {
  packageId: "#canton-builtin-admin-workflow-ping",
  moduleName: "Canton.Internal.Ping",
  entityName: "Ping",
};

const pingBody = (party: string, commandId: string): Buffer => {
  const ofParty: Value = { kind: "party", value: party };
  const fields = [
    { label: "id", value: { kind: "text", value: commandId } as const },
    { label: "initiator", value: ofParty },
    { label: "responder", value: ofParty },
  ];
  const create = { templateId, createArguments: { fields } };
  const commands = { userId: "ledger-api-user", commandId, commands: [{ create }], actAs: [party] };
  return bodyOf(encodeMessage(SubmitRequest, { commands }));
};

/** Every request is made before the clock starts. */
const submitted = async (
  { grpc, party, token }: Target,
  inFlight: number,
  perCaller: number,
): Promise<Sample> => {
  const prefix = `grpc-${Date.now().toString(36)}`;
  const bodies = Array.from({ length: inFlight * perCaller }, (_, index) =>
    pingBody(party, `${prefix}-${index}`),
  );
  const caller = new GrpcCaller(grpc, path, token);
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let body = bodies.pop(); body !== undefined; body = bodies.pop())
        await caller.call(body);
    }),
  );
  const value = (inFlight * perCaller * 1_000) / (performance.now() - begin);
  caller.close();
  return { value, notes: {} };
};

/**
 * Commands over one connection to a server, many in flight.
 * @param server id of its contender
 */
export const grpcLoad =
  (server: string): OpenContender =>
  async (settings) => {
    const { remote, target } = await openServer(server, settings);
    return {
      info: {},
      run: async () => {
        const sample = await submitted(
          target,
          settings.inFlight,
          requestsPerConnection(settings.runMs),
        );
        await remote.run();
        return sample;
      },
      close: () => remote.close(),
    };
  };
