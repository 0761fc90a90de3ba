import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { everythingFor } from "@tallystick/wire";
import type { Command, Json, LedgerError, Submission } from "@tallystick/core";
import type { EventStore, RecordedEvent } from "@tallystick/event-store";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Ledger, LedgerOptions } from "../src/ledger/ledger.js";
import type { Committed } from "../src/ledger/submission-outcome.js";
import type { LedgerConfig } from "../src/ledger/ledger-config.js";
import { openLedger } from "../src/open/open-ledger.js";
import { accountId, iouId, iouPackage, pingId } from "./iou-package.js";

export const userId = "tester";

/** What is right, or an error of the test. */
export const rightOf = <E, A>(either: Either<E, A>): A => {
  if (isLeft(either)) throw new Error(`unexpected Left ${JSON.stringify(either.left)}`);
  return either.right;
};

/** What is left, or an error of the test. */
export const leftOf = <E, A>(either: Either<E, A>): E => {
  if (!isLeft(either)) throw new Error(`unexpected Right ${JSON.stringify(either.right)}`);
  return either.left;
};

/** The code of an error, or "ok". */
export const codeOf = (answer: Either<LedgerError, unknown>): string =>
  isLeft(answer) ? answer.left.code : "ok";

/** Everything an iterable of Eithers delivers. */
export const all = async <A>(items: AsyncIterable<Either<LedgerError, A>>): Promise<Array<A>> => {
  const collected: Array<A> = [];
  for await (const item of items) collected.push(rightOf(item));
  return collected;
};

/** What a test opened or made, given back after it. */
const undo: Array<() => Promise<void> | void> = [];

export const afterwards = (action: () => Promise<void> | void): void => {
  undo.unshift(action);
};

if ("afterEach" in globalThis) {
  afterEach(async () => {
    for (const action of undo.splice(0)) await action();
  });
}

export const tempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "tallystick-node-"));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const testConfig: Partial<LedgerConfig> = { projectorThread: "main", appendRetryDelayMs: 1 };

export const optionsOf = (options: LedgerOptions): LedgerOptions => ({
  packages: [iouPackage],
  ...options,
  config: { ...testConfig, ...options.config },
});

/** A ledger with the package of the tests; closed after the test. */
export const openTest = async (options: LedgerOptions = {}): Promise<Ledger> => {
  const ledger = rightOf(await openLedger(optionsOf(options)));
  afterwards(() => ledger.close());
  return ledger;
};

export const allocate = async (ledger: Ledger, hint: string): Promise<string> =>
  rightOf(await ledger.allocateParty({ partyIdHint: hint })).party;

export const commandsBy = (
  actAs: string,
  commandId: string,
  ...commands: ReadonlyArray<Command>
): Submission => ({ commands, commandId, actAs: [actAs], userId });

export const createOf = (templateId: string, createArguments: Json): Command => ({
  kind: "CreateCommand",
  templateId,
  createArguments,
});

export const exerciseOf = (
  templateId: string,
  contractId: string,
  choice: string,
  choiceArgument: Json = {},
): Command => ({ kind: "ExerciseCommand", templateId, contractId, choice, choiceArgument });

/** A ping from a party to itself: the cheapest contract there is, unless its text is long. */
export const pingBy = (party: string, commandId: string, id = commandId): Submission =>
  commandsBy(party, commandId, createOf(pingId, { id, initiator: party, responder: party }));

export const iouBy = (
  issuer: string,
  owner: string,
  commandId: string,
  amount = "10.0",
): Submission => commandsBy(issuer, commandId, createOf(iouId, { issuer, owner, amount }));

export const accountBy = (owner: string, name: string, commandId: string): Submission =>
  commandsBy(owner, commandId, createOf(accountId, { owner, name, limit: "9007199254740993" }));

/** Submits and gives what was committed. */
export const commit = async (ledger: Ledger, commands: Submission): Promise<Committed> =>
  rightOf(await ledger.submitAndWait(commands));

export const activeFor = async (
  ledger: Ledger,
  party: string,
  activeAtOffset = ledger.ledgerEnd(),
) =>
  (
    await all(ledger.queries.activeContracts({ activeAtOffset, eventFormat: everythingFor(party) }))
  ).map(({ contractEntry }) => contractEntry.JsActiveContract.createdEvent);

/** The id of the only contract a party has from this offset. */
export const contractAt = async (
  ledger: Ledger,
  party: string,
  offset: number,
): Promise<string> => {
  const found = (await activeFor(ledger, party)).find((created) => created.offset === offset);
  if (found === undefined) throw new Error(`no contract of ${party} from offset ${offset}`);
  return found.contractId;
};

export const completionsFor = async (ledger: Ledger, ...parties: ReadonlyArray<string>) =>
  (await all(ledger.queries.completions({ userId, parties, beginExclusive: 0 }))).flatMap(
    ({ completionResponse }) =>
      "Completion" in completionResponse ? [completionResponse.Completion.value] : [],
  );

export const transactionsFor = async (ledger: Ledger, party: string) =>
  (
    await all(
      ledger.queries.updates({
        beginExclusive: 0,
        updateFormat: {
          includeTransactions: {
            transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
            eventFormat: everythingFor(party),
          },
        },
      }),
    )
  ).flatMap(({ update }) => ("Transaction" in update ? [update.Transaction.value] : []));

export const streamName = "participant-participant";

export const journalOf = async (
  store: EventStore,
  stream = streamName,
): Promise<Array<RecordedEvent>> => {
  const events: Array<RecordedEvent> = [];
  for await (const page of store.readStream(stream)) events.push(...rightOf(page));
  return events;
};

/** Resolves when the condition holds; an error of the test when it takes too long. */
export const until = async (
  condition: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> => {
  const deadline = performance.now() + 300_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await new Promise<void>((resume) => setTimeout(resume, 2));
  }
};

/** The state of a promise at this moment. */
export const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const waiting = Symbol("waiting");
  return (await Promise.race([promise, Promise.resolve(waiting)])) !== waiting;
};

/** Several turns of the event loop. */
export const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn++)
    await new Promise<void>((resume) => setImmediate(resume));
};
