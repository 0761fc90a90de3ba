import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, statSync, truncateSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { verifyStream } from "@tallystick/event-store";
import { expect } from "chai";
import { sqliteStore } from "../../src/index.js";
import { journalFolder, leftOf, opened, readToEnd, rightOf, STREAM } from "../journal-files.js";

const PROGRAM = fileURLToPath(new URL("../append-process.js", import.meta.url));

interface Line {
  readonly open?: true;
  readonly refused?: { readonly kind: string; readonly reason: string };
  readonly acknowledged?: {
    readonly revision: number;
    readonly position: number;
    readonly hash: string;
  };
  readonly failed?: { readonly kind: string; readonly outcome: string; readonly reason: string };
}

describe("the SQLite store and other processes", () => {
  let journal = journalFolder();
  let children: ChildProcess[] = [];

  beforeEach(() => {
    journal = journalFolder();
    children = [];
  });

  afterEach(async () => {
    for (const child of children) await kill(child);
    journal.cleanUp();
  });

  const start = (command: string, args: ReadonlyArray<string>) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    const lines: Line[] = [];
    const waiting: (() => void)[] = [];
    createInterface({ input: child.stdout }).on("line", (text) => {
      lines.push(JSON.parse(text) as Line);
      for (const wake of waiting.splice(0)) wake();
    });
    const until = async (enough: (seen: ReadonlyArray<Line>) => boolean): Promise<void> => {
      while (!enough(lines)) await new Promise<void>((resolve) => waiting.push(resolve));
    };
    return { child, lines, until };
  };

  const appendProcess = (...args: ReadonlyArray<string>) =>
    start(process.execPath, [PROGRAM, journal.file, ...args]);

  const kill = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };

  it("lose nothing that was acknowledged before kill -9, three times over", async () => {
    const acknowledged: NonNullable<Line["acknowledged"]>[] = [];
    for (let round = 0; round < 3; round += 1) {
      const writer = appendProcess();
      await writer.until((lines) => lines.length > 60 + round * 25);
      await kill(writer.child);
      acknowledged.push(...writer.lines.flatMap((line) => line.acknowledged ?? []));
      const store = await opened({ file: journal.file });
      expect(store.report.evidence).to.equal("head");
      const byRevision = new Map(
        (await readToEnd(store.readStream(STREAM))).events.map((event) => [event.revision, event]),
      );
      for (const { revision, position, hash } of acknowledged)
        expect(byRevision.get(revision)).to.include({ revision, position, hash });
      expect(rightOf(await verifyStream(store, STREAM)).revision).to.equal(byRevision.size - 1);
      await store.close();
    }
    expect(acknowledged.length).to.be.greaterThan(200);
  });

  it("find out that a log cut after a crash has lost acknowledged events, and open only when told to", async () => {
    const writer = appendProcess("60");
    await writer.until((lines) => lines.length === 61);
    await kill(writer.child);
    const wal = `${journal.file}-wal`;
    truncateSync(wal, Math.floor(statSync(wal).size / 2));
    const last = writer.lines.at(-1)?.acknowledged;
    const error = leftOf(await sqliteStore({ file: journal.file }));
    expect(error).to.include({ kind: "lost-tail", acknowledgedPosition: last?.position });
    const found = error.kind === "lost-tail" ? error.foundPosition : 0;
    expect(found).to.be.within(1, (last?.position ?? 0) - 1);

    const store = await opened({ file: journal.file, acceptLostTail: true });
    expect(store.report.lostTail).to.deep.equal({
      acknowledgedPosition: last?.position,
      foundPosition: found,
    });
    expect((await readToEnd(store.capabilities.allStreams.readAll())).events.length).to.equal(
      found,
    );
    await store.close();
    const again = await opened({ file: journal.file });
    expect(again.report.lostTail).to.equal(undefined);
    await again.close();
  });

  it("find out that an older copy was put back", async () => {
    const writer = appendProcess("5");
    await writer.until((lines) => lines.length === 6);
    await kill(writer.child);
    await (await opened({ file: journal.file })).close();
    copyFileSync(journal.file, `${journal.file}.copy`);
    const more = appendProcess("5");
    await more.until((lines) => lines.length === 6);
    await kill(more.child);
    await (await opened({ file: journal.file })).close();
    copyFileSync(`${journal.file}.copy`, journal.file);
    expect(leftOf(await sqliteStore({ file: journal.file }))).to.include({
      kind: "lost-tail",
      acknowledgedPosition: more.lines.at(-1)?.acknowledged?.position,
      foundPosition: writer.lines.at(-1)?.acknowledged?.position,
    });
  });

  it("refuse a second process and name the first, until the first is killed", async () => {
    const first = appendProcess("1");
    await first.until((lines) => lines.length === 2);
    const error = leftOf(await sqliteStore({ file: journal.file }));
    expect(error.kind).to.equal("in-use");
    expect(error).to.have.property("reason").that.includes(`process ${first.child.pid}`);
    const second = appendProcess("1");
    await second.until((lines) => lines.length === 1);
    expect(second.lines[0]?.refused?.kind).to.equal("in-use");
    await kill(first.child);
    const store = await opened({ file: journal.file });
    expect((await readToEnd(store.capabilities.allStreams.readAll())).events.length).to.equal(1);
    await store.close();
  });

  it("report a full disk, keep what was acknowledged and continue when there is room again", async () => {
    // A limit on the size of files stands for the full disk: SQLite meets it as a failing write.
    const blocks = 700;
    const writer = start("bash", [
      "-c",
      `ulimit -f ${blocks}; exec "$0" "$@"`,
      process.execPath,
      PROGRAM,
      journal.file,
    ]);
    await writer.until((lines) => lines.at(-1)?.failed !== undefined);
    expect(writer.lines.at(-1)?.failed?.kind).to.equal("unavailable");
    expect(writer.lines.at(-1)?.failed?.reason).to.match(/^SQLITE_(IOERR|FULL)/);
    await kill(writer.child);
    const acknowledged = writer.lines.flatMap((line) => line.acknowledged ?? []);
    const store = await opened({ file: journal.file });
    const { events, error } = await readToEnd(store.capabilities.allStreams.readAll());
    expect(error).to.equal(undefined);
    const hashes = new Set(events.map((event) => event.hash));
    for (const { hash } of acknowledged) expect(hashes.has(hash)).to.equal(true);
    await store.close();
  });
});
