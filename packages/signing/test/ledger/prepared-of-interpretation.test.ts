import { hashPreparedTransaction as officialHash } from "@canton-network/core-tx-visualizer";
import type { Command, Json } from "@tallystick/core";
import { expect } from "chai";
import { commandOfPrepared } from "../../src/ledger/command-of-prepared.js";
import { preparedDifference } from "../../src/ledger/compare-prepared.js";
import { nodeSeedOf, transactionSeedOf } from "../../src/ledger/node-seeds.js";
import {
  physicalSynchronizerId,
  type PreparationDetails,
  preparedOfInterpretation,
} from "../../src/ledger/prepared-of-interpretation.js";
import { hashPreparedTransaction } from "../../src/hashing/hash-prepared-transaction.js";
import {
  type PreparedTransaction,
  decodePreparedTransaction,
  encodePreparedTransaction,
} from "../../src/messages/prepared-transaction.js";
import type { NodeContent } from "../../src/messages/transaction-node.js";
import { nodesInPlace } from "../../src/description/nodes-in-place.js";
import { expectMessage, expectRight } from "../support/expect-right.js";
import { hex } from "../support/published-vectors.js";
import {
  alice,
  bob,
  catalog,
  Desk,
  idOf,
  Note,
  Owned,
  SampleLedger,
} from "../support/sample-ledger.js";

/** All but the seed, which follows from the others. */
type Details = Omit<PreparationDetails, "seed">;

const details: Details = {
  actAs: [alice],
  commandId: "command",
  synchronizerId: physicalSynchronizerId("local::1220ab"),
  transactionUuid: "4c6471d3-4e09-49dd-addf-6cd90e19c583",
  preparationTime: 1_767_225_600_000_000n,
  maxRecordTime: undefined,
};

const note = (changes: Readonly<Record<string, Json>> = {}) => ({
  owner: alice,
  name: "n",
  size: "1.5000000000",
  reader: null,
  counts: ["1", "-2"],
  ...changes,
});

const creates = (of: { readonly name: string }, createArguments: Json): Command => ({
  kind: "CreateCommand",
  templateId: idOf(of),
  createArguments,
});

const exercises = (
  of: { readonly name: string },
  contractId: string,
  choice: string,
  choiceArgument: Json = {},
): Command => ({
  kind: "ExerciseCommand",
  templateId: idOf(of),
  contractId,
  choice,
  choiceArgument,
});

/** A ledger with a desk and a note of alice. */
const scene = () => {
  const ledger = new SampleLedger();
  const [desk = ""] = ledger.commit(creates(Desk, { owner: alice }));
  const [paper = ""] = ledger.commit(creates(Note, note()));
  const prepared = (command: Command, changes: Partial<Details> = {}) => {
    const all = { ...details, ...changes };
    const { actAs, commandId } = all;
    const seed = transactionSeedOf({ ...all, submitterInfo: { actAs, commandId } });
    return expectRight(
      preparedOfInterpretation(catalog, ledger.prepare(command), { ...all, seed }),
    );
  };
  return { ledger, desk, paper, prepared };
};

const kindsOf = ({ transaction }: PreparedTransaction): ReadonlyArray<string> =>
  nodesInPlace(transaction).map(({ content }) => content.kind);

type ValuesByKind = {
  readonly [K in NodeContent["kind"]]: Extract<NodeContent, { kind: K }>["value"];
};

/** The first node of a kind. */
const only = <K extends keyof ValuesByKind>(
  { transaction }: PreparedTransaction,
  kind: K,
): ValuesByKind[K] => {
  const found = transaction.nodes.find(({ content }) => content.kind === kind)?.content.value;
  if (found === undefined) throw new Error(`no ${kind}`);
  // border: the kind was just compared
  return found as unknown as ValuesByKind[K];
};

