import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import { expectRight } from "../../src/errors.js";
import { measureRow } from "../../src/measure-row.js";
import { allRows } from "../../src/rows.js";
import { openSession } from "../../src/session.js";

const rowNamed = (id: string) => {
  const row = allRows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`no row ${id}`);
  return row;
};

const tiny = { commands: 100, runMs: 20, coins: 100, keptFolder: "", profileFolder: "", esdb: "" };

describe("a row of the bench", () => {
  it("is measured on a real ledger and a real ceiling, and leaves nothing behind", async () => {
    const told: Array<string> = [];
    const session = openSession(tiny, (line) => told.push(line));
    try {
      const result = await measureRow(session, rowNamed("durable-1"), 1);
      if (result.kind === "failed") throw new Error(result.reason);
      expect(result.compared).to.have.length(1);
      expect(result.comparedSpread.median).to.be.greaterThan(0);
      expect(result.ceiling?.notes["bytesPerEvent"]).to.be.greaterThan(500);
      expect(told.join("\n")).to.contain("event rows of");
    } finally {
      session.close();
    }
  });

  it("fails alone, with its reason, when it cannot be measured", async () => {
    // a file where a folder is expected
    const session = openSession({ ...tiny, keptFolder: process.execPath }, () => {});
    const result = await measureRow(session, rowNamed("wallet-balance"), 1);
    session.close();
    expect(result.kind).to.equal("failed");
    expect(result.kind === "failed" && result.reason).to.contain(process.execPath);
  });
});

describe("a row about EventStoreDB", () => {
  it("is measured on the server that is named, both sides with streams of their own", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bench-esdb-"));
    const store = expectRight(await sqliteStore({ file: join(folder, "server.db") }), "a store");
    const started = await startWritableServer({ store, port: 0 });
    const server = expectRight(started, "a server");
    const esdb = `esdb://127.0.0.1:${server.port}?tls=false`;
    const session = openSession({ ...tiny, esdb }, () => {});
    try {
      const result = await measureRow(session, rowNamed("esdb-1"), 1);
      if (result.kind === "failed") throw new Error(result.reason);
      const streams = new Set<string>();
      for await (const page of store.capabilities.allStreams.readAll())
        for (const { stream } of expectRight(page, "reading")) streams.add(stream);
      expect([...streams].filter((name) => name.startsWith("esdb-1-"))).to.have.length(1);
      expect([...streams].filter((name) => name.startsWith("participant-esdb-1-"))).to.have.length(
        1,
      );
    } finally {
      session.close();
      await server.close();
      await store.close();
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the rows of the bench", () => {
  it("have ids of their own", () => {
    const ids = allRows.map((row) => row.id);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it("end with the one that writes in the shared data set", () => {
    expect(allRows.at(-1)?.id).to.equal("submit-large");
  });
});
