import { expect } from "chai";
import { sql } from "kysely";
import {
  embeddedDatabase,
  followLedger,
  type LedgerSource,
  QueryStore,
  type StoreDatabase,
} from "../src/index.js";
import { emptied } from "./emptied.js";

const scope = { parties: [], interfaces: [], blobs: false };

const updateAt = (offset: number) => {
  const times = { effectiveAt: "2026-01-01T00:00:00Z", recordTime: "2026-01-01T00:00:00Z" };
  const value = {
    updateId: `update-${offset}`,
    commandId: "",
    workflowId: "",
    ...times,
    events: [],
    offset,
    synchronizerId: "s",
    traceContext: null,
    externalTransactionHash: null,
    paidTrafficCost: null,
  };
  return JSON.stringify({ update: { Transaction: { value } } }).padEnd(5 << 20);
};

/** A ledger of large updates without an end, that counts the streams which are open. */
const endless = () => {
  const open = { now: 0 };
  const source: LedgerSource = {
    participantId: () => Promise.resolve("p"),
    ledgerEnd: () => Promise.resolve(1_000_000),
    prunedUpTo: () => Promise.resolve(0),
    packages: () => Promise.resolve([]),
    async *activeContracts() {},
    async *updates(_, { after, signal }) {
      open.now += 1;
      try {
        for (let offset = after + 1; !signal.aborted; offset += 1) yield updateAt(offset);
      } finally {
        open.now -= 1;
      }
    },
  };
  return { source, open };
};

describe("A ledger that is followed", () => {
  let database: StoreDatabase;
  before(async () => {
    database = await embeddedDatabase(undefined, 0);
  });
  after(() => database.close());

  it("has one stream open at a time while the database refuses what is written, and goes on after", async () => {
    const { db } = database;
    await emptied(db);
    const store = await QueryStore.open(db);
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`.execute(db);
    await sql`create trigger refusing before insert on _transaction
      execute function refuse()`.execute(db);
    const { source, open } = endless();
    const end = new AbortController();
    const away: Array<string> = [];
    let most = 0;
    let mend = Promise.resolve();
    const onAway = (message: string): void => {
      away.push(message);
      most = Math.max(most, open.now);
      if (away.length === 3)
        mend = sql`drop trigger refusing on _transaction`.execute(db).then(() => undefined);
    };
    const onStored = (offset: number): void => {
      if (offset > 0) end.abort();
    };
    await followLedger(source, store, { scope, signal: end.signal, onAway, onStored });
    await mend;
    expect(away.slice(0, 3)).to.deep.equal(["refused", "refused", "refused"]);
    expect(most).to.be.at.most(1);
    expect((await store.mark())?.offset).to.be.above(0);
  });

  it("begins no store with an interface that it does not know", async () => {
    const { db } = database;
    await emptied(db);
    const store = await QueryStore.open(db);
    const code = "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME";
    const source: LedgerSource = {
      ...endless().source,
      async *activeContracts() {
        yield JSON.stringify({ code, cause: "none of that name" });
      },
    };
    const { signal } = new AbortController();
    const following = followLedger(source, store, { scope, signal });
    expect(await following.catch(String)).to.equal(`SourceError: ${code}: none of that name`);
    expect(await store.mark()).to.equal(undefined);
  });
});
