import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isShort, itNeeding, testSize } from "@tallystick/dev";
import { decodeLedgerEvent } from "@tallystick/core";
import { verifyStream } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { openWalletViews } from "@tallystick/views/wallet";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { openLedger } from "../../src/open/open-ledger.js";
import {
  activeFor,
  journalOf,
  optionsOf,
  rightOf,
  streamName,
  tempFolder,
} from "../test-ledger.js";
import { hasFaultLayer, runUnderLayer } from "./fault-layer.js";
import { numbersFrom, seed } from "./drawn-numbers.js";
import { operationsOf, SimulatedDisk, type TracedOperation, writeFiles } from "./power-loss.js";

const child = new URL("./recorded-child.js", import.meta.url);

/** Moments that are drawn; as many as there are operations means all. */
const losses = testSize("POWER_LOSSES");

/** What had been acknowledged, from the file in which the ledger's user noted it. */
const acknowledgedIn = (marks: string): ReadonlyMap<string, number> =>
  new Map(
    marks
      .split("\n")
      .slice(0, -1)
      .map((line) => line.split(" "))
      .map(([commandId = "", offset = ""]) => [commandId, Number(offset)]),
  );

/** Checks the journal alone, then the ledger over it. @returns how many commands it has */
const check = async (
  data: string,
  acknowledged: ReadonlyMap<string, number>,
  moment: string,
): Promise<number> => {
  const store = await sqliteStore({ file: join(data, "journal.db") });
  expect(isRight(store), `${moment}: ${JSON.stringify(store)}`).to.equal(true);
  const journal = rightOf(store);
  rightOf(await verifyStream(journal, streamName));
  const places = new Map<string, number>();
  for (const { type, data: text, revision } of await journalOf(journal)) {
    const event = rightOf(decodeLedgerEvent(type, text, revision + 1));
    if (event.type !== "TransactionCommitted") continue;
    expect(places.has(event.commandId), `${moment}: ${event.commandId} twice`).to.equal(false);
    places.set(event.commandId, revision + 1);
  }
  await journal.close();
  for (const [commandId, offset] of acknowledged)
    expect(places.get(commandId), `${moment}: ${commandId}`).to.equal(offset);
  const wallet = rightOf(openWalletViews(join(data, "wallet.db")));
  const opened = await openLedger(optionsOf({ data, projections: [wallet] }));
  expect(isRight(opened), `${moment}: ${JSON.stringify(opened)}`).to.equal(true);
  const ledger = rightOf(opened);
  const alice = ledger.parties({ prefix: "alice::", after: "", limit: 1 })[0];
  const active = alice === undefined ? [] : await activeFor(ledger, alice.party);
  expect(active.length, moment).to.equal(places.size);
  rightOf(await wallet.waitFor(ledger.ledgerEnd(), 100_000));
  rightOf(wallet.check());
  await ledger.close();
  await wallet.close();
  return places.size;
};

const isCutOfLog = (operation: TracedOperation): boolean =>
  operation.kind === "cut" && operation.path.endsWith("journal.db-wal");

/** Moments around the cutting of the journal's log in the short form. */
const maxCutMoments = 9;

/** Some moments at which power is lost: around flushes and cuts, and anywhere. */
const someMoments = (
  operations: ReadonlyArray<TracedOperation>,
  number: (below: number) => number,
): ReadonlySet<number> => {
  const flushes = [...operations.entries()].flatMap(([at, { kind }]) =>
    kind === "flush" ? [at, at + 1] : [],
  );
  const drawn = Array.from({ length: losses }, (_, n) =>
    n % 2 === 0 ? number(operations.length) : (flushes[number(flushes.length)] ?? 0),
  );
  const cuts = [...operations.entries()].flatMap(([at, operation]) =>
    isCutOfLog(operation) ? [at, at + 1, at + 2] : [],
  );
  return new Set([...drawn, ...cuts.slice(-maxCutMoments)]);
};

/**
 * The moments before and after each flush, cut and change of a name: between two of these there
 * are only more or fewer writes that may get lost.
 */
