import { randomUUID } from "node:crypto";
import { openLedger, type Ledger } from "@tallystick/node";
import { expect } from "chai";
import { WebSocket } from "ws";
import { developmentUser } from "../../../src/index.js";
import { rightOf } from "../../fixtures/outcomes.js";
import { at, pingTemplate } from "../../fixtures/ping-server.js";
import { developmentToken, runServer, type RunningServer } from "../../fixtures/running-server.js";
import { within } from "../../fixtures/stream-reader.js";
import { expectListed } from "./differences.js";
import { type Marks, marked } from "./marks.js";
import {
  conversationDifference,
  conversationDifferencesFile,
  type OwnConversation,
  type RecordedConversation,
  recordedConversations,
} from "./websocket-answers.js";

/** Where a conversation is held, with which token, and the frames that are sent. */
interface Question {
  readonly path: string;
  readonly frames: ReadonlyArray<string>;
  /** Undefined: the usual one; null: none. */
  readonly token?: string | null;
  readonly hasNoProtocol?: boolean;
}

/** Checkpoints come with the time (docs/http-api.md). */
const isCheckpoint = (text: string): boolean => text.includes('"OffsetCheckpoint"');

describe("websocket conversations with a genuine participant", () => {
  let ledger: Ledger;
  let running: RunningServer;
  let party = "";
  let parties = 0;
  /** The ledger's end before and after the transaction that a conversation is about. */
  let begin = 0;
  let end = 0;
  let token: string;

  const create = async (): Promise<string> => {
    const commandId = randomUUID();
    const createArguments = { id: commandId, initiator: party, responder: party };
    const commands = [{ CreateCommand: { templateId: pingTemplate, createArguments } }];
    const body = { commands, commandId, actAs: [party], submissionId: randomUUID() };
    const reply = await running.call("POST", "/v2/commands/submit-and-wait", { body });
    expect(reply.status, reply.text).to.equal(200);
    return commandId;
  };

  /** A party with one contract. */
  const prepare = async (): Promise<void> => {
    parties += 1;
    const partyIdHint = `Ws${parties}`;
    party = rightOf(await ledger.allocateParty({ partyIdHint, userId: developmentUser })).party;
    begin = ledger.ledgerEnd();
    await create();
    end = ledger.ledgerEnd();
  };

  before(async () => {
    ledger = rightOf(await openLedger({}));
    running = await runServer(ledger);
    const rights = [{ kind: { CanReadAsAnyParty: { value: {} } } }];
    const body = { userId: developmentUser, identityProviderId: "", rights };
    await running.call("POST", `/v2/users/${developmentUser}/rights`, { body });
    token = await developmentToken();
  });

  after(async () => {
    await running.server.close();
    await ledger.close();
  });

  const questions = (): Readonly<Record<string, Question>> => {
    const wildcard = { identifierFilter: { WildcardFilter: { value: {} } } };
    const filtersByParty = { [party]: { cumulative: [wildcard] } };
    const eventFormat = { filtersByParty, verbose: true };
    const updates = (more: object) => {
      const transactionShape = "TRANSACTION_SHAPE_ACS_DELTA";
      const updateFormat = { includeTransactions: { eventFormat, transactionShape } };
      return JSON.stringify({ beginExclusive: begin, updateFormat, ...more });
    };
    const acs = JSON.stringify({ activeAtOffset: end, eventFormat });
    const completions = (beginExclusive: number) =>
      JSON.stringify({ userId: developmentUser, parties: [party], beginExclusive });
    const acsPath = "/v2/state/active-contracts";
    const completionsPath = "/v2/commands/completions";
    const includeTransactions = {
      eventFormat: { filtersByParty: {} },
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
    };
    const empty = { updateFormat: { includeTransactions } };
    return {
      "completions from before": { path: completionsPath, frames: [completions(begin)] },
      "completions from the end": { path: completionsPath, frames: [completions(end)] },
      updates: { path: "/v2/updates", frames: [updates({})] },
      "updates with end": { path: "/v2/updates", frames: [updates({ endInclusive: end })] },
      acs: { path: acsPath, frames: [acs] },
      "acs bad json": { path: acsPath, frames: ["{"] },
      "acs {}": { path: acsPath, frames: ["{}"] },
      "acs two requests": { path: acsPath, frames: [acs, acs] },
      "acs no token": { path: acsPath, frames: [acs], token: null },
      "acs no protocol": { path: acsPath, frames: [acs], hasNoProtocol: true },
      "acs bad token": { path: acsPath, frames: [acs], token: "not.a.token" },
      "acs offset beyond": {
        path: acsPath,
        frames: [JSON.stringify({ activeAtOffset: end + 100_000, eventFormat })],
      },
      "updates empty filters": { path: "/v2/updates", frames: [updates(empty)] },
      "unknown path": { path: "/v2/none", frames: [acs] },
      "command-completions": {
        path: "/v2/commands/command-completions",
        frames: [JSON.stringify({ parties: [party], beginExclusive: begin })],
      },
    };
  };

  const marks: Marks = new Map([["PINGPKG", ""]]);

  /** A frame with the marks of the recording. */
  const shown = (text: string): unknown =>
    JSON.parse(marked(text.replaceAll(/Ws\d+/g, "Ws"), marks));

  /**
   * Holds a conversation. One that stays open is over when a transaction came that was made after
   * the recorded frames: what came before it is compared.
   */
  const converse = (recorded: RecordedConversation, asked: Question): Promise<OwnConversation> => {
    const { path, frames: requests, token: own = token, hasNoProtocol = false } = asked;
    const offered = hasNoProtocol
      ? []
      : [...(own === null ? [] : [`jwt.token.${own}`]), "daml.ws.auth"];
    const headers = hasNoProtocol ? { authorization: `Bearer ${token}` } : {};
    const socket = new WebSocket(`${running.base.replace("http", "ws")}${path}`, offered, {
      headers,
    });
    const texts: Array<string> = [];
    let last: string | undefined;
    const answer = new Promise<string>((resolve, reject) => {
      const makeLast = (): void => {
        if (last !== undefined || recorded.end !== "timeout") return;
        if (texts.length < recorded.frames.length) return;
        last = "";
        create().then((commandId) => {
          last = commandId;
          if (texts.some((text) => text.includes(commandId))) resolve("timeout");
        }, reject);
      };
      socket.on("open", () => {
        for (const request of requests) socket.send(request);
        makeLast();
      });
      socket.on("message", (data: Buffer) => {
        const text = data.toString("utf8");
        texts.push(text);
        if (last !== undefined && last !== "" && text.includes(last)) resolve("timeout");
        makeLast();
      });
      socket.on("close", (code) => resolve(`close ${code}`));
      socket.on("error", (error) => resolve(`error ${error.message}`));
    });
    return within(recorded.name, answer).then((ended) => {
      socket.terminate();
      const before = texts.filter((text) => !isCheckpoint(text) && !text.includes(last ?? "?"));
      return { end: ended, protocol: socket.protocol, frames: before.map(shown) };
    });
  };

  it("are ours too, but for the differences that are listed with their reasons", async () => {
    marks.set("PINGPKG", String(at(ledger.vetting().packages, 0, "packageId")));
    const found: Record<string, string> = {};
    for (const recorded of recordedConversations()) {
      await prepare();
      const asked = questions()[recorded.name];
      if (asked === undefined) throw new Error(recorded.name);
      const difference = conversationDifference(recorded, await converse(recorded, asked));
      if (difference !== "") found[recorded.name] = difference;
    }
    expectListed(conversationDifferencesFile, found);
  });
});