/** Commands of every form that a prepared transaction may have as its root. */
const commands = ({ desk, paper }: ReturnType<typeof scene>) =>
  ({
    create: creates(Note, note({ name: "other", reader: bob })),
    "create without optional fields": creates(Desk, { owner: alice }),
    consuming: exercises(Desk, desk, "Move"),
    "fetch and lookup": exercises(Desk, desk, "Look", { note: paper, name: "n" }),
    "lookup of a free key": exercises(Desk, desk, "Look", { note: paper, name: "free" }),
    nested: exercises(Desk, desk, "Tidy", { note: paper, to: bob }),
    time: exercises(Desk, desk, "Wait"),
    unit: exercises(Desk, desk, "Clear"),
    archive: exercises(Desk, desk, "Archive"),
    "archive with a key": exercises(Note, paper, "Archive"),
    "through an interface": exercises(Owned, desk, "Show"),
    "archive through an interface": exercises(Owned, desk, "Archive"),
  }) satisfies Readonly<Record<string, Command>>;

describe("The prepared transaction of an interpreted command", () => {
  // border: the keys of a record are the keys of its type
  const names = Object.keys(commands(scene())) as ReadonlyArray<keyof ReturnType<typeof commands>>;
  for (const name of names) {
    it(`has the same bytes each time, is read back, and leads to the command again: ${name}`, () => {
      const at = scene();
      const command = commands(at)[name];
      const prepared = at.prepared(command);
      const bytes = encodePreparedTransaction(prepared);
      expect(hex(encodePreparedTransaction(at.prepared(command)))).to.equal(hex(bytes));
      expect(expectRight(decodePreparedTransaction(bytes))).to.deep.equal(prepared);
      expectRight(hashPreparedTransaction(prepared, "HASHING_SCHEME_VERSION_V3"));
      // what was signed is interpreted from its bytes alone, and gives the very same
      const again = at.prepared(expectRight(commandOfPrepared(prepared.transaction)));
      expect(preparedDifference(prepared, bytes, again)).to.equal(undefined);
    });
  }

  for (const name of [
    "consuming",
    "nested",
    "time",
    "archive",
    "through an interface",
    "archive through an interface",
  ] as const) {
    it(`has the hash that the official client computes: ${name}`, async () => {
      const at = scene();
      const command = commands(at)[name];
      const prepared = at.prepared(command);
      // V2 has no nodes with keys
      if (prepared.transaction.version === "2") return;
      const bytes = encodePreparedTransaction(prepared);
      const own = expectRight(hashPreparedTransaction(prepared, "HASHING_SCHEME_VERSION_V2"));
      const official = await officialHash(Buffer.from(bytes).toString("base64"), "hex");
      expect(hex(own.hash)).to.equal(official);
    });
  }

  it("has nodes in pre-order, reads among them, and seeds for those that create and exercise", () => {
    const at = scene();
    const nested = commands(at).nested;
    const prepared = at.prepared(nested);
    expect(kindsOf(prepared)).to.deep.equal([
      "exercise",
      "fetch",
      "exercise",
      "create",
      "exercise",
      "create",
      "create",
    ]);
    const { nodes, nodeSeeds, roots } = prepared.transaction;
    expect(nodes.map(({ nodeId }) => nodeId)).to.deep.equal(["0", "1", "2", "3", "4", "5", "6"]);
    expect(roots).to.deep.equal(["0"]);
    expect(only(prepared, "exercise").children).to.deep.equal(["1", "2", "3", "4", "6"]);
    expect(nodeSeeds.map(({ nodeId }) => nodeId)).to.deep.equal([0, 2, 3, 4, 5, 6]);
    const seed = transactionSeedOf(prepared.metadata);
    for (const { nodeId, seed: given } of nodeSeeds)
      expect(hex(given)).to.equal(hex(nodeSeedOf(seed, nodeId)));
  });

  it("lists the contracts it uses and does not create, once each, with what created them", () => {
    const at = scene();
    const look = commands(at)["fetch and lookup"];
    const { metadata } = at.prepared(look);
    const inputs = metadata.inputContracts.map(({ contract }) => contract);
    expect(inputs.map(({ contractId }) => contractId)).to.deep.equal([at.desk, at.paper].sort());
    for (const { createdAt, eventBlob } of metadata.inputContracts) {
      expect(createdAt).to.equal(1_767_225_600_000_000n);
      expect(eventBlob.length).to.be.above(50);
    }
    const paper = inputs.find(({ contractId }) => contractId === at.paper);
    expect(paper).to.deep.include({ packageName: "sample", signatories: [alice], lfVersion: "2" });
    expect(paper?.key?.maintainers).to.deep.equal([alice]);
    expect(paper?.key?.key.hash).to.have.length(32);
  });

  it("cuts the suffix of the ids of contracts that it creates, wherever they occur", () => {
    const at = scene();
    const nested = commands(at).nested;
    const { transaction } = at.prepared(nested);
    const created = transaction.nodes.flatMap(({ content }) =>
      content.kind === "create" ? [content.value.contractId] : [],
    );
    for (const id of created) expect(id).to.have.length(66);
    const [, , , , moved] = transaction.nodes;
    expect(moved?.content.kind === "exercise" && moved.content.value.contractId).to.equal(
      created[0],
    );
    const root = transaction.nodes[0]?.content;
    const result = root?.kind === "exercise" ? root.value.exerciseResult : undefined;
    expect(result).to.deep.equal({
      kind: "list",
      value: created.slice(1).map((value) => ({ kind: "contractId", value })),
    });
  });

  it("shows a key that is looked up with the contract that holds it, or with none", () => {
    const at = scene();
    for (const [name, result] of [
      ["fetch and lookup", [at.paper]],
      ["lookup of a free key", []],
    ] as const) {
      const command = commands(at)[name];
      const prepared = at.prepared(command);
      expect(only(prepared, "queryByKey")).to.deep.include({ result, exhaustive: true });
      expect(prepared.transaction.version).to.equal("2");
      expect(
        expectMessage(hashPreparedTransaction(prepared, "HASHING_SCHEME_VERSION_V2")),
      ).to.match(/V3|lf_version/);
    }
  });

  it("has bounds of the ledger time only when it looks at the time", () => {
    const at = scene();
    const { time, consuming } = commands(at);
    const bounds = ({ metadata }: PreparedTransaction) => [
      metadata.minLedgerEffectiveTime,
      metadata.maxLedgerEffectiveTime,
    ];
    const [min, max] = bounds(at.prepared(time));
    expect(min).to.be.a("bigint");
    expect(max).to.equal(min);
    expect(bounds(at.prepared(consuming))).to.deep.equal([undefined, undefined]);
  });

  it("has the argument of an archive as the record that it is in Daml", () => {
    const at = scene();
    const { archive } = commands(at);
    expect(only(at.prepared(archive), "exercise").chosenValue).to.deep.equal({
      kind: "record",
      value: {
        recordId: {
          packageId: "9e70a8b3510d617f8a136213f33d6a903a10ca0eeec76bb06ba55d1ed9680f69",
          moduleName: "DA.Internal.Template",
          entityName: "Archive",
        },
        fields: [],
      },
    });
  });

  it("names interface and template of a choice through an interface, and the view's read", () => {
    const at = scene();
    const show = commands(at)["through an interface"];
    const prepared = at.prepared(show);
    expect(kindsOf(prepared)).to.deep.equal(["exercise", "fetch"]);
    const { interfaceId, templateId } = only(prepared, "exercise");
    expect(interfaceId?.entityName).to.equal("Owned");
    expect(templateId.entityName).to.equal("Desk");
    expect(only(prepared, "fetch").interfaceId).to.deep.equal(interfaceId);
  });

  const changes: ReadonlyArray<readonly [string, Partial<PreparationDetails>]> = [
    ["another UUID", { transactionUuid: "4c6471d3-4e09-49dd-addf-6cd90e19c584" }],
    ["another time", { preparationTime: 1_767_225_600_000_001n }],
    ["another command id", { commandId: "other" }],
    ["another synchronizer", { synchronizerId: "other::1220::35-0" }],
    ["a latest record time", { maxRecordTime: 0n }],
    ["another acting party", { actAs: [alice, bob] }],
  ];
  for (const [what, changed] of changes) {
    it(`has other seeds with ${what}, so that no two of them are one transaction`, () => {
      const at = scene();
      const { create } = commands(at);
      const seedOf = (prepared: PreparedTransaction) =>
        hex(prepared.transaction.nodeSeeds[0]?.seed ?? new Uint8Array());
      expect(seedOf(at.prepared(create, changed))).to.not.equal(seedOf(at.prepared(create)));
    });
  }
});
