import { compilePackages, emptyLedger, ledgerCatalog, type LedgerCommand } from "@tallystick/core";
import {
  type EventStore,
  faultyStore,
  inMemoryStore,
  type StoreError,
  verifyStream,
} from "@tallystick/event-store";
import { expect } from "chai";
import { isLeft, left } from "fp-ts/lib/Either.js";
import { randomIds } from "../../src/ledger/ids.js";
import { sha256 } from "../../src/ledger/sha256.js";
import { defaultLedgerConfig, type LedgerConfig } from "../../src/ledger/ledger-config.js";
import { BatchAppends } from "../../src/pipeline/batch-appends.js";
import type { Outcome } from "../../src/pipeline/command-outcome.js";
import { DurableState } from "../../src/pipeline/durable-state.js";
import { JournalFollower } from "../../src/pipeline/journal-follower.js";
import { WaitingCommands } from "../../src/pipeline/waiting-commands.js";
import { everyTurn } from "../../src/writer/append-turns.js";
import { iouPackage } from "../iou-package.js";
import { journalOf, openTest, rightOf, streamName, turns } from "../test-ledger.js";
import { gate, watchedStore } from "./watched-store.js";

const allocateOf = (name: string): LedgerCommand => ({
  kind: "AllocateParty",
  partyIdHint: name,
  annotations: {},
  identityProviderId: "",
  synchronizerId: "",
  userId: "",
});

/** Appends on a journal that was begun, with a store that a test may spoil. */
const appendsOn = async (
  spoil: (inner: EventStore) => EventStore = (inner) => inner,
  config: Partial<LedgerConfig> = {},
) => {
  const inner = inMemoryStore();
  await (await openTest({ store: inner })).close();
  const journal = { store: spoil(inner), stream: streamName };
  const ids = randomIds();
  const parts = {
    journal,
    health: { error: () => undefined, onChanged: () => () => undefined },
    ids,
    clock: () => Date.now() * 1_000,
    notice: () => undefined,
    catalog: ledgerCatalog(rightOf(compilePackages([iouPackage], sha256))),
    config: { ...defaultLedgerConfig, appendRetries: 0, appendRetryDelayMs: 0, ...config },
    observer: undefined,
    turns: everyTurn,
    start: { state: emptyLedger(), hash: "" },
  };
  const durable = new DurableState(journal, parts.start, undefined);
  durable.fallBehind();
  await durable.refold();
  const follower = new JournalFollower(durable, everyTurn);
  const waiting = new WaitingCommands({ ...parts, onDue: () => undefined });
  const appends = new BatchAppends({ ...parts, durable, follower, waiting });
  /** Commits what these commands decide; gives the answer of each, which may still wait. */
  const committed = async (...names: ReadonlyArray<string>) => {
    const answers = names.map((name) => waiting.add(allocateOf(name), undefined));
    await appends.commit(waiting.take(names.length));
    return answers;
  };
  return { inner, durable, waiting, committed };
};

const codeAt = async (answer: Promise<Outcome> | undefined): Promise<string> => {
  const outcome = await answer;
  if (outcome === undefined) return "none";
  return isLeft(outcome) ? outcome.left.code : "ok";
};

const failing =
  (error: StoreError) =>
  (inner: EventStore): EventStore => ({
    ...inner,
    append: async () => left(error),
  });

describe("Appending a batch", () => {
  it("answers each command once it is durable, and not before", async () => {
    const flush = gate();
    const { inner, committed, waiting } = await appendsOn((store) => {
      const watched = watchedStore(store);
      watched.hold = flush.wait;
      return watched;
    });
    const before = (await journalOf(inner)).length;
    const answers = committed("anna", "bert");
    await turns(10);
    expect([(await journalOf(inner)).length, waiting.unanswered]).to.deep.equal([before + 2, 2]);
    flush.open();
    expect(await Promise.all((await answers).map(codeAt))).to.deep.equal(["ok", "ok"]);
  });

  const errors: ReadonlyArray<readonly [string, StoreError, string]> = [
    ["refused", { kind: "unavailable", outcome: "known", reason: "busy" }, "SERVICE_NOT_RUNNING"],
    ["unknown", { kind: "unavailable", outcome: "unknown", reason: "gone" }, "REQUEST_TIME_OUT"],
    ["fatal", { kind: "closed" }, "SERVICE_NOT_RUNNING"],
  ];
  for (const [kind, error, code] of errors) {
    it(`that was ${kind} answers ${code}`, async () => {
      const { durable, committed } = await appendsOn(failing(error));
      const before = durable.folded.state;
      const [answer] = await committed("anna");
      expect(await codeAt(answer)).to.equal(code);
      expect(durable.folded.state).to.equal(before);
      expect(durable.isBehind()).to.equal(kind === "unknown");
      expect(durable.broken !== undefined).to.equal(kind === "fatal");
    });
  }

  it("that is too large is divided until it fits, and what does not fit alone is refused", async () => {
    const most = 2;
    const limited = (inner: EventStore): EventStore => ({
      ...inner,
      append: async (stream, expected, events) => {
        const isTooLarge = events.length > most || events.some(({ data }) => data.includes("huge"));
        if (!isTooLarge) return inner.append(stream, expected, events);
        return left({ kind: "too-large", maxBytes: 1, actualBytes: 2 });
      },
    });
    const { inner, durable, committed } = await appendsOn(limited);
    const start = durable.folded.state.offset;
    const answers = await committed("anna", "bert", "huge", "carl", "dora");
    expect(await Promise.all(answers.map(codeAt))).to.deep.equal([
      "ok",
      "ok",
      "INVALID_ARGUMENT",
      "ok",
      "ok",
    ]);
    expect(durable.folded.state.offset).to.equal(start + 4);
    rightOf(await verifyStream(inner, streamName));
  });

  it("that lost a race lets the commands wait again, before others, on the winner's state", async () => {
    const inner = inMemoryStore();
    const rival = { append: async (): Promise<unknown> => undefined };
    const { durable, committed, waiting } = await appendsOn((store) => {
      const faulty = faultyStore(store);
      faulty.failNext({ kind: "race", before: () => rival.append() });
      rival.append = async () => {
        const offset = (await journalOf(store)).length;
        const event = (await journalOf(store)).at(-1);
        if (event === undefined) throw new Error("no journal");
        return store.append(streamName, offset - 1, [{ ...event, id: "the-rival" }]);
      };
      return faulty;
    });
    await inner.close();
    const start = durable.folded.state.offset;
    expect(await committed("anna", "bert")).to.have.length(2);
    expect([waiting.length, waiting.unanswered]).to.deep.equal([2, 2]);
    expect(durable.folded.state.offset).to.equal(start + 1);
    const names = waiting
      .take(2)
      .map(({ command }) => "partyIdHint" in command && command.partyIdHint);
    expect(names).to.deep.equal(["anna", "bert"]);
  });

  it("that lost a race no one won is refused", async () => {
    const lost = failing({ kind: "wrong-expected-revision", stream: "s", expected: 1, actual: 1 });
    const { durable, committed } = await appendsOn(lost);
    const [answer] = await committed("anna");
    expect(await codeAt(answer)).to.equal("SERVICE_NOT_RUNNING");
    expect(durable.isBehind()).to.equal(true);
  });
});
