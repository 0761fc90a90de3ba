import { faultyStore, inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { isLeft, left } from "fp-ts/lib/Either.js";
import { rmSync, writeFileSync } from "node:fs";
import type { LedgerConfig } from "../../src/ledger/ledger-config.js";
import { snapshotPath } from "../../src/snapshot/snapshot-file.js";
import {
  accountBy,
  activeFor,
  allocate,
  codeOf,
  commit,
  completionsFor,
  journalOf,
  leftOf,
  openTest,
  pingBy,
  rightOf,
  tempFolder,
  until,
} from "../test-ledger.js";
import { gate, watchedStore } from "../pipeline/watched-store.js";

const heldLedger = async (config: Partial<LedgerConfig> = {}) => {
  const store = watchedStore(inMemoryStore());
  const ledger = await openTest({ store, config });
  const alice = await allocate(ledger, "alice");
  const { wait, open } = gate();
  store.hold = wait;
  store.appends.length = 0;
  return { store, ledger, alice, open };
};

describe("The queue", () => {
  for (const [name, config, limit] of [
    ["256 submissions unless told otherwise", {}, 256],
    ["as many submissions as configured", { maxWaitingSubmissions: 3 }, 3],
  ] as const) {
    it(`holds ${name}, refuses the next, and recovers`, async () => {
      const { ledger, alice, open } = await heldLedger(config);
      const accepted = Array.from({ length: limit }, (_, at) =>
        ledger.submit(pingBy(alice, `c${at}`)),
      );
      const refused = leftOf(await ledger.submit(pingBy(alice, "too-much")));
      expect([refused.code, refused.definiteAnswer]).to.deep.equal([
        "PARTICIPANT_BACKPRESSURE",
        true,
      ]);
      open();
      for (const answer of await Promise.all(accepted)) rightOf(answer);
      await commit(ledger, pingBy(alice, "too-much"));
      expect(await activeFor(ledger, alice)).to.have.length(limit + 1);
    });
  }

  it("counts those whose append is under way", async () => {
    const { store, ledger, alice, open } = await heldLedger({ maxWaitingSubmissions: 2 });
    const first = ledger.submit(pingBy(alice, "one"));
    await until(() => store.appends.length === 1, "the append");
    const second = ledger.submit(pingBy(alice, "two"));
    expect(leftOf(await ledger.submit(pingBy(alice, "three"))).code).to.equal(
      "PARTICIPANT_BACKPRESSURE",
    );
    open();
    rightOf(await first);
    rightOf(await second);
  });
});

describe("An append of long events", () => {
  it("takes no more commands than have room", async () => {
    const { store, ledger, alice, open } = await heldLedger({ maxEventBytes: 4_000_000 });
    open();
    const long = "x".repeat(1024 * 1024);
    const commands = Array.from({ length: 10 }, (_, at) => pingBy(alice, `c${at}`, long));
    const answers = await Promise.all(commands.map((command) => ledger.submitAndWait(command)));
    for (const answer of answers) rightOf(answer);
    // how many come together depends on turns of the event loop
    const sizes = store.appends.map((events) => events.length);
    expect(Math.max(...sizes), sizes.join()).to.equal(4);
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.equal(10);
  });
});

describe("An event that another store would not take", () => {
  it("is refused with its size and the bound, and what came with it is not", async () => {
    const { ledger, alice, open } = await heldLedger({ maxEventBytes: 65_536 });
    open();
    const texts = ["x", "x".repeat(70_000), "y", "ä".repeat(30_000), "ä".repeat(34_000)];
    const commands = texts.map((text, at) => pingBy(alice, `c${at}`, text));
    const answers = await Promise.all(commands.map((command) => ledger.submitAndWait(command)));
    const codes = ["ok", "INVALID_ARGUMENT", "ok", "ok", "INVALID_ARGUMENT"];
    expect(answers.map(codeOf)).to.deep.equal(codes);
    const expected = /takes \d+ bytes in the journal; expected at most 65536/;
    for (const answer of answers.filter(isLeft)) expect(answer.left.cause).to.match(expected);
  });

  it("is by default one of more than a mebibyte", async () => {
    const ledger = await openTest();
    const alice = await allocate(ledger, "alice");
    const sized = (bytes: number) =>
      ledger.submitAndWait(pingBy(alice, `${bytes}`, "x".repeat(bytes)));
    expect(codeOf(await sized(1_000_000))).to.equal("ok");
    expect(codeOf(await sized(1_050_000))).to.equal("INVALID_ARGUMENT");
  });
});

describe("A state that cannot be written to its files", () => {
  it("grows to a bound: then submissions are refused, until it can be", async () => {
    const data = tempFolder();
    const config = { snapshotEveryBytes: 2_000 };
    const ledger = await openTest({ data, config });
    const alice = await allocate(ledger, "alice");
    // runs are written into this folder
    const occupied = () => {
      rmSync(snapshotPath(data), { recursive: true, force: true });
      try {
        writeFileSync(snapshotPath(data), "a file where the folder should be");
        return true;
      } catch (thrown) {
        if (thrown instanceof Error && "code" in thrown && thrown.code === "EISDIR") return false;
        throw thrown;
      }
    };
    await until(occupied, "no thread makes the folder anew");
    const outcomes: Array<string> = [];
    for (let at = 0; outcomes.at(-1) !== "PARTICIPANT_BACKPRESSURE"; at++) {
      outcomes.push(codeOf(await ledger.submit(pingBy(alice, `c${at}`))));
      expect(at).to.be.below(20);
    }
    const accepted = outcomes.filter((code) => code === "ok").length;
    expect(outcomes).to.have.length(accepted + 1);
    expect(ledger.ready()).to.equal(true);
    rmSync(snapshotPath(data));
    rightOf(await ledger.submit(pingBy(alice, "after")));
    expect(await activeFor(ledger, alice)).to.have.length(accepted + 1);
  });
});

describe("An append too large for the store", () => {
  const maxAppendBytes = 20_000;

  it("is split until it fits, and a single command that does not fit is refused alone", async () => {
    const store = watchedStore(inMemoryStore({ maxAppendBytes }));
    const ledger = await openTest({ store, packages: [], config: { maxBatchSize: 64 } });
    const alice = await allocate(ledger, "alice");
    const start = ledger.ledgerEnd();
    const huge = pingBy(alice, "huge");
    const tooMuch = {
      ...huge,
      commands: Array.from({ length: 400 }, () => huge.commands).flat(),
    };
    const commands = Array.from({ length: 60 }, (_, at) => pingBy(alice, `c${at}`));
    commands.splice(30, 0, tooMuch);
    const answers = await Promise.all(commands.map((command) => ledger.submitAndWait(command)));
    const [refused, ...accepted] = [answers[30], ...answers.toSpliced(30, 1)];
    if (refused === undefined) throw new Error("no answer");
    expect(leftOf(refused)).to.include({ code: "INVALID_ARGUMENT", definiteAnswer: true });
    expect(leftOf(refused).cause).to.include(String(maxAppendBytes));
    const offsets = accepted.map((answer) => answer && rightOf(answer).completionOffset);
    expect(offsets).to.deep.equal(offsets.map((_, at) => start + 1 + at));
    expect(await journalOf(store)).to.have.length(start + 60);
    expect(store.appends.length).to.be.above(3);
    expect(ledger.ready()).to.equal(true);
  });
});

describe("Closing", () => {
  it("finishes what was accepted and refuses what comes later", async () => {
    const { store, ledger, alice, open } = await heldLedger({ maxBatchSize: 2 });
    const accepted = Array.from({ length: 5 }, (_, at) => ledger.submit(pingBy(alice, `c${at}`)));
    await until(() => store.appends.length === 1, "the first append");
    const closing = ledger.close();
    const late = leftOf(await ledger.submit(pingBy(alice, "late")));
    expect(late.code).to.equal("SUBMISSION_DURING_SHUTDOWN");
    open();
    await closing;
    for (const answer of await Promise.all(accepted)) rightOf(answer);
    const again = await openTest({ store });
    expect(await activeFor(again, alice)).to.have.length(5);
  });

  it("does not wait for a store that is away", async () => {
    const inner = inMemoryStore();
    const store = faultyStore(inner);
    let away = false;
    const ledger = await openTest({
      store: {
        ...store,
        append: (...request) => store.append(...request),
        async *readStream(stream, read) {
          if (away) yield left({ kind: "unavailable", outcome: "known", reason: "away" });
          else yield* inner.readStream(stream, read);
        },
      },
      config: { appendRetries: 0 },
    });
    const alice = await allocate(ledger, "alice");
    const end = ledger.ledgerEnd();
    away = true;
    store.failNext({ kind: "applied-but-unknown" });
    expect(leftOf(await ledger.submit(pingBy(alice, "lost"))).code).to.equal("REQUEST_TIME_OUT");
    const waiting = leftOf(await ledger.submit(accountBy(alice, "main", "next")));
    expect([waiting.code, waiting.definiteAnswer]).to.deep.equal(["SERVICE_NOT_RUNNING", true]);
    expect(waiting.cause).to.include("away");
    away = false;
    await until(() => ledger.ledgerEnd() === end + 1, "the ledger has found its event");
    expect((await completionsFor(ledger, alice)).map(({ commandId }) => commandId)).to.deep.equal([
      "lost",
    ]);
    away = true;
    store.failNext({ kind: "lost-and-unknown" });
    leftOf(await ledger.submit(pingBy(alice, "again")));
    await ledger.close();
  });
});