const boundaries = (operations: ReadonlyArray<TracedOperation>): ReadonlySet<number> =>
  new Set(
    [...operations.entries()].flatMap(([at, { kind }]) => (kind === "write" ? [] : [at, at + 1])),
  );

interface Recorded {
  readonly folder: string;
  readonly operations: ReadonlyArray<TracedOperation>;
}

/** Loses power at each of the moments. @returns the most commands that were there after one */
const loseAt = async (
  { folder, operations }: Recorded,
  moments: ReadonlySet<number>,
  number: (below: number) => number,
): Promise<number> => {
  const marks = join(folder, "marks");
  const disk = new SimulatedDisk();
  let [noted, most] = ["", 0];
  for (const [at, operation] of operations.entries()) {
    if (moments.has(at)) {
      const lost = tempFolder();
      writeFiles(disk.afterLoss(number), folder, lost);
      mkdirSync(join(lost, "data"), { recursive: true });
      const moment = `seed ${seed}, operation ${at} of ${operations.length}`;
      most = Math.max(most, await check(join(lost, "data"), acknowledgedIn(noted), moment));
      rmSync(lost, { recursive: true });
    }
    if (operation.path === marks && operation.kind === "write") noted += operation.bytes.toString();
    else disk.apply(operation);
  }
  return most;
};

describe("A ledger whose machine loses power", () => {
  if (!hasFaultLayer) {
    it("is tested on Linux alone: needs LD_PRELOAD", () => {
      process.stderr.write("  needs LD_PRELOAD: run on Linux only\n");
    });
    return;
  }

  /** A run that is written down: so many commands in each of its parts, with texts so long. */
  const recorded = async (base: string, commands = 30, letters = 100): Promise<Recorded> => {
    const folder = join(base, "recorded");
    mkdirSync(folder);
    const trace = join(base, "trace");
    // in the pause the journal's log is copied back and cut
    const args = [String(commands), String(letters), "1500"];
    const ran = await runUnderLayer(child, folder, args, trace);
    expect([ran.code, ran.errors]).to.deep.equal([0, ""]);
    return { folder, operations: operationsOf(readFileSync(trace)) };
  };

  itNeeding("cc")(
    "has everything it acknowledged, in a chain that holds, whatever was not flushed",
    async () => {
      const number = numbersFrom(seed);
      const run = await recorded(tempFolder());
      expect(run.operations.some(isCutOfLog)).to.equal(true);
      const moments =
        losses >= run.operations.length
          ? new Set(run.operations.keys())
          : someMoments(run.operations, number);
      const most = await loseAt(run, moments, number);
      expect(run.operations.length).to.be.above(500);
      expect(most).to.be.above(10);
    },
  );

  if (!isShort()) {
    itNeeding("cc")(
      "has it also with a journal whose log is copied back under load, around flushes",
      async () => {
        const number = numbersFrom(seed);
        const run = await recorded(tempFolder(), 120, 60_000);
        // copied back by its own thread while commands continue, too
        const copied = run.operations.filter(
          ({ kind, path }) => kind === "flush" && path.endsWith("/journal.db"),
        );
        expect(copied.length).to.be.above(5);
        const all = [...boundaries(run.operations)];
        const drawn = Array.from({ length: losses }, () => all[number(all.length)] ?? 0);
        const last = all.slice(-1);
        const moments = new Set(losses >= all.length ? all : [...drawn, ...last]);
        const most = await loseAt(run, moments, number);
        expect(most).to.be.above(400);
      },
    );
  }

  itNeeding("cc")(
    "would lose what it acknowledged without the flushes of its journal",
    async () => {
      const number = numbersFrom(seed);
      const run = await recorded(tempFolder());
      const operations = run.operations.filter(
        ({ kind, path }) => kind !== "flush" || !path.includes("journal.db"),
      );
      const late = operations.length - 1;
      let lost = 0;
      for (let n = 0; n < 8 && lost === 0; n++) {
        await loseAt({ ...run, operations }, new Set([late - n]), number).catch(() => {
          lost += 1;
        });
      }
      expect(lost).to.be.above(0);
    },
  );
});
