import { coinPackages } from "@tallystick/coin";
import { inMemoryStore } from "@tallystick/event-store";
import { openLedger } from "@tallystick/node";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { RuleFinding } from "../../src/rules/rule.js";
import { watchJournal } from "../../src/watch/watch-journal.js";
import { honestJournal, journalWith, storedAs } from "../rules/coin-journal.js";

const watched = async (
  journal: Parameters<typeof watchJournal>[0],
  onVerified: (offset: number) => void,
  signal: AbortSignal,
): Promise<ReadonlyArray<RuleFinding>> => {
  const ended = await watchJournal(journal, {
    level: "rules",
    packages: coinPackages,
    intervalMs: 1,
    onVerified,
    signal,
  });
  if (isLeft(ended)) throw new Error(ended.left.message);
  return ended.right;
};

describe("A watch", () => {
  it("verifies what a ledger writes meanwhile, until it is ended", async () => {
    const store = inMemoryStore();
    const opened = await openLedger({ store });
    if (isLeft(opened)) throw new Error(opened.left.message);
    const ledger = opened.right;
    const end = new AbortController();
    const offsets: Array<number> = [];
    const watching = watched(
      { store, stream: "participant-participant" },
      (offset) => offsets.push(offset),
      end.signal,
    );
    for (let at = 0; at < 5; at++) {
      await ledger.allocateParty({ partyIdHint: `party-${at}` });
      const written = ledger.ledgerEnd();
      while ((offsets.at(-1) ?? 0) < written) await new Promise((resume) => setTimeout(resume, 1));
    }
    end.abort();
    expect(await watching).to.deep.equal([]);
    expect(offsets.length).to.be.at.least(5);
    await ledger.close();
  });

  it("ends with what breaks a rule", async () => {
    const events = await honestJournal();
    const forged = events.map((each) =>
      each.event.type === "CommandRejected"
        ? storedAs({
            ...each,
            event: { ...each.event, error: { ...each.event.error, cause: "so" } },
          })
        : storedAs(each),
    );
    const journal = await journalWith(forged);
    const findings = await watched(journal, () => undefined, new AbortController().signal);
    expect(findings.map(({ rule }) => rule)).to.deep.equal(["R4"]);
  });

  it("notices that what it verified was replaced or cut off", async () => {
    const events = (await honestJournal()).map(storedAs);
    for (const [later, message] of [
      [events.slice(0, -1), "is no longer the event that was verified before"],
      [
        events.with(-1, { ...(events[0] ?? fail()), id: "0199b1c2-0000-7000-8000-000000000001" }),
        "is no longer the event",
      ],
    ] as const) {
      const [first, second] = [await journalWith(events), await journalWith(later)];
      let present = first;
      const journal = {
        stream: first.stream,
        store: {
          readStream: (...args: Parameters<typeof first.store.readStream>) =>
            present.store.readStream(...args),
          lastEvent: (name: string) => present.store.lastEvent(name),
        },
      };
      const watching = watched(journal, () => (present = second), new AbortController().signal);
      const thrown = await watching.then(String, (error: unknown) => String(error));
      expect(thrown).to.contain(message);
    }
  });
});

const fail = (): never => {
  throw new Error("there is no event");
};
