import { expect } from "chai";
import { type Kysely, sql } from "kysely";
import { embeddedDatabase, QueryStore, type Scope, type StoreDatabase } from "../../src/index.js";
import type { StoredItem, Transaction } from "../../src/source/update-codec.js";
import { emptied } from "../emptied.js";

type Event = Transaction["events"][number];

const scope: Scope = { parties: [], interfaces: [], blobs: false };

const created = (
  offset: number,
  nodeId: number,
  contractId: string,
  more: { readonly entity?: string; readonly owner?: string } = {},
): Event => ({
  CreatedEvent: {
    offset,
    nodeId,
    contractId,
    templateId: `pkg1:${more.entity ?? "Gold:Gold"}`,
    packageName: "gold",
    representativePackageId: "pkg1",
    createArgument: { owner: more.owner ?? "alice", ounces: "8.0" },
    contractKey: null,
    contractKeyHash: "",
    createdEventBlob: "",
    interfaceViews: [
      {
        interfaceId: "pkg2:Assets:Asset",
        viewStatus: { code: 0, message: "", details: [] },
        viewValue: { amount: "8.0" },
        implementationPackageId: "pkg1",
      },
    ],
    createdAt: "2026-01-01T00:00:00Z",
    acsDelta: true,
    signatories: ["issuer"],
    observers: ["alice"],
    witnessParties: ["alice"],
  },
});

const exercised = (
  offset: number,
  nodeId: number,
  contractId: string,
  choice: string,
  consuming = true,
): Event => ({
  ExercisedEvent: {
    offset,
    nodeId,
    contractId,
    templateId: "pkg1:Gold:Gold",
    interfaceId: choice === "Give" ? "pkg2:Assets:Asset" : null,
    packageName: "gold",
    choice,
    choiceArgument: { secret: "s" },
    exerciseResult: {},
    consuming,
    actingParties: ["alice"],
    witnessParties: ["alice"],
    lastDescendantNodeId: nodeId,
    implementedInterfaces: [],
    acsDelta: consuming,
  },
});

const at = (offset: number, ...events: ReadonlyArray<Event>): StoredItem => ({
  offset,
  transaction: {
    updateId: `update-${offset}`,
    commandId: "",
    synchronizerId: "s",
    recordTime: "2026-01-01T00:00:00Z",
    workflowId: "",
    effectiveAt: `2026-01-${String(offset).padStart(2, "0")}T00:00:00Z`,
    offset,
    events,
    traceContext: { traceparent: "00-1-2-01", tracestate: null },
    externalTransactionHash: "00ff",
    paidTrafficCost: 7,
  },
});

/** Offsets 3 to 9: `a` is given on as `b`, `c` lives within one transaction, `b` is looked at. */
const history: ReadonlyArray<StoredItem> = [
  at(3, created(3, 0, "a")),
  at(5, exercised(5, 0, "a", "Give"), created(5, 1, "b", { owner: "bob" })),
  at(6, created(6, 0, "c"), exercised(6, 1, "c", "Melt")),
  { offset: 7 },
  at(9, exercised(9, 0, "b", "Look", false), created(9, 1, "d", { entity: "Other:Gold" })),
];

const packages = () =>
  Promise.resolve([
    { packageId: "pkg1", name: "gold", version: "1.0.0" },
    { packageId: "pkg2", name: "assets", version: null },
  ]);

