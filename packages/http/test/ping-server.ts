import { JsLedgerError } from "@tallystick/wire";
import { type Ledger, type LedgerOptions, openLedger } from "@tallystick/node";
import { expect } from "chai";
import { developmentUser, type HttpConfig } from "../src/index.js";
import { type Reply, type RunningServer, runServer } from "./running-server.js";

export const pingTemplate = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

/** A ledger in memory behind a server, with two parties the development user acts for. */
export interface PingServer {
  readonly ledger: Ledger;
  readonly running: RunningServer;
  readonly alice: string;
  readonly bob: string;
  post(path: string, body: unknown, token?: string): Promise<Reply>;
  /** Commands that create a Ping of Alice for Bob, under a command id of their own. */
  create(more?: object): { readonly commandId: string };
  /** Commands by which the responder of a Ping answers it. */
  respond(contractId: string, more?: object): { readonly commandId: string };
  close(): Promise<void>;
}

/** The value under a path of keys; undefined where there is none. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => Object(inner)[key], value);

/** A refusal with a status, as an error object with a code. */
export const expectError = (reply: Reply, status: number, code: string): void => {
  expect(reply.status, reply.text).to.equal(status);
  expect(JsLedgerError.is(reply.json), reply.text).to.equal(true);
  expect(reply.json).to.have.property("code", code);
};

export const openPingServer = async (
  config: Partial<HttpConfig> = {},
  options: LedgerOptions = {},
): Promise<PingServer> => {
  const opened = await openLedger(options);
  if (opened._tag === "Left") throw new Error(opened.left.message);
  const ledger = opened.right;
  const running = await runServer(ledger, config);
  const party = async (partyIdHint: string): Promise<string> => {
    const allocated = await ledger.allocateParty({ partyIdHint, userId: developmentUser });
    if (allocated._tag === "Left") throw new Error(allocated.left.cause);
    return allocated.right.party;
  };
  const alice = await party("alice");
  const bob = await party("bob");
  let count = 0;
  const envelope = () => {
    count += 1;
    return { commandId: `command-${count}` };
  };
  return {
    ledger,
    running,
    alice,
    bob,
    post: (path, body, token) =>
      running.call("POST", path, token === undefined ? { body } : { body, token }),
    create: (more = {}) => {
      const createArguments = { id: `ping ${count}`, initiator: alice, responder: bob };
      const commands = [{ CreateCommand: { templateId: pingTemplate, createArguments } }];
      return { commands, actAs: [alice], ...envelope(), ...more };
    },
    respond: (contractId, more = {}) => {
      const exercise = {
        templateId: pingTemplate,
        contractId,
        choice: "Respond",
        choiceArgument: {},
      };
      return { commands: [{ ExerciseCommand: exercise }], actAs: [bob], ...envelope(), ...more };
    },
    close: async () => {
      await running.server.close();
      await ledger.close();
    },
  };
};
