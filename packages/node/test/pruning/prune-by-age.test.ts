import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { lastBefore } from "../../src/pruning/prune-by-age.js";
import {
  activeFor,
  allocate,
  commandsBy,
  commit,
  exerciseOf,
  journalOf,
  leftOf,
  openTest,
  pingBy,
  streamName,
  tempFolder,
  until,
} from "../test-ledger.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { pingId } from "../iou-package.js";
import { erasedIn, erasingDone, pruningsIn } from "./pruned-ledger.js";

const secondMicros = 1_000_000;
const start = 1_700_000_000 * secondMicros;

describe("Pruning by age", () => {
  it("finds the last event before a time", async () => {
    const store = inMemoryStore();
    let now = start;
    const ledger = await openTest({ store, clock: () => now });
    const times: Array<number> = [];
    for (let at = 0; at < 8; at++) {
      now += (at % 3) * secondMicros;
      await allocate(ledger, `p${at}`);
      times.push(now);
    }
    const journal = await journalOf(store);
    const recorded = journal.map(
      ({ data }) => (JSON.parse(data) as { readonly recordTime: number }).recordTime,
    );
    const last = recorded.at(-1) ?? 0;
    for (let time = start - secondMicros; time <= last + secondMicros; time += secondMicros / 2) {
      for (const after of [0, 3]) {
        const upTo = journal.length - 1;
        const wanted = recorded.slice(0, upTo).filter((each) => each < time).length;
        const found = await lastBefore({ store, stream: streamName }, { after, upTo }, time);
        expect(found, `${time} after ${after}`).to.equal(wanted > after ? wanted : undefined);
      }
    }
    expect(await lastBefore({ store, stream: "none" }, { after: 0, upTo: 9 }, last)).to.equal(
      undefined,
    );
  });

  it("takes what is old enough, and says nothing while there is nothing", async () => {
    const store = inMemoryStore();
    let now = start;
    const config = { pruneAfterMicros: secondMicros };
    const ledger = await openTest({ store, clock: () => now, config });
    const alice = await allocate(ledger, "alice");
    const { completionOffset } = await commit(ledger, pingBy(alice, "a"));
    const [ping] = await activeFor(ledger, alice);
    const archive = exerciseOf(pingId, ping?.contractId ?? "", "Archive");
    const { completionOffset: archivedAt } = await commit(ledger, commandsBy(alice, "b", archive));
    now += secondMicros / 2;
    await commit(ledger, pingBy(alice, "c"));
    await new Promise<void>((resume) => setTimeout(resume, 150));
    expect(ledger.prunedUpTo()).to.equal(0);
    now += secondMicros * 0.75;
    await until(() => ledger.prunedUpTo() > 0, "it is pruned");
    expect(ledger.prunedUpTo()).to.equal(archivedAt);
    await erasingDone(store);
    await new Promise<void>((resume) => setTimeout(resume, 250));
    expect(erasedIn(await journalOf(store))).to.deep.equal([completionOffset, archivedAt]);
    expect(await pruningsIn(store)).to.have.length(1);
    now += 100 * secondMicros;
    await new Promise<void>((resume) => setTimeout(resume, 250));
    expect(await pruningsIn(store), "an active contract alone").to.have.length(1);
  });

  it("is not given an age below zero or a fraction", async () => {
    for (const pruneAfterMicros of [-1, 0.5, Number.NaN]) {
      const refused = leftOf(
        await openLedger({ data: tempFolder(), config: { pruneAfterMicros } }),
      );
      expect(refused.message).to.include("pruneAfterMicros");
    }
  });
});
