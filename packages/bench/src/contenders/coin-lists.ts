import { Amulet } from "@tallystick/coin";
import { int64From } from "@tallystick/core";
import type { JournalEntry } from "@tallystick/views";
import { openWalletViews, type WalletViews } from "@tallystick/views/wallet";
import { Database } from "@tallystick/sqlite";
import type { Contender, ContenderSettings, OpenContender } from "../contender.js";
import { grownFile } from "../disk.js";
import { expectRight } from "../errors.js";
import { randomFrom } from "../random.js";
import { coinJournalSizes } from "../sizes.js";
import { passes, timed, working } from "../work.js";
import { coinJournal, coinParty, partiesFor } from "./coin-journal.js";

const { foldedAtOnce, insertedAtOnce, askedAtOnce } = coinJournalSizes;

/** Answers a question about one party. @returns a figure by which both sides can be compared */
type Question = (party: string) => number;

/** A contender that answers a question about parties at random. */
const asking = (
  { coins, runMs }: ContenderSettings,
  ask: Question,
  of: { close(): unknown },
): Contender => {
  const parties = partiesFor(coins);
  const random = randomFrom(1);
  let sum = 0;
  const askSome = (): number => {
    for (let at = 0; at < askedAtOnce; at++) sum += ask(coinParty(random(parties)));
    return askedAtOnce;
  };
  const run = async () => {
    sum = 0;
    const work = await passes(runMs, () => timed(askSome));
    return { ...work, notes: { parties, coins, average: sum / work.completed } };
  };
  return working(run, of);
};

/** The views of a journal that is only known by its name here. */
const viewsAt = (file: string): WalletViews => {
  const views = expectRight(openWalletViews(file), "opening the views");
  views.begin("bench", Number.MAX_SAFE_INTEGER);
  return views;
};

/** Makes views in which coins have come and gone. */
const growViews = async (file: string, live: number): Promise<void> => {
  const views = viewsAt(file);
  let entries: Array<JournalEntry> = [];
  for (const { entry } of coinJournal(live)) {
    entries.push(entry());
    if (entries.length < foldedAtOnce) continue;
    expectRight(await views.fold(entries), "folding");
    entries = [];
  }
  expectRight(await views.fold(entries), "folding");
  await views.close();
};

/** The views of the wallet, asked by what its endpoints call. */
const ofViews =
  (question: (views: WalletViews) => Question): OpenContender =>
  async (settings) => {
    const grow = (file: string) => growViews(file, settings.coins);
    const views = viewsAt(await grownFile(settings, `wallet-${settings.coins}.db`, grow));
    return asking(settings, question(views), views);
  };

const round = { number: expectRight(int64From(9), "a round") };

/** Balances of parties, as `GET /v0/wallet/balance` adds them up. */
export const balances = ofViews(
  (views) => (party) =>
    Number(expectRight(views.balances.now(party, round), "the balance").unlocked),
);

/** Lists of parties' coins as `GET /v0/wallet/coins` shows them, as JSON text. */
export const lists = ofViews(
  (views) => (party) => JSON.stringify(views.contractsOf(Amulet, party)).length,
);

const tables = `
  CREATE TABLE coins (
    seq INTEGER PRIMARY KEY,
    contract_id TEXT NOT NULL UNIQUE,
    party TEXT NOT NULL,
    amount TEXT NOT NULL,
    content TEXT NOT NULL
  ) STRICT;
  CREATE INDEX coins_by_party ON coins (party, seq);
`;

/** Makes a table of the coins that the journal makes and archives, and nothing else. */
const growTable = (file: string, live: number): void => {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.exec(tables);
  const insert = db.prepare(
    "INSERT INTO coins (contract_id, party, amount, content) VALUES (?, ?, ?, ?)",
  );
  const remove = db.prepare("DELETE FROM coins WHERE contract_id = ?");
  let pending = 0;
  db.exec("BEGIN");
  for (const { nodes } of coinJournal(live)) {
    for (const node of nodes) {
      if (node.kind === "exercise") {
        remove.run(node.contractId);
      } else {
        const party = node.signatories.find((each) => !each.startsWith("DSO::"));
        insert.run(node.contractId, party, "12.5000000000", JSON.stringify(node));
      }
    }
    pending += nodes.length;
    if (pending < insertedAtOnce) continue;
    db.exec("COMMIT; BEGIN");
    pending = 0;
  }
  db.exec("COMMIT");
  db.close();
};

/** The bare table, asked by one prepared statement. */
const ofTable =
  (question: (db: Database) => Question): OpenContender =>
  async (settings) => {
    const grow = (file: string) => growTable(file, settings.coins);
    const db = new Database(await grownFile(settings, `coins-${settings.coins}.db`, grow));
    return asking(settings, question(db), db);
  };

const unitsPerCc = 10_000_000_000n;

/** Balances of parties, the exact sum of the rows of one query. */
export const bareBalances = ofTable((db) => {
  const read = db.prepare<[string], { readonly amount: string }>(
    "SELECT amount FROM coins WHERE party = ? ORDER BY seq",
  );
  return (party) => {
    let sum = 0n;
    for (const { amount } of read.all(party)) {
      const [whole = "0", places = "0"] = amount.split(".");
      sum += BigInt(whole) * unitsPerCc + BigInt(places);
    }
    return Number(sum);
  };
});

/** Lists of parties' coins, the texts of the rows of one query, joined. */
export const bareLists = ofTable((db) => {
  const read = db
    .prepare<[string], string>("SELECT content FROM coins WHERE party = ? ORDER BY seq")
    .pluck();
  return (party) => `[${read.all(party).join(",")}]`.length;
});
