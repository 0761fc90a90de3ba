import { type Ledger, orThrow } from "@tallystick/node";
import { EventFormatWire } from "@tallystick/wire";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { sql } from "kysely";
import {
  embeddedDatabase,
  embeddedSource,
  followLedger,
  QueryStore,
  type StoreDatabase,
} from "../../src/index.js";
import { eventFormatOf } from "../../src/source/ledger-source.js";
import { emptied } from "../emptied.js";
import { allocateBoth, openAssets, play, step, wholeScope } from "../asset-history.js";

const decodedFormat = () => {
  const format = EventFormatWire.decode(eventFormatOf(wholeScope));
  if (isLeft(format)) throw new Error("the scope is no filter");
  return format.right;
};

/** The active contracts and their views at an offset, as the ledger's own views have them. */
const activeThere = async (ledger: Ledger, activeAtOffset: number) => {
  const eventFormat = decodedFormat();
  const found: Array<unknown> = [];
  for await (const item of ledger.queries.activeContracts({ activeAtOffset, eventFormat })) {
    const { contractEntry } = orThrow(item);
    if (!("JsActiveContract" in contractEntry)) continue;
    const { createdEvent } = contractEntry.JsActiveContract;
    const { contractId, createArgument, interfaceViews, offset, signatories } = createdEvent;
    found.push([contractId, "template", offset, createArgument, signatories]);
    for (const { viewValue } of interfaceViews)
      found.push([contractId, "interface", offset, viewValue, signatories]);
  }
  return comparable(found);
};

const activeStored = async ({ db }: StoreDatabase, offset: number) => {
  const { rows } = await sql<{ row: unknown }>`
    select json_build_array(contract_id, payload_type, created_at_offset, payload, signatories) as row
    from active(null, ${offset}::bigint)`.execute(db);
  return comparable(rows.map(({ row }) => row));
};

const withSortedKeys = (_: string, value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

const comparable = (rows: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  rows.map((row) => JSON.stringify(row, withSortedKeys)).sort();

describe("A ledger in a query store", () => {
  let database: StoreDatabase;
  before(async () => {
    database = await embeddedDatabase(undefined, 0);
  });
  after(() => database.close());

  it("has the contracts that the ledger has, at each offset of random histories, however often it is stopped", async () => {
    const histories = fc.array(fc.array(step, { maxLength: 12 }), { maxLength: 3, minLength: 1 });
    await fc.assert(
      fc.asyncProperty(histories, async (parts) => {
        await emptied(database.db);
        const ledger = await openAssets();
        const both = await allocateBoth(ledger);
        for (const steps of parts) {
          await play(ledger, both, steps);
          const store = await QueryStore.open(database.db);
          const { signal } = new AbortController();
          await followLedger(embeddedSource(ledger), store, {
            scope: wholeScope,
            once: true,
            signal,
          });
        }
        for (let offset = 0; offset <= ledger.ledgerEnd(); offset += 1) {
          expect(await activeStored(database, offset)).to.deep.equal(
            await activeThere(ledger, offset),
          );
        }
        await ledger.close();
      }),
      { numRuns: 10 },
    );
  });
});
