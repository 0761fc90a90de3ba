import { statSync } from "node:fs";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { everythingFor } from "@tallystick/wire";
import { terminateThread } from "@tallystick/sqlite";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Ledger, LedgerOptions } from "../../src/ledger/ledger.js";
import type { LedgerNotice, LedgerThread } from "../../src/ledger/ledger-observer.js";
import {
  activeFor,
  afterwards,
  allocate,
  commit,
  openTest,
  pingBy,
  tempFolder,
  until,
} from "../test-ledger.js";

describe("A ledger whose threads are terminated", () => {
  const workers = new Set<Worker>();
  beforeEach(() => {
    const noticed = (worker: Worker): void => {
      workers.add(worker);
      worker.once("exit", () => workers.delete(worker));
    };
    process.on("worker", noticed);
    afterwards(() => {
      process.off("worker", noticed);
      workers.clear();
    });
  });

  const terminateAll = async (): Promise<number> =>
    (await Promise.all([...workers].map(terminateThread))).length;

  /** A ledger that writes runs often, and what is said and counted of it. */
  const opened = async (options: LedgerOptions = {}) => {
    const said: Array<string> = [];
    const ends: Array<LedgerThread> = [];
    const ledger = await openTest({
      data: tempFolder(),
      ...options,
      config: { projectorThread: "worker", snapshotEveryEvents: 20, ...options.config },
      onNotice: ({ kind, message }: LedgerNotice) => void said.push(`${kind}: ${message}`),
      observer: {
        opened: () => undefined,
        submitted: () => undefined,
        appended: () => undefined,
        threadEnded: (thread) => void ends.push(thread),
      },
    });
    return { ledger, said, ends };
  };

  /** How many contracts a party has at an offset; the code of the error otherwise. */
  const countAt = async (ledger: Ledger, party: string, at: number): Promise<number | string> => {
    let count = 0;
    const query = { activeAtOffset: at, eventFormat: everythingFor(party) };
    for await (const answer of ledger.queries.activeContracts(query)) {
      if (isLeft(answer)) return answer.left.code;
      count += 1;
    }
    return count;
  };

  it("takes commands all the time, reads rightly or with an error, and has them all again", async () => {
    const { ledger, said, ends } = await opened();
    const alice = await allocate(ledger, "alice");
    const first = ledger.ledgerEnd();
    let terminated = 0;
    for (let n = 1; n <= 120; n += 1) {
      await commit(ledger, pingBy(alice, `p${n}`));
      if (n % 24 === 0) {
        await until(() => workers.size > 0, "a thread runs");
        terminated += await terminateAll();
      }
      expect(await countAt(ledger, alice, first + n)).to.be.oneOf([n, "SERVICE_NOT_RUNNING"]);
    }
    await until(() => ledger.ready(), "it is ready again");
    expect(await countAt(ledger, alice, first + 120)).to.equal(120);
    expect(terminated).to.be.above(4);
    expect(ends).to.include("views");
    expect(ends).to.include("snapshot");
    // one line for those of one thread in a row; a scrub or a read may have been ended too
    const lines = said.filter((line) => line.startsWith("thread-ended"));
    expect(lines).to.have.length(new Set(ends).size);
    expect(lines.join()).to.match(/folding worker ended: exit code \d; it is restarted/);
    expect(lines.join()).to.match(/writes runs ended: exit code \d; it is restarted/);
  });

  it("writes its snapshot on another thread then, and starts from it", async () => {
    const data = tempFolder();
    const { ledger, said } = await opened({ data });
    const alice = await allocate(ledger, "alice");
    for (let n = 1; n <= 60; n += 1) {
      await commit(ledger, pingBy(alice, `p${n}`));
      if (n % 20 === 0) await terminateAll();
    }
    const manifest = join(data, "snapshot", "manifest");
    const size = (): number => statSync(manifest, { throwIfNoEntry: false })?.size ?? 0;
    await until(() => size() > 0, "there is a snapshot");
    await ledger.close();
    const again = await opened({ data });
    expect(await activeFor(again.ledger, alice)).to.have.length(60);
    expect(
      [...said, ...again.said].filter((line) => line.startsWith("views-rebuilt")),
    ).to.deep.equal([]);
  });

  it("is closed while a thread is being started again", async () => {
    const { ledger } = await opened();
    const alice = await allocate(ledger, "alice");
    await commit(ledger, pingBy(alice, "p1"));
    await terminateAll();
    await ledger.close();
  });
});
