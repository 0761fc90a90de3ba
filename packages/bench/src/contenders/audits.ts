import {
  auditRules,
  contractsOf,
  JournalLog,
  LogFolder,
  LogService,
  originOf,
  stateAt,
} from "@tallystick/audit";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { auditJournal, defaultLedgerConfig } from "@tallystick/node";
import { Database } from "@tallystick/sqlite";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { checkProof, logAlone, type WitnessPolicy } from "@tallystick/transparency";
import { isLeft } from "fp-ts/lib/Either.js";
import type { OpenContender } from "../contender.js";
import { journalFile } from "../disk.js";
import { expectRight } from "../errors.js";
import { randomFrom } from "../random.js";
import { dataSet as sizes } from "../sizes.js";
import { crowd, timed, type Work, working } from "../work.js";
import { openBenchLedger, viewsCaughtUp } from "./ledger.js";

const stream = `participant-${defaultLedgerConfig.participantName}`;

const opened = async (dataSet: string) => ({
  store: expectRight(
    await sqliteStore({ file: journalFile(dataSet), readOnly: true }),
    "opening the store",
  ),
  stream,
});

/** Verifies the journal at the level `chain`, without the other files of its folder. */
export const auditChain: OpenContender = async ({ dataSet }) => {
  const journal = await opened(dataSet);
  const verify = async (): Promise<number> => {
    const report = expectRight(await auditJournal(journal, undefined), "verifying");
    if (report.findings.length > 0) throw new Error("the data set is damaged");
    return report.journal.events;
  };
  return working(() => timed(verify), journal.store);
};

/** Verifies the journal at the level `rules`: decides every command again. */
export const auditByRules: OpenContender = async ({ dataSet }) => {
  const journal = await opened(dataSet);
  const verify = async (): Promise<number> => {
    const report = expectRight(
      await auditRules(journal, { level: "rules", packages: [] }),
      "rules",
    );
    if (report.findings.length > 0) throw new Error("the data set breaks a rule");
    return report.events;
  };
  const run = async (): Promise<Work> => {
    const before = process.cpuUsage();
    const work = await timed(verify);
    const { user, system } = process.cpuUsage(before);
    const eventsPerCpuSecond = Math.round((work.completed * 1e6) / (user + system));
    return { ...work, notes: { eventsPerCpuSecond, peakRssKiB: process.resourceUsage().maxRSS } };
  };
  return working(run, journal.store);
};

/** Folds the journal up to its middle, and lists the active contracts of that moment. */
export const pastState: OpenContender = async ({ dataSet }) => {
  const journal = await opened(dataSet);
  const last = expectRight(await journal.store.lastEvent(stream), "the last event");
  const offset = Math.ceil((last?.revision ?? 1) / 2);
  const look = async (): Promise<number> =>
    contractsOf(await stateAt(journal, { offset }), {}).length;
  return working(() => timed(look), journal.store);
};

const domain = "bench.example";

/** Proofs that are made or checked between two looks at the clock. */
const proofsAtOnce = 50;

/** The log of the data set, next to it, and the means to prove random events. */
const openedLog = async (dataSet: string) => {
  const journal = await opened(dataSet);
  const folder = new LogFolder(join(dataSet, "log"));
  const log = await JournalLog.open(journal, folder);
  const key = folder.key() ?? folder.makeKey(originOf(journal, domain, log.incarnation));
  log.sign(key);
  const random = randomFrom(1);
  // the first events are those of the packages and the key
  const anyOffset = (): number => log.size - random(Math.floor(log.size / 2));
  const prove = (): Promise<string> => log.prove(anyOffset(), () => true);
  return { prove, policy: logAlone(key.verifier), store: journal.store };
};

/** Proves events of the journal, each whole. */
export const proofsMade: OpenContender = async ({ dataSet, runMs }) => {
  const { prove, store } = await openedLog(dataSet);
  return working(() => crowd(1, runMs, prove), store);
};

const checkAll = (proofs: ReadonlyArray<string>, policy: WitnessPolicy): void => {
  for (const proof of proofs)
    if (isLeft(checkProof(proof, policy))) throw new Error("a proof does not hold");
};

/** Checks proofs with the key of their log alone. */
export const proofsChecked: OpenContender = async ({ dataSet }) => {
  const { prove, policy, store } = await openedLog(dataSet);
  const proofs: Array<string> = [];
  for (let at = 0; at < proofsAtOnce; at++) proofs.push(await prove());
  const check = (): number => {
    for (let pass = 0; pass < proofsAtOnce; pass++) checkAll(proofs, policy);
    return proofsAtOnce * proofsAtOnce;
  };
  return working(() => timed(check), store);
};

/** As `submitting`, with the log of the journal kept and signed meanwhile. */
export const submittingAndSigning: OpenContender = async ({ folder, inFlight, runMs }) => {
  const bench = await openBenchLedger({ data: folder });
  const { ledger } = bench;
  const log = new LogService({
    address: `sqlite:${folder}`,
    stream,
    folder: join(folder, "log"),
    domain,
    ledgerEnd: () => ledger.ledgerEnd(),
    drawKey: async () => {
      const drawn = await ledger.drawDisclosureKey();
      return isLeft(drawn) ? drawn.left.cause : undefined;
    },
    signEveryMs: 30_000,
    onError: (message) => {
      throw new Error(message);
    },
  });
  const run = async () => {
    const work = await crowd(inFlight, runMs, bench.createPing);
    await viewsCaughtUp(bench);
    return { ...work, notes: { logBehind: ledger.ledgerEnd() - log.status().verifiedUpTo } };
  };
  return working(run, {
    close: async () => {
      await log.close();
      await ledger.close();
    },
  });
};

interface JournalRow {
  readonly position: number;
  readonly data: string;
}

/** Reads the rows of the same journal from the same file and hashes the data of each. */
export const bareHash: OpenContender = async ({ dataSet }) => {
  const database = new Database(journalFile(dataSet), { readOnly: true });
  const page = database.prepare<[number, number], JournalRow>(
    "SELECT position, data FROM event WHERE position > ? ORDER BY position LIMIT ?",
  );
  const hashAll = (): number => {
    let events = 0;
    for (let position = 0; ; ) {
      const rows = page.all(position, sizes.replayPage);
      for (const row of rows) {
        if (createHash("sha256").update(row.data).digest("hex").length === 64) events += 1;
        position = row.position;
      }
      if (rows.length < sizes.replayPage) return events;
    }
  };
  return working(() => timed(hashAll), database);
};
