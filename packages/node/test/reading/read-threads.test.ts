import type { Worker } from "node:worker_threads";
import type { JsonText } from "@tallystick/core";
import { terminateThread } from "@tallystick/sqlite";
import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import type { Ledger } from "../../src/ledger/ledger.js";
import {
  afterwards,
  all,
  allocate,
  commit,
  openTest,
  pingBy,
  rightOf,
  tempFolder,
  until,
} from "../test-ledger.js";

const pings = 700;

describe("Threads that read a ledger", () => {
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

  const filled = async (readThreads: number) => {
    const ended: Array<string> = [];
    const ledger = await openTest({
      data: tempFolder(),
      config: { readThreads, maxWaitingSubmissions: pings },
      observer: {
        opened: () => undefined,
        submitted: () => undefined,
        appended: () => undefined,
        threadEnded: (thread) => void ended.push(thread),
      },
    });
    const alice = await allocate(ledger, "alice");
    const ids = Array.from({ length: pings }, (_, at) => `p${at}`);
    await Promise.all(ids.map((id) => commit(ledger, pingBy(alice, id))));
    return { ledger, alice, ended };
  };

  const contracts = async (ledger: Ledger, party: string): Promise<ReadonlyArray<string>> => {
    const found: Array<string> = [];
    const take = (part: ReadonlyArray<JsonText<unknown>>) =>
      void found.push(...part.map(({ json }) => json));
    const eventFormat = everythingFor(party);
    rightOf(await ledger.queries.activeContractsPageTexts({ eventFormat }, { take }));
    return found;
  };

  /** The same, as objects: those are read where they are used. */
  const asObjects = async (ledger: Ledger, party: string): Promise<ReadonlyArray<string>> => {
    const eventFormat = everythingFor(party);
    const page = rightOf(await ledger.queries.activeContractsPage({ eventFormat }));
    return page.activeContracts.map((each) => JSON.stringify(each));
  };

  const updates = (ledger: Ledger, party: string) =>
    all(
      ledger.queries.updateTexts({
        beginExclusive: 0,
        endInclusive: ledger.ledgerEnd(),
        updateFormat: {
          includeTransactions: {
            transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
            eventFormat: everythingFor(party),
          },
        },
      }),
    );

  it("start with the first large read, and answer what the ledger's own thread answers", async () => {
    const { ledger, alice } = await filled(2);
    const before = workers.size;
    const read = await Promise.all([contracts(ledger, alice), contracts(ledger, alice)]);
    expect(workers.size).to.equal(before + 2);
    expect(read[0]).to.have.length(pings);
    expect(read[0]).to.deep.equal(await asObjects(ledger, alice));
    expect(read[1]).to.deep.equal(read[0]);
    expect(await updates(ledger, alice)).to.have.length(pings);
  });

  it("see what was committed before the read", async () => {
    const { ledger, alice } = await filled(1);
    for (let at = 0; at < 20; at++) {
      await commit(ledger, pingBy(alice, `later${at}`));
      expect(await contracts(ledger, alice)).to.have.length(pings + at + 1);
    }
  });

  it("leave the read to the ledger's own thread when they end, and come back", async () => {
    const { ledger, alice, ended } = await filled(1);
    const whole = await contracts(ledger, alice);
    for (let time = 0; time < 3; time++) {
      const read = contracts(ledger, alice);
      await Promise.all([...workers].map(terminateThread));
      expect(await read).to.deep.equal(whole);
      expect(await contracts(ledger, alice)).to.deep.equal(whole);
    }
    expect(ended).to.include("reads");
    const before = workers.size;
    await until(async () => {
      expect(await contracts(ledger, alice)).to.deep.equal(whole);
      return workers.size > before;
    }, "a thread is back");
  });

  it("answer nothing that was pruned", async () => {
    const { ledger, alice } = await filled(1);
    await contracts(ledger, alice);
    const upTo = ledger.ledgerEnd();
    await commit(ledger, pingBy(alice, "last"));
    rightOf(await ledger.prune(upTo));
    const answer = await ledger.queries.updatesPageTexts(
      {
        beginOffsetExclusive: 0,
        updateFormat: {
          includeTransactions: {
            transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
            eventFormat: everythingFor(alice),
          },
        },
      },
      { take: () => {} },
    );
    expect(answer).to.have.nested.property("left.code", "PARTICIPANT_PRUNED_DATA_ACCESSED");
    expect(await contracts(ledger, alice)).to.have.length(pings + 1);
  });

  it("end with the ledger, also while they read", async () => {
    const { ledger, alice } = await filled(2);
    await contracts(ledger, alice);
    const reading = contracts(ledger, alice).catch(String);
    await ledger.close();
    await reading;
    expect(workers.size).to.equal(0);
  });
});
