import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { itNeeding, testSize } from "@tallystick/dev";
import { decodeLedgerEvent } from "@tallystick/core";
import { verifyStream } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import { afterwards, journalOf, rightOf, streamName, tempFolder } from "../test-ledger.js";
import { type Fault, faultControl, hasFaultLayer, spawnUnderLayer } from "./fault-layer.js";

const child = new URL("./soak-child.js", import.meta.url);

const secondMs = 1_000;
const soakMs = testSize("SOAK_SECONDS") * secondMs;
/** Commands a second; 0: as many as it can. */
const soakRate = testSize("SOAK_RATE");
const fillings = testSize("FILLINGS");

const mib = 1024 ** 2;
/** What a ledger with a small state may take. */
const maxRssBytes = 400 * mib;
const maxHeapMib = 128;
const maxHandles = 192;
const maxRunHandles = 128;
/**
 * The journal's log is copied back from 12 MiB on, and begins at its start again; the log of the
 * views may have 128 MiB in a burst.
 */
const maxJournalLogBytes = 64 * mib;
const maxViewsLogBytes = 140 * mib;
const maxIdleLogBytes = 4 * mib;
const maxBytesPerEvent = 3_000;

/** What the child says of itself. */
interface Report {
  readonly acknowledged: number;
  readonly errors: number;
  readonly reads: number;
  readonly readErrors: number;
  readonly end: number;
  readonly ready: boolean;
  readonly rss: number;
  readonly handles: number;
  /** Of the state's runs. */
  readonly runHandles: number;
  readonly files: Readonly<Record<string, number>>;
}

interface Said {
  readonly reports: Array<Report>;
  readonly acknowledged: Map<string, number>;
  readonly notices: Array<{ readonly kind: string; readonly message: string }>;
  readonly leaked: Array<string>;
}

const listenTo = (output: NodeJS.ReadableStream): Said => {
  const said: Said = { reports: [], acknowledged: new Map(), notices: [], leaked: [] };
  let rest = "";
  output.setEncoding("utf8");
  output.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const read = JSON.parse(line);
      if ("done" in read) said.acknowledged.set(read.done, read.offset);
      else if ("notice" in read) said.notices.push(read.notice);
      else if ("leaked" in read) said.leaked.push(read.leaked);
      else said.reports.push(read);
    }
  });
  return said;
};

const sleep = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

/** All that was acknowledged is in a chain that holds, at its offset. */
const checkJournal = async (data: string, acknowledged: ReadonlyMap<string, number>) => {
  const store = rightOf(await sqliteStore({ file: join(data, "journal.db") }));
  rightOf(await verifyStream(store, streamName));
  const places = new Map<string, number>();
  for (const { type, data: text, revision } of await journalOf(store)) {
    const event = rightOf(decodeLedgerEvent(type, text, revision + 1));
    if (event.type !== "TransactionCommitted") continue;
    expect(places.has(event.commandId), event.commandId).to.equal(false);
    places.set(event.commandId, revision + 1);
  }
  await store.close();
  for (const [commandId, offset] of acknowledged)
    expect(places.get(commandId), commandId).to.equal(offset);
};

