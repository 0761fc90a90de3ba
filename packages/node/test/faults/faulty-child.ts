// Runs a ledger again and again over files that fail at one operation, and checks what is left
// after each. Its folder, control file and kinds of fault come as arguments.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { decodeLedgerEvent, type LedgerError } from "@tallystick/core";
import { verifyStream } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { openWalletViews } from "@tallystick/views/wallet";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Committed, Ledger } from "../../src/index.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { activeFor, journalOf, optionsOf, pingBy, rightOf, streamName } from "../test-ledger.js";
import { type Fault, faultControl } from "./fault-layer.js";

const [folder = "", controlFile = "", task = "[]"] = process.argv.slice(2);

/** One fault, and at which operations of a run it is to happen. */
interface Runs {
  readonly fault: Fault;
  readonly from: number;
  readonly step: number;
}

// border: the test writes exactly this
const tasks = JSON.parse(task) as ReadonlyArray<Runs>;
const control = faultControl(controlFile);
const commands = 6;
const settleMs = 120_000;

const sleep = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

interface Opened {
  readonly ledger: Ledger;
  readonly close: () => Promise<void>;
}

const open = async (data: string): Promise<Either<unknown, Opened>> => {
  const wallet = openWalletViews(join(data, "wallet.db"));
  if (isLeft(wallet)) return wallet;
  const ledger = await openLedger(
    optionsOf({
      data,
      projections: [wallet.right],
      config: { snapshotEveryEvents: 4, appendRetries: 2, appendRetryDelayMs: 0 },
    }),
  );
  if (isLeft(ledger)) {
    await wallet.right.close();
    return ledger;
  }
  const close = async (): Promise<void> => {
    await ledger.right.close();
    await wallet.right.close();
  };
  return right({ ledger: ledger.right, close });
};

const opened = async (data: string): Promise<Opened> => {
  const first = await open(data);
  if (!isLeft(first)) return first.right;
  control.clear();
  const second = await open(data);
  if (isLeft(second))
    throw new Error(`cannot be opened after the fault: ${JSON.stringify(second.left)}`);
  return second.right;
};

const partyOf = async (ledger: Ledger): Promise<string> => {
  const known = ledger.parties({ prefix: "alice::", after: "", limit: 1 })[0];
  if (known !== undefined) return known.party;
  for (;;) {
    const made = await ledger.allocateParty({ partyIdHint: "alice" });
    if (!isLeft(made)) return made.right.party;
    control.clear();
    const after = ledger.parties({ prefix: "alice::", after: "", limit: 1 })[0];
    if (after !== undefined) return after.party;
    if (!ledger.ready()) return "";
    await sleep(5);
  }
};

type Answer = Either<LedgerError, Committed>;

const isDone = (answer: Answer): boolean =>
  !isLeft(answer) || answer.left.code === "DUPLICATE_COMMAND";

const checkText = (answer: Answer): void => {
  if (isLeft(answer) && answer.left.cause.includes(folder))
    throw new Error(`an answer names a path: ${answer.left.cause}`);
};

/** Submits until every command took effect; opens again when the ledger says it is over. */
const submitAll = async (
  data: string,
  first: Opened,
  acknowledged: Map<string, number>,
): Promise<Opened> => {
  let running = first;
  let party = "";
  for (let n = 0; n < commands; n++) {
    const commandId = `c${n}`;
    for (let tries = 0; ; tries++) {
      if (party === "") party = await partyOf(running.ledger);
      const answer =
        party === "" ? undefined : await running.ledger.submitAndWait(pingBy(party, commandId));
      if (answer !== undefined && !isLeft(answer))
        acknowledged.set(commandId, answer.right.completionOffset);
      if (answer !== undefined && isDone(answer)) break;
      if (answer !== undefined) checkText(answer);
      control.clear();
      if (tries >= 3) {
        await running.close();
        running = await opened(data);
        party = "";
      }
      if (tries >= 6) throw new Error(`${commandId} is never taken: ${JSON.stringify(answer)}`);
    }
  }
  control.clear();
  return running;
};

/** Waits until the ledger is ready and answers, without being opened again. */
const settled = async ({ ledger }: Opened): Promise<void> => {
  const party = await partyOf(ledger);
  const until = performance.now() + settleMs;
  let seen = "nothing";
  while (performance.now() < until) {
    try {
      const active = await activeFor(ledger, party);
      if (ledger.ready() && active.length === commands) return;
      seen = `${active.length} contracts, ready: ${ledger.ready()}`;
    } catch (thrown) {
      seen = String(thrown);
    }
    await sleep(5);
  }
  throw new Error(`does not come back by itself: ${seen}`);
};

const checkJournal = async (
  data: string,
  acknowledged: ReadonlyMap<string, number>,
): Promise<void> => {
  const store = rightOf(await sqliteStore({ file: join(data, "journal.db") }));
  rightOf(await verifyStream(store, streamName));
  const places = new Map<string, number>();
  for (const { type, data: text, revision } of await journalOf(store)) {
    const event = rightOf(decodeLedgerEvent(type, text, revision + 1));
    if (event.type !== "TransactionCommitted") continue;
    if (places.has(event.commandId)) throw new Error(`${event.commandId} took effect twice`);
    places.set(event.commandId, revision + 1);
  }
  await store.close();
  for (const [commandId, offset] of acknowledged) {
    if (places.get(commandId) !== offset) {
      throw new Error(
        `${commandId} was acknowledged at ${offset}, and is at ${places.get(commandId)}`,
      );
    }
  }
  if (places.size !== commands) throw new Error(`${places.size} commands took effect`);
};

/** One run with the fault at the n-th operation. @returns whether the run has so many */
const run = async (fault: Fault, nth: number): Promise<boolean> => {
  const data = join(folder, `${nth}`);
  mkdirSync(data, { recursive: true });
  const acknowledged = new Map<string, number>();
  control.set(fault, nth);
  const first = await opened(data);
  const running = await submitAll(data, first, acknowledged);
  const { failed } = control.counts();
  await settled(running);
  await running.close();
  await checkJournal(data, acknowledged);
  const again = await opened(data);
  await settled(again);
  await again.close();
  rmSync(data, { recursive: true, force: true });
  return failed > 0;
};

for (const { fault, from, step } of tasks) {
  let nth = from;
  for (; ; nth += step) {
    try {
      if (!(await run(fault, nth))) break;
    } catch (thrown) {
      const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      process.stdout.write(`FAILED ${JSON.stringify(fault)} at operation ${nth}: ${reason}\n`);
      control.clear();
    }
  }
  process.stdout.write(`runs ${Math.floor((nth - from) / step)} last ${nth}\n`);
}
