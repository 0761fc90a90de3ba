import type { PlacedItem } from "@tallystick/views/wallet";
import { expect } from "chai";
import { itemsPerTurn, matchingItems } from "../../../src/wallet/history/transactions.js";
import { ThrownAnswer } from "../../../src/answers/thrown-answer.js";

/** A history of so many items, of which a read notes how many it looked at. */
const historyOf = (count: number) => {
  const log: string[] = [];
  // only the places are looked at
  const itemAt = (seq: number): PlacedItem =>
    ({ seq, at: seq, item: {}, json: {}, chars: 100 }) as unknown as PlacedItem;
  const searchHistory = () => (before: number | undefined, limit: number) => {
    const end = before ?? count;
    const first = Math.max(0, end - limit);
    log.push(`read ${end - first}`);
    const items = Array.from({ length: end - first }, (_, at) => itemAt(end - 1 - at));
    return { items, before: first === 0 ? undefined : first };
  };
  const abort = new AbortController();
  const turn = async () => {
    log.push("turn");
    return abort.signal.aborted ? undefined : (true as const);
  };
  return {
    log,
    abort,
    asker: {
      wallet: { views: { searchHistory } },
      ledger: { queries: { turn } },
      party: "alice",
      read: { by: "alice", signal: abort.signal, hold: () => true },
    },
  };
};

const filter = {};
const show = ({ at }: PlacedItem): number => at;

/** The status and body of the answer that was thrown. */
const thrownBy = async (work: Promise<unknown>): Promise<readonly [number, { error: string }]> => {
  const thrown: unknown = await work.catch((error: unknown) => error);
  if (!(thrown instanceof ThrownAnswer)) throw new Error("no answer was thrown");
  return [thrown.answer.status, JSON.parse(String(thrown.answer.body))];
};

describe("The items of a history", () => {
  it("are looked at in turns, a few in each, the newest first", async () => {
    const { log, asker } = historyOf(2 * itemsPerTurn + 1);
    const found = await matchingItems(asker, { filter, most: 1_000, show });
    expect(found).to.deep.equal(
      Array.from({ length: 2 * itemsPerTurn + 1 }, (_, at) => 2 * itemsPerTurn - at),
    );
    expect(log).to.deep.equal([
      `read ${itemsPerTurn}`,
      "turn",
      `read ${itemsPerTurn}`,
      "turn",
      "read 1",
    ]);
  });

  it("are too many when they take more than they may together", async () => {
    const { asker } = historyOf(1_000);
    const wanted = { filter, most: 10, show };
    expect(await matchingItems(asker, { ...wanted, maxChars: 1_000 })).to.have.length(10);
    expect(await thrownBy(matchingItems(asker, { ...wanted, maxChars: 999 }))).to.deep.equal([
      413,
      { error: "The items take more than 999 characters; ask for fewer." },
    ]);
  });

  it("are looked at no further than wanted, and from a place on", async () => {
    const { log, asker } = historyOf(1_000);
    const wanted = { filter, before: 500, most: 3, show };
    expect(await matchingItems(asker, wanted)).to.deep.equal([499, 498, 497]);
    expect(log).to.have.lengthOf(1);
  });

  it("are not read any more after the read was aborted", async () => {
    const { log, abort, asker } = historyOf(10_000);
    abort.abort();
    const [status] = await thrownBy(matchingItems(asker, { filter, most: 10_000, show }));
    expect(status).to.equal(503);
    expect(log).to.deep.equal([`read ${itemsPerTurn}`, "turn"]);
  });

  it("are too many at some point", async () => {
    const { asker } = historyOf(100_001);
    const [status, body] = await thrownBy(matchingItems(asker, { filter, most: 1_000_000, show }));
    expect(status).to.equal(400);
    expect(body.error).to.contain("narrow the filter down");
  });
});
