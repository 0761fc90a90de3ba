import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { decodeLedgerEvent, type TransactionCommitted } from "@tallystick/core";
import { verifyStream } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import { snapshotPath } from "../../src/snapshot/snapshot-file.js";
import {
  activeFor,
  afterwards,
  commit,
  completionsFor,
  journalOf,
  leftOf,
  openTest,
  pingBy,
  rightOf,
  streamName,
  tempFolder,
} from "../test-ledger.js";

interface Acknowledged {
  readonly commandId: string;
  readonly updateId: string;
  readonly offset: number;
}

const child = fileURLToPath(new URL("../open/crash-child.js", import.meta.url));

/** Lets a process submit, and kills it so long after its first acknowledgement. */
const killedAfter = async (
  delayMs: number,
  ...args: ReadonlyArray<string>
): Promise<{ readonly party: string; readonly acknowledged: ReadonlyArray<Acknowledged> }> => {
  const running = spawn(process.execPath, [child, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  afterwards(() => void running.kill("SIGKILL"));
  let [output, errors] = ["", ""];
  let killing: NodeJS.Timeout | undefined;
  running.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  running.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
    if (output.includes("done ")) killing ??= setTimeout(() => running.kill("SIGKILL"), delayMs);
  });
  await new Promise((resume) => running.once("close", resume));
  expect([running.signalCode, errors]).to.deep.equal(["SIGKILL", ""]);
  // a last line that was cut short was not heard by anyone
  const lines = output
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split(" "));
  const party = lines.find(([word]) => word === "party")?.[1] ?? "";
  const acknowledged = lines.flatMap(([word, commandId = "", updateId = "", offset = ""]) =>
    word === "done" ? [{ commandId, updateId, offset: Number(offset) }] : [],
  );
  return { party, acknowledged };
};

const openAgain = async (data: string) => {
  const store = rightOf(await sqliteStore({ file: join(data, "journal.db") }));
  const ledger = await openTest({ store, data });
  return { store, ledger, close: () => ledger.close().then(() => store.close()) };
};

const committedIn = async (
  store: Parameters<typeof journalOf>[0],
): Promise<ReadonlyArray<TransactionCommitted & { readonly offset: number }>> =>
  (await journalOf(store)).flatMap(({ type, data, revision }) => {
    const event = rightOf(decodeLedgerEvent(type, data, revision + 1));
    return event.type === "TransactionCommitted" ? [{ ...event, offset: revision + 1 }] : [];
  });

describe("A ledger whose process is killed under load", () => {
  it("has everything it acknowledged, once, at its offset, and knows it for a duplicate", async () => {
    const data = tempFolder();
    const acknowledged: Array<Acknowledged> = [];
    let party = "";
    for (const [round, delayMs] of [0, 70, 190, 330].entries()) {
      const inFlight = round === 1 ? "1" : "16";
      const killed = await killedAfter(delayMs, data, String(round), party, inFlight);
      party = killed.party;
      expect(killed.acknowledged).to.not.deep.equal([]);
      acknowledged.push(...killed.acknowledged);
      if (round === 2) rmSync(snapshotPath(data), { recursive: true, force: true });
    }
    const { store, ledger, close } = await openAgain(data);
    const end = ledger.ledgerEnd();
    expect(rightOf(await verifyStream(store, streamName)).revision).to.equal(end - 1);
    const committed = await committedIn(store);
    const byOffset = new Map(committed.map((event) => [event.offset, event]));
    const completions = new Map(
      (await completionsFor(ledger, party)).map((item) => [item.offset, item]),
    );
    for (const { commandId, updateId, offset } of acknowledged) {
      expect(byOffset.get(offset)).to.include({ commandId, updateId });
      expect(completions.get(offset)).to.include({ commandId, updateId });
    }
    expect(new Set(committed.map(({ commandId }) => commandId)).size).to.equal(committed.length);
    expect(await activeFor(ledger, party)).to.have.length(committed.length);
    for (const { commandId, offset } of acknowledged.filter((_, at) => at % 37 === 0)) {
      const again = leftOf(await ledger.submitAndWait(pingBy(party, commandId)));
      expect(again.code).to.equal("DUPLICATE_COMMAND");
      expect(again.context).to.include({ completion_offset: String(offset) });
    }
    await commit(ledger, pingBy(party, "life continues"));
    await close();
  });
});
