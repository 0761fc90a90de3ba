import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import type { Ids, LedgerOptions } from "../../src/ledger/ledger.js";
import { randomIds } from "../../src/ledger/ids.js";
import { sha256 } from "../../src/ledger/sha256.js";
import { iouId } from "../iou-package.js";
import {
  accountBy,
  allocate,
  commandsBy,
  commit,
  contractAt,
  exerciseOf,
  iouBy,
  journalOf,
  openTest,
  pingBy,
  rightOf,
} from "../test-ledger.js";

const repeatable = (seed: string): Required<Pick<LedgerOptions, "ids" | "clock">> => {
  let drawn = 0;
  let now = 1_700_000_000_000_000;
  const next = (): string => sha256(`${seed} ${drawn++}`);
  const ids: Ids = {
    transactionSeed: next,
    submissionId: () => `submission-${next().slice(0, 8)}`,
    eventId: () => {
      const hex = next();
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
  };
  return { ids, clock: () => (now += 1_000) };
};

const runOnce = async (seed: string) => {
  const store = inMemoryStore();
  const ledger = await openTest({ store, ...repeatable(seed) });
  const alice = await allocate(ledger, "alice");
  const nameless = rightOf(await ledger.allocateParty({})).party;
  rightOf(await ledger.createUser({ userId: "carol", primaryParty: nameless }));
  await Promise.all(Array.from({ length: 40 }, (_, at) => commit(ledger, pingBy(alice, `p${at}`))));
  await commit(ledger, accountBy(alice, "main", "account"));
  const { completionOffset } = await commit(ledger, iouBy(alice, nameless, "issue"));
  const iou = await contractAt(ledger, alice, completionOffset);
  const transfer = exerciseOf(iouId, iou, "Transfer", { newOwner: alice });
  await commit(ledger, commandsBy(nameless, "move", transfer));
  await ledger.submit(pingBy(alice, "p0"));
  await ledger.close();
  return journalOf(store);
};

describe("A ledger with a given clock and given ids", () => {
  it("writes the same journal, byte for byte, each time", async () => {
    const [first, second] = [await runOnce("a"), await runOnce("a")];
    expect(first).to.have.length.above(45);
    expect(second).to.deep.equal(first);
  });

  it("writes another one with other ids", async () => {
    const [first, second] = [await runOnce("a"), await runOnce("b")];
    expect(second.at(-1)?.hash).to.not.equal(first.at(-1)?.hash);
  });

  it("never lets record times go back, whatever the clock does", async () => {
    const store = inMemoryStore();
    let now = 1_700_000_000_000_000;
    const ledger = await openTest({ store, clock: () => (now -= 1_000_000) });
    const alice = await allocate(ledger, "alice");
    for (const id of ["a", "b", "c"]) await commit(ledger, pingBy(alice, id));
    const times = (await journalOf(store)).map(({ data }) => Number(JSON.parse(data).recordTime));
    expect(times).to.deep.equal(times.toSorted((a, b) => a - b));
    expect(times.every((time) => time > 0)).to.equal(true);
  });
});

describe("Random ids", () => {
  it("are unique, of their form, and events' ids ascend with time", async () => {
    const ids = randomIds();
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    const events = Array.from({ length: 2_000 }, () => ids.eventId());
    const seeds = Array.from({ length: 2_000 }, () => ids.transactionSeed());
    expect(new Set([...events, ...seeds]).size).to.equal(4_000);
    for (const id of [...events, ids.submissionId()]) expect(id).to.match(uuid);
    for (const seed of seeds) expect(seed).to.match(/^[0-9a-f]{56}$/);
    await new Promise<void>((resume) => setTimeout(resume, 3));
    expect(ids.eventId() > (events[0] ?? "")).to.equal(true);
    const since = Number.parseInt((events[0] ?? "").replace("-", "").slice(0, 12), 16);
    expect(since).to.be.within(Date.now() - 60_000, Date.now());
  });
});
