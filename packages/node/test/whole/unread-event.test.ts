import { randomUUID } from "node:crypto";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { auditJournal } from "../../src/audit/audit-journal.js";
import { defaultLedgerConfig } from "../../src/ledger/ledger-config.js";
import type { LedgerOptions } from "../../src/ledger/ledger.js";
import type { LedgerNotice } from "../../src/ledger/ledger-observer.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { openStore } from "../../src/open/journal/open-store.js";
import {
  activeFor,
  allocate,
  commit,
  iouBy,
  journalOf,
  leftOf,
  openTest,
  optionsOf,
  rightOf,
  streamName,
  tempFolder,
} from "../test-ledger.js";

const storeOf = async ({ store, data }: LedgerOptions): Promise<EventStore> =>
  store ?? rightOf(await openStore({ data, stores: [], config: defaultLedgerConfig }));

/** Does something with the store of a ledger that is closed. */
const onStore = async <A>(
  options: LedgerOptions,
  run: (store: EventStore) => Promise<A>,
): Promise<A> => {
  const store = await storeOf(options);
  const done = await run(store);
  if (options.store === undefined) await store.close();
  return done;
};

/** Appends an event as an older version could; gives its offset. */
const appendByHand = (options: LedgerOptions, type: string, fields: object): Promise<number> =>
  onStore(options, async (store) => {
    const last = rightOf(await store.lastEvent(streamName));
    const { recordTime } = JSON.parse(last?.data ?? "");
    const data = JSON.stringify({ v: 1, ...fields, recordTime });
    const event = { id: randomUUID(), type, data, metadata: "" };
    const appended = await store.append(streamName, last?.revision ?? -1, [event]);
    return rightOf(appended).revision + 1;
  });

const wrongRights = { userId: "clerk", rights: [{ kind: "CanActsAs", party: "p" }] };

const places: ReadonlyArray<readonly [string, () => LedgerOptions]> = [
  ["in memory", () => ({ store: inMemoryStore() })],
  ["in SQLite", () => ({ data: tempFolder() })],
];

for (const [place, optionsFor] of places) {
  describe(`A journal ${place} with an event that fits no schema`, () => {
    /** A ledger that was closed, with a contract of its party. */
    const begun = async () => {
      const options = optionsFor();
      const first = await openTest(options);
      const party = await allocate(first, "alice");
      await commit(first, iouBy(party, party, "before"));
      await first.close();
      return { options, party };
    };

    it("is opened when the event only adds something, which is said; all others count", async () => {
      const { options, party } = await begun();
      const offset = await appendByHand(options, "UserCreated", wrongRights);
      const granted = { userId: "clerk", rights: [{ kind: "CanActAs", party }] };
      await appendByHand(options, "UserRightsGranted", granted);
      const notices: Array<LedgerNotice> = [];
      const ledger = await openTest({ ...options, onNotice: (notice) => notices.push(notice) });
      expect(ledger.unreadyReason()).to.equal(undefined);
      const [{ message } = { message: "" }] = notices.filter(({ kind }) => kind === "journal");
      expect(message).to.include(
        `offset ${offset} of the journal is skipped: UserCreated does not fit its schema`,
      );
      expect(ledger.user("clerk")).to.equal(undefined);
      rightOf(await ledger.createUser({ userId: "clerk", rights: [{ kind: "CanActAs", party }] }));
      await commit(ledger, iouBy(party, party, "after"));
      expect(await activeFor(ledger, party)).to.have.length(2);
      const end = ledger.ledgerEnd();
      await ledger.close();

      const again = await openTest(options);
      expect(again.ledgerEnd()).to.equal(end);
      expect(again.user("clerk")?.rights).to.deep.equal([{ kind: "CanActAs", party }]);
      expect(await activeFor(again, party)).to.have.length(2);
      await again.close();
      const { findings, journal } = await onStore(options, async (store) =>
        rightOf(await auditJournal({ store, stream: streamName }, options.data)),
      );
      expect(findings).to.deep.equal([
        {
          where: "journal",
          offset,
          message: "UserCreated does not fit its schema; it is skipped",
        },
      ]);
      expect(journal.events).to.equal(end);
      const types = await onStore(options, async (store) =>
        (await journalOf(store)).map(({ type }) => type),
      );
      expect(types[offset - 1]).to.equal("UserCreated");
    });

    it("is not opened when the event could take something away, and is not changed", async () => {
      const { options } = await begun();
      const offset = await appendByHand(options, "UserRightsRevoked", wrongRights);
      const error = leftOf(await openLedger(optionsOf(options)));
      expect(error).to.include({ kind: "journal" });
      expect(error.message).to.equal(
        `offset ${offset} of the journal cannot be read: UserRightsRevoked does not fit its schema`,
      );
      const end = await onStore(options, async (store) => (await journalOf(store)).length);
      expect(end).to.equal(offset);
    });
  });
}
