import { auditRules, contractsOf, stateAt } from "@tallystick/audit";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { auditJournal, defaultLedgerConfig } from "@tallystick/node";
import Database from "better-sqlite3";
import { createHash } from "node:crypto";
import type { OpenContender } from "../contender.js";
import { journalFile } from "../disk.js";
import { expectRight } from "../errors.js";
import { dataSet as sizes } from "../sizes.js";
import { timed, working } from "../work.js";

const stream = `participant-${defaultLedgerConfig.participantName}`;

const opened = async (dataSet: string) => ({
  store: expectRight(await sqliteStore({ file: journalFile(dataSet) }), "opening the store"),
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
  return working(() => timed(verify), journal.store);
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

interface JournalRow {
  readonly position: number;
  readonly data: string;
}

/** Reads the rows of the same journal from the same file and hashes the data of each. */
export const bareHash: OpenContender = async ({ dataSet }) => {
  const database = new Database(journalFile(dataSet), { readonly: true });
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
