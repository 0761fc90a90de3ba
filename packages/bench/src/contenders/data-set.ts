import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { joinedTexts, type JsonText } from "@tallystick/core";
import { defaultLedgerConfig, type Ledger, replayJournal } from "@tallystick/node";
import type { ActiveContractsPageQuery } from "@tallystick/views";
import { type ActiveContract, everythingFor } from "@tallystick/wire";
import { Database } from "@tallystick/sqlite";
import type { Contender, OpenContender } from "../contender.js";
import { journalFile } from "../disk.js";
import { expectRight } from "../errors.js";
import { callers, dataSet as sizes } from "../sizes.js";
import { crowd, passes, repeat, timed, type Work, working } from "../work.js";
import { openBenchLedger, viewsCaughtUp } from "./ledger.js";
import { memoryAfterCollection } from "./start.js";

/**
 * Grows the shared data set through the ledger and measures what each further active contract
 * costs in memory: everything the process keeps for it, the change id of its command included.
 */
export const growth: OpenContender = async ({ dataSet, commands }) => {
  const bench = await openBenchLedger({ data: dataSet });
  const grow = async (count: number): Promise<Work> => {
    const work = await repeat(callers.growing, count, bench.createPing);
    await viewsCaughtUp(bench);
    return work;
  };
  return {
    info: {},
    run: async () => {
      // with it the log of the data set can be made
      expectRight(await bench.ledger.drawDisclosureKey(), "drawing a key");
      const smallContracts = Math.min(sizes.smallContracts, commands >> 1);
      await grow(smallContracts);
      const small = await memoryAfterCollection();
      const { completed: contracts, elapsedMs } = await grow(commands - smallContracts);
      const large = await memoryAfterCollection();
      return {
        value: (large.heapBytes - small.heapBytes) / contracts,
        notes: {
          contracts,
          commandsPerSecond: Math.round((contracts * 1000) / elapsedMs),
          rssBytesPerContract: Math.round((large.rssBytes - small.rssBytes) / contracts),
        },
      };
    },
    close: () => bench.ledger.close(),
  };
};

/** The size of the views is for so many commands. */
const perCommands = 1_000_000;

/** How large the views' files are for each million commands of the data set. */
export const viewsSize: OpenContender = async ({ dataSet }) => {
  const bench = await openBenchLedger({ data: dataSet });
  await viewsCaughtUp(bench);
  const commands = bench.ledger.ledgerEnd();
  await bench.ledger.close();
  return {
    info: {},
    run: async () => {
      const files = readdirSync(dataSet).filter((name) => /^views-.*\.db(-wal)?$/.test(name));
      if (files.length === 0) throw new Error(`no file of views in ${dataSet}`);
      const bytes = files.reduce((sum, name) => sum + statSync(join(dataSet, name)).size, 0);
      return { value: (bytes / commands) * perCommands, notes: { files: files.length } };
    },
    close: async () => {},
  };
};

/**
 * Folds the whole journal into the ledger's state as a start without a snapshot does: read with the
 * hash chain checked, every event decoded and checked against its schema, then folded into tables,
 * by as many threads as there are processors.
 */
export const replay: OpenContender = async ({ dataSet, folder }) => {
  const store = expectRight(await sqliteStore({ file: journalFile(dataSet) }), "opening the store");
  const stream = `participant-${defaultLedgerConfig.participantName}`;
  const fold = async () =>
    expectRight(await replayJournal({ store, stream }, folder), "replaying").events;
  return working(() => timed(fold), store);
};

interface JournalRow {
  readonly position: number;
  readonly data: string;
}

/**
 * Reads the rows of the same journal from the same file and does nothing but `JSON.parse` with
 * each.
 */
export const bareReplay: OpenContender = async ({ dataSet }) => {
  const database = new Database(journalFile(dataSet), { readOnly: true });
  const page = database.prepare<[number, number], JournalRow>(
    "SELECT position, type, data FROM event WHERE position > ? ORDER BY position LIMIT ?",
  );
  const parseAll = (): number => {
    let events = 0;
    let position = 0;
    for (;;) {
      const rows = page.all(position, sizes.replayPage);
      for (const row of rows) {
        const parsed: unknown = JSON.parse(row.data);
        if (typeof parsed === "object") events += 1;
        position = row.position;
      }
      if (rows.length < sizes.replayPage) return events;
    }
  };
  return working(() => timed(parseAll), database);
};

/**
 * Reads active contracts page after page, each found by the token of the one before, from the first
 * again after the last.
 *
 * @param read reads a page as JSON; gives how many contracts it has, and the token of the next
 */
