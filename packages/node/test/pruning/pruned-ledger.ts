import { decodeLedgerEvent, type JournalPruned } from "@tallystick/core";
import type { EventStore, RecordedEvent } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { accountId, iouId } from "../iou-package.js";
import {
  accountBy,
  activeFor,
  allocate,
  codeOf,
  commandsBy,
  commit,
  contractAt,
  createOf,
  exerciseOf,
  iouBy,
  journalOf,
  pingBy,
  rightOf,
} from "../test-ledger.js";

/** A ledger with a past: contracts that are gone, contracts that stay, and both in one event. */
export interface Past {
  readonly alice: string;
  readonly bob: string;
  /** Offset of an event that made one contract that is gone and one that stays. */
  readonly mixedAt: number;
  /** Offset after which all of it lies before. */
  readonly end: number;
  /** Command ids that were accepted, by their submitter. */
  readonly accepted: ReadonlyArray<readonly [party: string, commandId: string]>;
}

/** Makes a past on a new ledger. */
export const makePast = async (ledger: Ledger): Promise<Past> => {
  const [alice, bob] = [await allocate(ledger, "alice"), await allocate(ledger, "bob")];
  await commit(ledger, pingBy(alice, "a"));
  await commit(ledger, accountBy(alice, "main", "b"));
  const { completionOffset: mixedAt } = await commit(
    ledger,
    commandsBy(
      alice,
      "c",
      createOf(iouId, { issuer: alice, owner: bob, amount: "1.0" }),
      createOf(iouId, { issuer: alice, owner: alice, amount: "2.0" }),
    ),
  );
  const [gone] = (await activeFor(ledger, bob)).filter(({ offset }) => offset === mixedAt);
  const first = exerciseOf(iouId, gone?.contractId ?? "", "Transfer", { newOwner: bob });
  const { completionOffset: movedAt } = await commit(ledger, commandsBy(bob, "d", first));
  const moved = exerciseOf(iouId, await contractAt(ledger, bob, movedAt), "Transfer", {
    newOwner: alice,
  });
  await commit(ledger, commandsBy(bob, "e", moved));
  const { completionOffset: secondAt } = await commit(ledger, accountBy(alice, "second", "f"));
  await commit(
    ledger,
    commandsBy(
      alice,
      "g",
      exerciseOf(accountId, await contractAt(ledger, alice, secondAt), "Archive"),
    ),
  );
  // a rejection
  codeOf(await ledger.submitAndWait(pingBy(alice, "a")));
  const { completionOffset: end } = await commit(ledger, iouBy(bob, alice, "h"));
  await allocate(ledger, "carol");
  const accepted = ["a", "b", "c", "f", "g"].map((id) => [alice, id] as const);
  return {
    alice,
    bob,
    mixedAt,
    end,
    accepted: [...accepted, [bob, "d"], [bob, "e"], [bob, "h"]],
  };
};

/** What a party sees of the contracts that are active, without what another node may choose. */
export const contractsOf = async (ledger: Ledger, { alice, bob }: Past) => [
  await activeFor(ledger, alice),
  await activeFor(ledger, bob),
];

/** The codes that the accepted commands get when they are submitted again. */
export const codesOfRepeats = async (
  ledger: Ledger,
  { accepted }: Past,
): Promise<ReadonlySet<string>> => {
  const codes = new Set<string>();
  for (const [party, commandId] of accepted)
    codes.add(codeOf(await ledger.submitAndWait(pingBy(party, commandId))));
  return codes;
};

/** The prunings that a journal tells of. */
export const pruningsIn = async (store: EventStore): Promise<ReadonlyArray<JournalPruned>> =>
  (await journalOf(store)).flatMap(({ type, data, revision }) => {
    const event = decodeLedgerEvent(type, data, revision + 1);
    return !isLeft(event) && event.right.type === "JournalPruned" ? [event.right] : [];
  });

/** Offsets whose data is erased. */
export const erasedIn = (journal: ReadonlyArray<RecordedEvent>): ReadonlyArray<number> =>
  journal.flatMap(({ erased, revision }) => (erased === undefined ? [] : [revision + 1]));

/** Prunes, and waits until all that is to be erased is. */
export const pruneNow = async (ledger: Ledger, store: EventStore, upTo: number): Promise<void> => {
  for (let pruned = await ledger.prune(upTo); ; pruned = await ledger.prune(upTo)) {
    if (codeOf(pruned) !== "PARTICIPANT_PRUNING_IN_PROGRESS") {
      rightOf(pruned);
      return erasingDone(store);
    }
    await new Promise<void>((resume) => setTimeout(resume, 5));
  }
};

/** Resolves when what the last pruning erases is erased. */
export const erasingDone = async (store: EventStore): Promise<void> => {
  const deadline = performance.now() + 300_000;
  for (;;) {
    const { lastErased = 0 } = (await pruningsIn(store)).at(-1) ?? {};
    const journal = await journalOf(store);
    if (lastErased === 0 || journal[lastErased - 1]?.erased !== undefined) return;
    if (performance.now() > deadline) throw new Error(`offset ${lastErased} is not erased`);
    await new Promise<void>((resume) => setTimeout(resume, 5));
  }
};
