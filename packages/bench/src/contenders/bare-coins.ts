import Database from "better-sqlite3";
import type { Contender, ContenderSettings } from "../contender.js";
import { coinJournal } from "./coin-journal.js";
import { grownFile } from "./grown-file.js";
import { asking, type Question } from "./wallet-coins.js";

/** Creations in one transaction of the database. */
const insertedAtOnce = 10_000;

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
export const openTable = async (
  settings: ContenderSettings,
  question: (db: Database.Database) => Question,
): Promise<Contender> => {
  const { coins } = settings;
  const name = `coins-${coins}.db`;
  const db = new Database(await grownFile(settings, name, (file) => growTable(file, coins)));
  return asking(settings, question(db), () => db.close());
};

const unitsPerCc = 10_000_000_000n;

/** The sum of a party's coins, exact. */
export const balanceOfRows = (db: Database.Database): Question => {
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
};

/** The stored texts of a party's coins, joined. */
export const coinsOfRows = (db: Database.Database): Question => {
  const read = db
    .prepare<[string], string>("SELECT content FROM coins WHERE party = ? ORDER BY seq")
    .pluck();
  return (party) => `[${read.all(party).join(",")}]`.length;
};