export const pageAfterPage = (
  ledger: Ledger,
  query: ActiveContractsPageQuery,
  runMs: number,
  read: PageRead = textPage,
): Contender => {
  let pageToken = "";
  const nextPage = async (): Promise<number> => {
    const { contracts, json, nextPageToken } = await read(ledger, { ...query, pageToken });
    pageToken = nextPageToken;
    if (json.length < contracts) throw new Error("no JSON");
    return contracts;
  };
  return working(() => passes(runMs, () => timed(nextPage)), ledger);
};

/** Reads those of the data set. */
const acsPagesBy =
  (read: PageRead): OpenContender =>
  async ({ dataSet, runMs }) => {
    const bench = await openBenchLedger({ data: dataSet });
    await viewsCaughtUp(bench);
    const { ledger, party } = bench;
    const query = {
      activeAtOffset: ledger.ledgerEnd(),
      eventFormat: everythingFor(party),
      maxPageSize: sizes.acsPage,
    };
    return pageAfterPage(ledger, query, runMs, read);
  };

type PageRead = (
  ledger: Ledger,
  query: ActiveContractsPageQuery,
) => Promise<{
  readonly contracts: number;
  readonly json: string;
  readonly nextPageToken: string;
}>;

/** As the HTTP interface writes them. */
const textPage: PageRead = async ({ queries }, query) => {
  const parts: Array<string> = [];
  let contracts = 0;
  const take = (part: ReadonlyArray<JsonText<ActiveContract>>): void => {
    parts.push(...joinedTexts(part.map(({ json }) => json)));
    contracts += part.length;
  };
  const answer = await queries.activeContractsPageTexts(query, { take });
  const { nextPageToken } = expectRight(answer, "reading a page");
  return { contracts, json: parts.join(","), nextPageToken };
};

export const acsPages = acsPagesBy(textPage);

/** Pages of many readers at once, with so many threads that read. */
export const pagesByThreads =
  (readThreads: number): OpenContender =>
  async ({ dataSet, runMs, inFlight }) => {
    const bench = await openBenchLedger({ data: dataSet, config: { readThreads } });
    await viewsCaughtUp(bench);
    const { ledger, party } = bench;
    const query = { eventFormat: everythingFor(party), maxPageSize: sizes.acsPage };
    let contracts = 0;
    const page = async (reader: number): Promise<void> => {
      const take = (part: ReadonlyArray<unknown>): void => void (contracts += part.length);
      const readIn = { by: `reader ${reader}`, take };
      expectRight(await ledger.queries.activeContractsPageTexts(query, readIn), "reading a page");
    };
    return working(async () => {
      contracts = 0;
      const { elapsedMs } = await crowd(inFlight, runMs, page);
      return { completed: contracts, elapsedMs };
    }, ledger);
  };

/** As a program gets them that embeds the ledger. */
export const acsObjects: OpenContender = acsPagesBy(async ({ queries }, query) => {
  const page = expectRight(await queries.activeContractsPage(query), "reading a page");
  const { activeContracts, nextPageToken } = page;
  return { contracts: activeContracts.length, json: JSON.stringify(page), nextPageToken };
});

interface EventRow {
  readonly revision: number;
  readonly data: string;
}

/**
 * Reads as many transactions of the same journal as the ledger reads contracts, in their order, in
 * one transaction a page, and does nothing but encode what it read as JSON.
 */
export const bareAcsPages: OpenContender = async ({ dataSet, runMs }) => {
  const database = new Database(journalFile(dataSet), { readOnly: true });
  const stream = database
    .prepare<[], number>("SELECT stream_id FROM stream WHERE name LIKE 'participant-%'")
    .pluck()
    .get();
  if (stream === undefined) throw new Error("the data set has no journal");
  const events = database.prepare<[number, number, number], EventRow>(
    `SELECT revision, data FROM event WHERE stream_id = ? AND revision > ?
     AND type = 'TransactionCommitted' ORDER BY revision LIMIT ?`,
  );
  const page = (after: number): ReadonlyArray<EventRow> =>
    database.transaction(() => {
      const rows = events.all(stream, after, sizes.acsPage);
      if (JSON.stringify(rows).length < rows.length) throw new Error("no JSON");
      return rows;
    });
  let after = 0;
  const nextPage = (): number => {
    const rows = page(after);
    after = rows.length < sizes.acsPage ? 0 : (rows.at(-1)?.revision ?? 0);
    return rows.length;
  };
  return working(() => passes(runMs, () => timed(nextPage)), database);
};