describe("A ledger under steady load", () => {
  it(`takes no more memory, handles and disk after ${soakMs / secondMs} s, in ${maxHeapMib} MiB of heap`, async () => {
    const folder = tempFolder();
    const args = [
      fileURLToPath(child),
      folder,
      "",
      String(soakMs),
      String(Math.max(100, soakMs / 200)),
      ...(soakRate === 0 ? [] : [String(soakRate)]),
    ];
    const running = spawn(process.execPath, [`--max-old-space-size=${maxHeapMib}`, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    afterwards(() => void running.kill("SIGKILL"));
    const said = listenTo(running.stdout);
    let errors = "";
    running.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      errors += chunk;
    });
    const code = await new Promise((resume) => running.once("close", resume));
    expect([code, errors]).to.deep.equal([0, ""]);
    const last = said.reports.at(-1);
    if (last === undefined) throw new Error("there are no reports");
    expect(last).to.deep.include({ errors: 0, readErrors: 0, ready: true });
    expect(last.acknowledged).to.be.above(100);
    expect(said.notices).to.deep.equal([]);
    for (const { rss, handles, runHandles, files } of said.reports) {
      expect(rss).to.be.below(maxRssBytes);
      expect(handles).to.be.below(maxHandles);
      expect(runHandles).to.be.below(maxRunHandles);
      expect(files["journal.db-wal"] ?? 0).to.be.below(maxJournalLogBytes);
      expect(files["views.db-wal"] ?? 0).to.be.below(maxViewsLogBytes);
    }
    // what was opened for a moment is closed again
    const handles = said.reports.map((report) => report.handles);
    const early = handles.slice(0, handles.length >> 1);
    const late = handles.slice(-Math.ceil(handles.length / 4));
    expect(Math.min(...late)).to.be.at.most(Math.max(...early) + 10);
    for (const log of ["journal.db-wal", "views.db-wal", "wallet.db-wal"])
      expect(last.files[log] ?? 0, log).to.be.at.most(maxIdleLogBytes);
    const bytes = Object.values(last.files).reduce((sum, size) => sum + size, 0);
    // in addition to what events take: runs that are being merged, and the journal's log
    const most = 40 * mib + maxJournalLogBytes + last.end * maxBytesPerEvent;
    expect(bytes).to.be.below(most);
    await checkJournal(join(folder, "data"), said.acknowledged);
  });

  if (!hasFaultLayer) return;

  const passing: ReadonlyArray<readonly [string, number, Pick<Fault, "classes" | "error">]> = [
    ["its disk was full", fillings, { classes: ["writes"], error: "ENOSPC" }],
    [
      "its file system was read-only",
      Math.ceil(fillings / 5),
      { classes: ["writes", "names"], error: "EROFS" },
    ],
  ];
  for (const [what, times, { classes, error }] of passing) {
    itNeeding("cc")(
      `comes back by itself each time ${what}, ${times} times, and has what it acknowledged`,
      async () => {
        const fault: Fault = { classes, error, duration: "until-cleared", isShort: false };
        const folder = join(tempFolder(), "full");
        mkdirSync(folder);
        // until it is ended
        const life = 3_600_000;
        const { running, controlFile } = spawnUnderLayer(child, folder, [String(life), "20"]);
        afterwards(() => void running.kill("SIGKILL"));
        const said = listenTo(running.stdout);
        let errors = "";
        running.stderr.setEncoding("utf8").on("data", (chunk: string) => {
          errors += chunk;
        });
        const control = faultControl(controlFile);
        const now = (): Report | undefined => said.reports.at(-1);
        const until = async (what: string, holds: (report: Report) => boolean): Promise<void> => {
          const deadline = performance.now() + 300_000;
          while (performance.now() < deadline) {
            const report = now();
            if (running.exitCode !== null) throw new Error(`the ledger ended: ${errors}`);
            if (report !== undefined && holds(report)) return;
            await sleep(5);
          }
          throw new Error(
            `waited in vain until ${what}: ${JSON.stringify(now())} ${JSON.stringify(said.notices)}`,
          );
        };
        await until("it is busy", ({ acknowledged }) => acknowledged > 20);
        for (let time = 0; time < times; time++) {
          const before = now()?.errors ?? 0;
          control.set(fault, 1);
          await until("commands are refused", ({ errors, ready }) => errors > before && !ready);
          await sleep(150);
          control.clear();
          const freed = now();
          await until(
            "commands are taken and read again",
            ({ acknowledged, reads, ready }) =>
              ready &&
              acknowledged > (freed?.acknowledged ?? 0) + 5 &&
              reads > (freed?.reads ?? 0) + 2,
          );
        }
        running.kill("SIGTERM");
        await new Promise((resume) => running.once("close", resume));
        expect(errors).to.equal("");
        expect(said.leaked).to.deep.equal([]);
        // a line for each interruption and its end, not one for each try
        expect(said.notices.length).to.be.at.most(8 * times);
        await checkJournal(join(folder, "data"), said.acknowledged);
      },
    );
  }
});
