import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { RecordedEvent } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { lastingPort } from "@tallystick/dev";
import { expect } from "chai";
import { startEventServer } from "../../src/index.js";
import { newEvents } from "../client/opened-store.js";
import { atEnd, rightOf, until } from "../served-store.js";

type Line = Readonly<Record<string, unknown>>;

/** Starts the other program; its lines come in as it prints them. */
const follower = (file: string, connectionString: string, position = "") => {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const args = [program, connectionString, position, "participant-p"];
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: Line[] = [];
  if (child.stdout !== null)
    createInterface(child.stdout).on("line", (line) => lines.push(JSON.parse(line)));
  const ended = new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
  });
  atEnd(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { lines, ended, events: () => lines.filter(({ id }) => id !== undefined) };
};

/** Programs with a client each, and the scheme that it knows. */
const programs = [
  ["the official client", "esdb", "follow-process.js"],
  ["the official client for KurrentDB, which reads in Rust,", "kurrentdb", "kurrent-process.js"],
] as const;

/** Follows with this program from the first event, over a restart of the server, and resumes. */
const followsOverRestart = async (scheme: string, file: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "tallystick-follow-"));
  atEnd(() => rmSync(folder, { recursive: true }));
  const store = rightOf(await sqliteStore({ file: join(folder, "journal.db") }));
  atEnd(() => store.close());
  const written = newEvents(3);
  rightOf(await store.append("participant-p", "no-stream", written));
  const first = rightOf(await startEventServer({ store, port: await lastingPort() }));
  const address = `${scheme}://127.0.0.1:${first.port}?tls=false`;
  const one = follower(file, address);
  await until(() => one.events().length === 3, "the first three have come");
  const readBack = one.lines.find((line) => line["readBack"] !== undefined)?.["readBack"];
  if (file === "kurrent-process.js")
    expect(readBack).to.deep.equal(one.events().slice(1).toReversed());
  rightOf(await store.append("participant-p", 2, newEvents(2)));
  await until(() => one.events().length === 5, "two more have come");
  await first.close();
  await one.ended;
  expect(one.lines.at(-1)).to.deep.equal({ dropped: "unavailable" });

  rightOf(await store.append("participant-p", 4, newEvents(2)));
  const second = rightOf(await startEventServer({ store, port: first.port }));
  atEnd(() => second.close());
  const two = follower(file, address, String(one.events().at(-1)?.["position"]));
  await until(() => two.events().length === 2, "what it missed has come");
  rightOf(await store.append("participant-p", 6, newEvents(1)));
  await until(() => two.events().length === 3, "the last has come");

  const stored: RecordedEvent[] = [];
  for await (const page of store.readStream("participant-p")) stored.push(...rightOf(page));
  const received = [...one.events(), ...two.events()];
  expect(
    received.map(({ id, type, revision, data }) => ({ id, type, revision, data })),
  ).to.deep.equal(stored.map(({ id, type, revision, data }) => ({ id, type, revision, data })));
  expect(received.map(({ metadata }) => metadata)).to.deep.equal(
    stored.map(({ hash, metadata }) => ({ hash, metadata })),
  );
};

describe("A program of another team that follows an embedded ledger", () => {
  for (const [client, scheme, file] of programs) {
    it(`with ${client} gets the same events in the same order, and resumes after the server has restarted`, async () => {
      await followsOverRestart(scheme, file);
    });
  }
});
