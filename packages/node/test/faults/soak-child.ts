// Submits to a ledger and reads from it, steadily, until its time is over, and says every moment
// what it has acknowledged and what it takes of the machine. Its folder, the milliseconds, how
// often it reports and, unless it submits as fast as it can, commands a second are arguments.
import { mkdirSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { openWalletViews } from "@tallystick/views/wallet";
import { isLeft } from "fp-ts/lib/Either.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { snapshotPath } from "../../src/snapshot/snapshot-file.js";
import {
  activeFor,
  allocate,
  all,
  commandsBy,
  exerciseOf,
  optionsOf,
  pingBy,
  rightOf,
  userId,
} from "../test-ledger.js";
import { pingId } from "../iou-package.js";

const [folder = "", , lifeMs = "3000", tellEveryMs = "100", perSecond] = process.argv.slice(2);
const data = join(folder, "data");
mkdirSync(data, { recursive: true });

/** A log that is longer is not copied yet. */
const maxIdleLogBytes = 4 * 1024 ** 2;

const submitters = 4;
const pauseMs = 2;
const submitPauseMs = perSecond === undefined ? pauseMs : (submitters * 1_000) / Number(perSecond);

const sleep = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

const say = (what: object): void => void process.stdout.write(`${JSON.stringify(what)}\n`);

const wallet = rightOf(openWalletViews(join(data, "wallet.db")));
const ledger = rightOf(
  await openLedger(
    optionsOf({
      data,
      projections: [wallet],
      onNotice: (notice) => say({ notice }),
      config: { projectorThread: "worker", snapshotEveryEvents: 500, appendRetries: 1 },
    }),
  ),
);
const party = await allocate(ledger, "alice");
const started = performance.now();
const least = 200;
/** When its time is over, and it has done something: a busy machine may need longer for that. */
const isOver = (): boolean =>
  performance.now() - started > Number(lifeMs) && counts.acknowledged >= least;
const counts = { acknowledged: 0, errors: 0, reads: 0, readErrors: 0 };

/** Makes a contract and archives it, so that the state stays as large as it is. */
const submit = async (lane: number): Promise<void> => {
  for (let n = 0; !isOver(); n++) {
    const commandId = `s${lane}-${n}`;
    for (;;) {
      const made = await ledger.submitAndWait(pingBy(party, commandId));
      if (!isLeft(made)) {
        counts.acknowledged += 1;
        say({ done: commandId, offset: made.right.completionOffset });
        break;
      }
      if (made.left.code === "DUPLICATE_COMMAND") break;
      counts.errors += 1;
      if (made.left.cause.includes(folder)) say({ leaked: made.left.cause });
      if (isOver()) return;
      await sleep(pauseMs);
    }
    await sleep(submitPauseMs);
  }
};

const archive = async (): Promise<void> => {
  for (let n = 0; !isOver(); n++) {
    try {
      const active = await activeFor(ledger, party);
      counts.reads += 1;
      // together, so that the state does not grow on a slow machine
      await Promise.all(
        active.slice(0, 200).map(({ contractId }) => {
          const command = exerciseOf(pingId, contractId, "Archive");
          const commandId = `a${n}-${contractId.slice(2, 30)}`;
          return ledger.submitAndWait(commandsBy(party, commandId, command));
        }),
      );
    } catch {
      counts.readErrors += 1;
    }
    await sleep(10 * submitPauseMs);
  }
};

const read = async (): Promise<void> => {
  while (!isOver()) {
    try {
      const beginExclusive = Math.max(0, ledger.ledgerEnd() - 100);
      await all(ledger.queries.completions({ userId, parties: [party], beginExclusive }));
      counts.reads += 1;
    } catch {
      counts.readErrors += 1;
    }
    await sleep(5 * submitPauseMs);
  }
};

const files = (): Record<string, number> =>
  Object.fromEntries(
    readdirSync(data).map((file) => [
      file.replace(/^views-[^.]*/, "views"),
      statSync(join(data, file), { throwIfNoEntry: false })?.size ?? 0,
    ]),
  );

/** Open files and sockets: those of the state, which are more as it grows, and all others. */
const openFiles = (): { readonly handles: number; readonly runHandles: number } => {
  let [handles, runHandles] = [0, 0];
  for (const handle of readdirSync("/proc/self/fd")) {
    try {
      const target = readlinkSync(`/proc/self/fd/${handle}`);
      if (target.startsWith(snapshotPath(data))) runHandles += 1;
      else handles += 1;
    } catch {
      // closed meanwhile, as the one that listed them is
    }
  }
  return { handles, runHandles };
};

const tell = (): void =>
  say({
    ...counts,
    end: ledger.ledgerEnd(),
    ready: ledger.ready(),
    rss: process.memoryUsage().rss,
    ...openFiles(),
    files: files(),
  });

const telling = setInterval(tell, Number(tellEveryMs));
await Promise.all([
  ...Array.from({ length: submitters }, (_, lane) => submit(lane)),
  archive(),
  read(),
]);
// nothing is done for a while: logs are copied and cut
await sleep(3_000);
const isLong = ([file, bytes]: readonly [string, number]): boolean =>
  file.endsWith("-wal") && bytes > maxIdleLogBytes;
for (let waits = 0; Object.entries(files()).some(isLong) && waits < 600; waits++) await sleep(100);
clearInterval(telling);
tell();
await ledger.close();
await wallet.close();
