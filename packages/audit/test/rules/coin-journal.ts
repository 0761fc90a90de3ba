import { AmuletRules_DevNet_Tap } from "@tallystick/coin";
import {
  decodeLedgerEvent,
  encodeLedgerEvent,
  type LedgerEvent,
  type TransactionCommitted,
} from "@tallystick/core";
import { type EventStore, inMemoryStore, type NewEvent } from "@tallystick/event-store";
import { type TestCoin, testCoin } from "@tallystick/testing";
import { isLeft } from "fp-ts/lib/Either.js";
import type { AuditedJournal } from "../../src/log/audited-journal.js";

const stream = "participant-participant";

/** An event with its id. */
export interface HonestEvent {
  readonly id: string;
  readonly offset: number;
  readonly event: LedgerEvent;
  readonly data: string;
}

/** The journal of a ledger on which coins were tapped and transferred, and a command refused. */
export const honestJournal = async (
  further?: (t: TestCoin) => Promise<void>,
): Promise<ReadonlyArray<HonestEvent>> => {
  const store = inMemoryStore();
  const t = await testCoin({ store });
  const { alice, bob } = await t.users({ alice: "100", bob: "0" });
  await t.transfer(alice, bob, "12.5");
  await t.transfer(bob, alice, "2");
  const { amuletRules, round } = await t.network();
  const argument = { receiver: bob, amount: "1", openRound: round.contractId };
  const as = { actAs: bob, readAs: [t.dso], commandId: "twice" };
  await t.exercise(AmuletRules_DevNet_Tap, amuletRules, argument, as);
  await t
    .exercise(AmuletRules_DevNet_Tap, amuletRules, argument, as)
    .catch(() => "refused as a duplicate");
  await further?.(t);
  const events: Array<HonestEvent> = [];
  for await (const page of store.readStream(stream)) {
    if (isLeft(page)) throw new Error("the store cannot be read");
    for (const { id, type, data, revision } of page.right) {
      const event = decodeLedgerEvent(type, data, revision + 1);
      if (isLeft(event)) throw new Error(event.left.reason);
      const { type: found } = event.right;
      if (found === "SubmissionPruned" || found === "EventUnread") throw new Error(found);
      events.push({ id, offset: revision + 1, event: event.right, data });
    }
  }
  await t.close();
  return events;
};

/** A journal with these events, chained as they should be. */
export const journalWith = async (
  events: ReadonlyArray<Pick<NewEvent, "id" | "type" | "data"> & { readonly metadata?: string }>,
): Promise<AuditedJournal & { readonly store: EventStore }> => {
  const store = inMemoryStore();
  // one by one: within an append the store itself refuses an id that is there twice
  for (const [at, event] of events.entries()) {
    const expected = at === 0 ? "no-stream" : at - 1;
    const appended = await store.append(stream, expected, [{ metadata: "", ...event }]);
    if (isLeft(appended)) throw new Error(JSON.stringify(appended.left));
  }
  return { store, stream };
};

/** An event as it is stored. */
export const storedAs = ({ id, offset, event }: Omit<HonestEvent, "data">) => {
  const { type, data } = encodeLedgerEvent(event, offset);
  return { id, type, data };
};

/** The last transaction of the journal that fits. */
export const transactionOf = (
  events: ReadonlyArray<HonestEvent>,
  isIt: (event: TransactionCommitted) => boolean,
): { readonly offset: number; readonly event: TransactionCommitted } => {
  for (const { event, offset } of events.toReversed())
    if (event.type === "TransactionCommitted" && isIt(event)) return { event, offset };
  throw new Error("there is no such transaction");
};

/** The transfer of 12.5 by alice, which leaves her a coin of 87.5. */
export const transferOf = (
  events: ReadonlyArray<HonestEvent>,
): { readonly offset: number; readonly event: TransactionCommitted } =>
  transactionOf(events, ({ nodes }) => JSON.stringify(nodes).includes('"initialAmount":"87.5'));
