import { spawn } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { verifyStream } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import { newResidue } from "../../src/pruning/pruning-boundary.js";
import { erasedIn, erasingDone, pruningsIn } from "../pruning/pruned-ledger.js";
import {
  activeFor,
  afterwards,
  codeOf,
  commit,
  journalOf,
  openTest,
  pingBy,
  rightOf,
  streamName,
  tempFolder,
} from "../test-ledger.js";

const child = fileURLToPath(new URL("./prune-crash-child.js", import.meta.url));

interface Said {
  readonly party: string;
  /** Acknowledged commands, by what they did. */
  readonly created: ReadonlyArray<string>;
  readonly archived: ReadonlyArray<string>;
  readonly pruned: ReadonlyArray<number>;
}

/** Lets a process prune what it submits, and kills it so long after a pruning was acknowledged. */
const killedAfter = async (data: string, round: number, party: string, delayMs: number) => {
  const running = spawn(process.execPath, [child, data, String(round), party], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  afterwards(() => void running.kill("SIGKILL"));
  let [output, errors] = ["", ""];
  let killing: NodeJS.Timeout | undefined;
  running.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  running.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
    if (output.includes("pruned ")) killing ??= setTimeout(() => running.kill("SIGKILL"), delayMs);
  });
  await new Promise((resume) => running.once("close", resume));
  expect([running.signalCode, errors]).to.deep.equal(["SIGKILL", ""]);
  const lines = output
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split(" "));
  const wordsOf = (first: string) =>
    lines.flatMap(([word, value = ""]) => (word === first ? [value] : []));
  const said: Said = {
    party: wordsOf("party")[0] ?? "",
    created: wordsOf("created"),
    archived: wordsOf("archived"),
    pruned: wordsOf("pruned").map(Number),
  };
  return said;
};

describe("A ledger whose process is killed while it is pruned", () => {
  it("has all that is active, knows all that was accepted, and ends the erasing", async () => {
    const data = tempFolder();
    const all: Array<Said> = [];
    for (const [round, delayMs] of [0, 4, 15, 40, 90].entries()) {
      all.push(await killedAfter(data, round, all[0]?.party ?? "", delayMs));
      if (round === 1) rmSync(join(data, "snapshot"), { recursive: true, force: true });
      if (round === 2) {
        for (const name of readdirSync(data))
          if (name.startsWith("views-")) rmSync(join(data, name));
      }
    }
    const party = all[0]?.party ?? "";
    const store = rightOf(await sqliteStore({ file: join(data, "journal.db") }));
    const ledger = await openTest({ store, data });
    await erasingDone(store);
    const pruned = Math.max(...all.flatMap((said) => said.pruned));
    expect(pruned).to.be.above(0);
    expect(ledger.prunedUpTo()).to.be.at.least(pruned);
    rightOf(await verifyStream(store, streamName));
    const archived = new Set(all.flatMap((said) => said.archived));
    const created = new Set(all.flatMap((said) => said.created));
    const active = new Set((await activeFor(ledger, party)).map(({ contractId }) => contractId));
    // the last archival of each lane may have been committed without anyone hearing of it
    const unheard = [...created].filter((id) => !archived.has(id) && !active.has(id));
    expect(unheard.length).to.be.at.most(8 * all.length);
    for (const contractId of archived) expect(active.has(contractId)).to.equal(false);
    expect(active.size).to.be.above(0);
    const residue = newResidue();
    const journal = await journalOf(store);
    for (const { revision, erased, data: text } of journal)
      if (erased !== undefined) residue.add(revision + 1, erased, text);
    const last = (await pruningsIn(store)).at(-1);
    expect(residue.digest()).to.equal(last?.residue);
    expect(erasedIn(journal)).to.have.length(last?.erased ?? -1);
    for (let round = 0; round < 5; round++) {
      const again = await ledger.submitAndWait(pingBy(party, `r${round}-0-0`));
      expect(codeOf(again), `round ${round}`).to.equal("DUPLICATE_COMMAND");
    }
    await commit(ledger, pingBy(party, "life continues"));
    await ledger.close();
    await store.close();
  });
});