describe("The functions of a query store", () => {
  let database: StoreDatabase;
  let db: Kysely<unknown>;
  before(async () => {
    database = await embeddedDatabase(undefined, 0);
    db = database.db;
  });
  after(() => database.close());

  beforeEach(async () => {
    await emptied(db);
    await sql`reset all`.execute(db);
    const store = await QueryStore.open(db);
    const nothing = (async function* () {})();
    await store.begin({ participantId: "p", scope, offset: 0 }, nothing, packages);
    for (const item of history) await store.add([item], packages);
  });

  const rows = async (query: string): Promise<ReadonlyArray<unknown>> => {
    const { rows: found } = await sql<{ row: unknown }>`
      select to_json(array(select to_json(x) from (${sql.raw(query)}) x)) as row`.execute(db);
    // border: an array of JSON
    return found[0]?.row as ReadonlyArray<unknown>;
  };
  const ids = async (call: string): Promise<ReadonlyArray<string>> => {
    const found = await rows(`select contract_id from ${call} order by 1`);
    return found.map((row) => Object(row).contract_id);
  };
  const failure = async (query: string): Promise<string> =>
    rows(query).then(
      () => "no error",
      (thrown: Error) => thrown.message,
    );

  for (const [call, expected] of [
    ["active('gold:Gold:Gold')", ["b"]],
    ["active('Gold:Gold', 3)", ["a"]],
    ["active('assets:Assets:Asset')", ["b", "d"]],
    ["active('Asset', 5)", ["b"]],
    ["active('Nothing')", []],
    ["active(null, 2)", []],
    ["creates('Gold:Gold')", ["a", "b", "c"]],
    ["creates('Gold:Gold', 4, 5)", ["b"]],
    ["archives('Gold:Gold')", ["a", "c"]],
    ["archives('Gold:Gold', 6, 9)", ["c"]],
    ["exercises('assets:Assets:Asset:Give')", ["a"]],
    ["exercises('Gold:Gold:Melt')", ["c"]],
    ["exercises('Gold:Look')", ["b"]],
    ["exercises('Look')", ["b"]],
    ["exercises(qname => 'Give', from_offset => 4, to_offset => 5)", ["a"]],
    [`active(qname => 'Gold:Gold', "offset" => 5)`, ["b"]],
    ["exercises()", ["a", "b", "c"]],
    ["exercises(null, 6)", ["b", "c"]],
    ["lookup_contract('b')", ["b", "b"]],
    ["lookup_contract('b', 'Asset')", ["b"]],
    ["lookup_exercises('a')", ["a"]],
  ] as const) {
    it(`${call} has ${expected.join(" and ") || "nothing"}`, async () => {
      expect(await ids(call)).to.deep.equal(expected);
    });
  }

  it("refuse a name that several templates have, and say which", async () => {
    expect(await failure("select * from active('Gold')")).to.contain(
      '"Gold" is ambiguous: gold:Gold:Gold, gold:Other:Gold',
    );
  });

  it("give the columns that users of the Participant Query Store know", async () => {
    expect(await rows("select * from lookup_contract('a', 'gold:Gold:Gold')")).to.deep.equal([
      {
        template_fqn: "gold:Gold:Gold",
        payload_type: "template",
        create_event_pk: 2 ** 20,
        create_event_id: { offset: 3, node_id: 0 },
        created_at_ix: 1,
        created_at_offset: 3,
        created_effective_at: "2026-01-03T00:00:00+00:00",
        archive_event_pk: 2 * 2 ** 20,
        archive_event_id: { offset: 5, node_id: 0 },
        archived_at_ix: 2,
        archived_at_offset: 5,
        archived_effective_at: "2026-01-05T00:00:00+00:00",
        life_ix: "[1,2)",
        contract_id: "a",
        payload: { owner: "alice", ounces: "8.0" },
        contract_key: null,
        metadata: null,
        package_name: "gold",
        package_version: "1.0.0",
        package_id: "pkg1",
        creation_package_id: "pkg1",
        redaction_id: null,
        signatories: ["issuer"],
        observers: ["alice"],
        witnesses: ["alice"],
        divulged_only: false,
        _type_pk: 1,
      },
    ]);
    const [look] = await rows("select * from exercises('Look')");
    expect(look).to.include({
      template_fqn: "gold:Gold:Gold",
      choice_fqn: "gold:Gold:Gold:Look",
      choice: "Look",
      consuming: false,
      exercised_at_offset: 9,
      package_version: "1.0.0",
      last_descendant_node_id: 0,
    });
    const [given] = await rows("select *, e.stakeholders from exercises('Give') e");
    expect(given).to.include({ template_fqn: "assets:Assets:Asset", package_name: "assets" });
    expect(Object(given).stakeholders).to.deep.equal(["alice", "issuer"]);
    const [give] = await rows("select * from transactions where ix = 2");
    expect(give).to.deep.equal({
      ix: 2,
      offset: 5,
      transaction_id: "update-5",
      effective_at: "2026-01-05T00:00:00+00:00",
      workflow_id: null,
      trace_context: { trace_parent: "00-1-2-01", trace_state: null },
      external_transaction_hash: "\\x00ff",
      paid_traffic_cost: 7,
    });
  });

  it("count", async () => {
    const gold = { template_fqn: "gold:Gold:Gold", payload_type: "template" };
    const counted = (call: string) =>
      rows(`select * from ${call} where template_fqn = 'gold:Gold:Gold'`);
    expect(await counted("summary_active()")).to.deep.equal([{ ...gold, count: 1 }]);
    expect(await counted("summary_creates()")).to.deep.equal([{ ...gold, count: 3 }]);
    expect(await counted("summary_archives(6)")).to.deep.equal([{ ...gold, count: 1 }]);
    expect(await counted("summary_transients()")).to.deep.equal([{ ...gold, count: 2 }]);
    expect(await counted("summary_updates(5, 6)")).to.deep.equal([
      { ...gold, creates: 2, archives: 2 },
    ]);
    expect(await rows("select choice, count from summary_exercises() order by 1")).to.deep.equal([
      { choice: "Give", count: 1 },
      { choice: "Look", count: 1 },
      { choice: "Melt", count: 1 },
    ]);
  });

  it("look at the past of a session until it is released", async () => {
    expect(await rows("select set_latest(5), set_oldest(4)")).to.deep.equal([
      { set_latest: 5, set_oldest: 4 },
    ]);
    expect(await ids("active('Gold:Gold')")).to.deep.equal(["b"]);
    expect(await ids("creates('Gold:Gold')")).to.deep.equal(["b"]);
    expect(await rows('select "offset" from transactions')).to.deep.equal([{ offset: 5 }]);
    await rows("select set_latest(null), set_oldest(null)");
    expect(await rows("select latest_offset() as l, oldest_offset() as o")).to.deep.equal([
      { l: 9, o: 0 },
    ]);
    expect(await failure("select set_latest(10)")).to.contain(
      "offset 10 is not there yet: the history ends at offset 9",
    );
  });

  it("find offsets by time, and say which are there", async () => {
    expect(
      await rows("select nearest_offset(timestamptz '2026-01-05T12:00:00Z') as o"),
    ).to.deep.equal([{ o: 5 }]);
    expect(await rows("select validate_offset_exists(8) as o")).to.deep.equal([{ o: 8 }]);
    expect(await failure("select * from active(null, 10)")).to.contain("offset 10 is not there");
    expect(await failure("select * from creates(null, 1, 10)")).to.contain(
      "offset 10 is not there",
    );
    expect(await rows("select * from latest_checkpoint()")).to.deep.equal([{ offset: 9, ix: 4 }]);
  });

  it("redact what is archived, once", async () => {
    expect(await rows("select redact_contract('a', 'r1') as n")).to.deep.equal([{ n: 2 }]);
    const redacted = "select payload, redaction_id from lookup_contract('a', 'Gold:Gold')";
    expect(await rows(redacted)).to.deep.equal([{ payload: null, redaction_id: "r1" }]);
    expect(await failure("select redact_contract('a', 'r2')")).to.contain("already redacted");
    expect(await failure("select redact_contract('b', 'r2')")).to.contain("contract b is active");
    expect(await failure("select redact_contract('z', 'r2')")).to.contain("there is no contract z");
    await rows("select redact_exercise((5, 0)::event_id, 'r3')");
    expect(await failure("select redact_exercise((5, 0)::event_id, 'r4')")).to.contain(
      "there is no exercise (5,0) that is not redacted",
    );
    expect(
      await rows("select argument, result, redaction_id from lookup_exercises('a')"),
    ).to.deep.equal([{ argument: null, result: null, redaction_id: "r3" }]);
  });

  it("prune up to an offset, and keep what is active there", async () => {
    const affected = { squash_inclusive: 6, new_oldest: 6, affected_transactions: 3 };
    expect(await rows("select * from validate_pruning_offset(6)")).to.deep.equal([affected]);
    expect(await rows("select * from prune_to_offset(6)")).to.deep.equal([affected]);
    expect(await ids("active('Gold:Gold')")).to.deep.equal(["b"]);
    expect(await ids("creates('Gold:Gold')")).to.deep.equal(["b"]);
    expect(await ids("exercises()")).to.deep.equal(["b"]);
    expect(await rows("select pruned_offset() as o")).to.deep.equal([{ o: 6 }]);
    expect(await failure("select * from active(null, validate_offset_exists(5))")).to.contain(
      "offset 5 is too old: the history begins after offset 6",
    );
    expect(await failure("select prune_to_offset(9)")).to.contain("offset 9 is the latest");
    const store = await QueryStore.open(db);
    await store.add([at(10, exercised(10, 0, "b", "Melt"))], packages);
    expect(await ids("archives('Gold:Gold')")).to.deep.equal(["b"]);
    expect(await failure("select redact_contract('a', 'r1')")).to.contain("there is no contract a");
    expect(await rows("select redact_contract('b', 'r1') as n")).to.deep.equal([{ n: 2 }]);
    const redacted = "select payload, redaction_id from archives('Gold:Gold')";
    expect(await rows(redacted)).to.deep.equal([{ payload: null, redaction_id: "r1" }]);
  });

  it("leave out of what is active the contracts that were only divulged", async () => {
    const event = created(10, 0, "seen");
    if (!("CreatedEvent" in event)) throw new Error("no event");
    const { CreatedEvent } = event;
    const divulged = { CreatedEvent: { ...CreatedEvent, witnessParties: ["stranger"] } };
    await (await QueryStore.open(db)).add([at(10, divulged)], packages);
    expect(await ids("active('Gold:Gold')")).to.deep.equal(["b"]);
    expect(await ids("creates('Gold:Gold') where divulged_only")).to.deep.equal(["seen"]);
    const counted = "select count from summary_active() where payload_type = 'interface'";
    expect(await rows(counted)).to.deep.equal([{ count: 2 }]);
  });

  it("go back to an offset, from which the store continues", async () => {
    const affected = { new_latest: 5, affected_transactions: 2 };
    expect(await rows("select * from validate_reset_offset(5)")).to.deep.equal([affected]);
    expect(await rows("select * from reset_to_offset(5)")).to.deep.equal([affected]);
    expect(await ids("creates('Gold:Gold')")).to.deep.equal(["a", "b"]);
    const store = await QueryStore.open(db);
    expect((await store.mark())?.offset).to.equal(5);
    await store.add(history.slice(2), packages);
    expect(await ids("creates('Gold:Gold')")).to.deep.equal(["a", "b", "c"]);
  });

  it("make declared indexes once there is a contract of the template", async () => {
    const store = await QueryStore.open(db);
    expect(await store.index({ template: "Silver", path: ["owner"] })).to.equal(false);
    expect(await store.index({ template: "Gold:Gold", path: ["owner", "name"] })).to.equal(true);
    const found =
      "select indexdef from pg_indexes where indexname = '_contract_Gold_Gold_owner_name'";
    expect(String(Object((await rows(found))[0]).indexdef)).to.contain(
      "((payload -> 'owner'::text) ->> 'name'::text)",
    );
  });

  it("make indexes of paths", async () => {
    await sql`call create_index_for_contract('gold_owner', 'Gold:Gold', '(payload->>''owner'')')`.execute(
      db,
    );
    const found = "select indexdef from pg_indexes where indexname = '_contract_gold_owner'";
    expect(String(Object((await rows(found))[0]).indexdef)).to.contain("payload ->> 'owner'");
  });
});
