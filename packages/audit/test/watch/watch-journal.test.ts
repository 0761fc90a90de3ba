import { coinPackages } from "@tallystick/coin";
import { inMemoryStore } from "@tallystick/event-store";
import { openLedger } from "@tallystick/node";
import { expect } from "chai";
import { isLeft, left } from "fp-ts/lib/Either.js";
import type { AuditOutcome } from "../../src/report/audit-outcome.js";
import { type Watch, type WatchEnd, watchJournal } from "../../src/watch/watch-journal.js";
import { honestJournal, journalWith, storedAs } from "../rules/coin-journal.js";

const watched = async (
  journal: Parameters<typeof watchJournal>[0],
  onVerified: (offset: number) => void,
  signal: AbortSignal,
  whole?: Watch["whole"],
): Promise<WatchEnd> => {
  const ended = await watchJournal(journal, {
    level: "rules",
    packages: coinPackages,
    intervalMs: 1,
    onVerified,
    signal,
    whole,
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
    expect(await watching).to.deep.equal({ verdict: "ended", findings: [] });
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
    const { verdict, findings } = await watched(
      journal,
      () => undefined,
      new AbortController().signal,
    );
    expect(verdict).to.equal("violated");
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

describe("A watch of a store that does not answer for a while", () => {
  it("waits for it, says so once, and continues", async () => {
    const events = (await honestJournal()).map(storedAs);
    const { store, stream } = await journalWith(events);
    let failures = 0;
    const away = { kind: "unavailable", outcome: "known", reason: "it is restarted" } as const;
    const journal = {
      stream,
      store: {
        lastEvent: (name: string) => store.lastEvent(name),
        readStream: (...args: Parameters<typeof store.readStream>) =>
          failures++ < 3 ? unanswered(left(away)) : store.readStream(...args),
      },
    };
    const end = new AbortController();
    const messages: Array<string> = [];
    const ended = await watchJournal(journal, {
      level: "rules",
      packages: coinPackages,
      intervalMs: 1,
      onVerified: () => end.abort(),
      onUnavailable: (message) => messages.push(message),
      signal: end.signal,
    });
    expect(isLeft(ended) ? ended.left : ended.right.verdict).to.equal("ended");
    expect(messages).to.deep.equal(["the store is unavailable: it is restarted"]);
  });

  it("ends with what was found in the files of the folder, each time it reads them whole", async () => {
    const journal = await journalWith((await honestJournal()).map(storedAs));
    const sound: AuditOutcome = {
      stream: journal.stream,
      level: "chain",
      tool: "1",
      chain: {
        journal: { events: 9, hash: "", journalId: "", participantId: "", pruned: undefined },
        snapshot: undefined,
        views: undefined,
        wallet: undefined,
        notes: [],
        findings: [],
      },
    };
    const finding = { where: "views", offset: 5, message: "they lack it" } as const;
    const contents = { compared: { views: 9 }, findings: [finding], skipped: [] };
    let reads = 0;
    const { verdict, findings } = await watched(
      journal,
      () => undefined,
      new AbortController().signal,
      {
        everyMs: 1,
        check: async () => (reads++ < 2 ? sound : { ...sound, contents }),
      },
    );
    expect([verdict, reads]).to.deep.equal(["violated", 3]);
    expect(findings).to.deep.equal([{ rule: "D1", ...finding }]);
  });
});

async function* unanswered<E>(error: E): AsyncGenerator<E> {
  yield error;
}

const fail = (): never => {
  throw new Error("there is no event");
};
