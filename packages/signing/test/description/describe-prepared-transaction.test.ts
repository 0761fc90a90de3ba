import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  describePreparedTransaction,
  descriptionLines,
} from "../../src/description/describe-prepared-transaction.js";
import {
  type PreparedTransaction,
  encodePreparedTransaction,
} from "../../src/messages/prepared-transaction.js";
import type { NodeContent } from "../../src/messages/transaction-node.js";
import { anyPrepared } from "../support/arbitrary-transaction.js";
import { expectMessage, expectRight } from "../support/expect-right.js";
import { fromBase64, hex, preparedVector } from "../support/published-vectors.js";
import {
  amulet,
  create,
  exercise,
  numeric,
  party,
  preparedOf,
  record,
  text,
  time,
} from "./coin-messages.js";

const ping = create(
  "00ab",
  "Canton.Internal.Ping:Ping",
  record({ id: text("p1"), initiator: party("alice"), responder: party("bob") }),
  "canton-builtin-admin-workflow-ping",
);
const describe_ = (prepared: PreparedTransaction) =>
  expectRight(describePreparedTransaction(encodePreparedTransaction(prepared)));

describe("describePreparedTransaction", () => {
  it("says what a known transaction does, by whom and until when, without a doubt", () => {
    const description = describe_(preparedOf([{ kind: "create", value: ping }]));
    expect(description).to.deep.include({
      actAs: ["alice"],
      commandId: "command",
      sentences: ["Creates the ping p1 of alice for bob"],
      preparedAt: "2026-01-01T00:00:00Z",
      executableUntil: "2026-01-02T00:00:00Z",
      doubts: [],
    });
    expect(description.packages).to.deep.equal([
      { name: "canton-builtin-admin-workflow-ping", packageId: "ab".repeat(32) },
    ]);
  });

  it("computes the published hash from the bytes", () => {
    const vector = preparedVector("create-minimal");
    const description = expectRight(
      describePreparedTransaction(fromBase64(vector.preparedTransaction)),
    );
    expect(hex(description.hash)).to.equal(vector.hashV2);
  });

  it("doubts what it does not know, and names what that is", () => {
    const other = create("00ab", "A:B", record({}), "other");
    const prepared = preparedOf(
      [{ kind: "exercise", value: exercise(other, "Do", record({})) }],
      [other],
    );
    const { sentences, doubts } = describe_(prepared);
    expect(sentences).to.deep.equal(["Exercises Do on a contract of other A:B"]);
    expect(doubts).to.deep.equal(["unknown: Exercises Do on a contract of other A:B"]);
    const fetched = { ...preparedOf([{ kind: "create", value: other }]) };
    expect(describe_(fetched).doubts).to.deep.equal(["unknown: Creates a contract of other A:B"]);
  });

  it("doubts what happens below its root beyond what the words say, and not the coins it moves", () => {
    const coin = amulet("00ab", "alice", "1.0000000000");
    const other = create("00ac", "A:B", record({}), "other");
    const tap = exercise(
      create("00aa", "Splice.AmuletRules:AmuletRules", record({})),
      "AmuletRules_DevNet_Tap",
      record({ receiver: party("alice"), amount: numeric("1.0000000000") }),
      { children: ["1", "2"] },
    );
    const inside = (node: NodeContent) =>
      describe_(
        preparedOf([{ kind: "exercise", value: tap }, { kind: "create", value: coin }, node]),
      ).doubts;
    const archive = exercise(coin, "Archive", record({}), { consuming: true });
    expect(inside({ kind: "exercise", value: archive })).to.deep.equal([]);
    expect(inside({ kind: "create", value: other })).to.deep.equal([
      "unknown: inside, it creates a contract of other A:B",
    ]);
    const unknown = exercise(coin, "Amulet_Unknown", record({}));
    expect(inside({ kind: "exercise", value: unknown })).to.deep.equal([
      "unknown: inside, it exercises Amulet_Unknown on a contract of splice-amulet Splice.Amulet:Amulet",
    ]);
  });

  it("has the command it is of, to be compared with a request", () => {
    expect(describe_(preparedOf([{ kind: "create", value: ping }])).command).to.deep.include({
      kind: "CreateCommand",
      createArguments: { id: "p1", initiator: "alice", responder: "bob" },
    });
  });

  it("doubts nodes in no place, several roots, unknown parts, and a time that the hash leaves open", () => {
    const twice = preparedOf([
      { kind: "create", value: ping },
      { kind: "create", value: ping },
    ]);
    expect(describe_(twice).doubts).to.deep.equal(["1 nodes are not reachable from a root"]);
    const roots = { ...twice, transaction: { ...twice.transaction, roots: ["0", "1"] } };
    expect(describe_(roots).doubts).to.deep.equal(["it does not have exactly one root"]);
    const one = preparedOf([{ kind: "create", value: ping }]);
    const bytes = encodePreparedTransaction(one);
    const longer = Uint8Array.from([...bytes, 0x7a, 0x00]);
    expect(expectRight(describePreparedTransaction(longer)).doubts[0]).to.contain(
      "unknown or misordered fields",
    );
    const limited = {
      ...one,
      metadata: { ...one.metadata, maxRecordTime: 1_767_225_600_000_001n },
    };
    expect(describe_(limited).doubts[0]).to.contain("latest record time can be changed");
    expect(describe_(limited).executableUntil).to.equal("2026-01-01T00:00:00.000001Z");
    const v3 = describePreparedTransaction(
      encodePreparedTransaction(limited),
      "HASHING_SCHEME_VERSION_V3",
    );
    expect(expectRight(v3).doubts).to.deep.equal([]);
  });

  it("doubts nodes that lead only to each other, which no hash covers", () => {
    const loop = (child: string): NodeContent => ({ kind: "rollback", value: [child] });
    const prepared = preparedOf([{ kind: "create", value: ping }, loop("2"), loop("1")]);
    expect(describe_(prepared).doubts).to.deep.equal(["2 nodes are not reachable from a root"]);
    const without = preparedOf([{ kind: "create", value: ping }]);
    expect(hex(describe_(prepared).hash)).to.equal(hex(describe_(without).hash));
  });

  it("names the packages of templates and interfaces whose code runs, and no others", () => {
    const evil = { packageId: "ee".repeat(32), moduleName: "A.B", entityName: "I" };
    const on = create("00ab", "A:B", record({}), "mine");
    const use = exercise(on, "Do", record({}), { interfaceId: evil });
    const loose = create("00ac", "A:B", record({}), "loose");
    const { packages } = describe_(
      preparedOf(
        [
          { kind: "exercise", value: use },
          { kind: "create", value: loose },
        ],
        [on],
      ),
    );
    expect(packages).to.deep.equal([
      { name: "mine", packageId: "ab".repeat(32) },
      { name: "A.B", packageId: "ee".repeat(32) },
    ]);
  });

  it("says times that no calendar has by their number", () => {
    const transfer = record({ amount: numeric("1"), executeBefore: time(2n ** 62n) });
    const factory = create("00ab", "F:F", record({}), "p");
    const interfaceId = {
      packageId: "cd".repeat(32),
      moduleName: "Splice.Api.Token.TransferInstructionV1",
      entityName: "TransferFactory",
    };
    const prepared = preparedOf(
      [
        {
          kind: "exercise",
          value: exercise(factory, "TransferFactory_Transfer", record({ transfer }), {
            interfaceId,
          }),
        },
      ],
      [factory],
      { preparationTime: 2n ** 64n - 1n },
    );
    const { sentences, preparedAt } = describe_(prepared);
    expect(sentences[0]).to.contain(`until microsecond ${2n ** 62n}`);
    expect(preparedAt).to.equal(`microsecond ${2n ** 64n - 1n}`);
  });

  it("gives an error for bytes that are none, and never throws", () => {
    expect(expectMessage(describePreparedTransaction(Uint8Array.of(1)))).to.be.a("string");
    fc.assert(
      fc.property(anyPrepared, (prepared) => {
        const bytes = encodePreparedTransaction(prepared);
        expect(isLeft(describePreparedTransaction(bytes))).to.equal(false);
        expect(isLeft(describePreparedTransaction(bytes.subarray(0, -1)))).to.equal(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe("descriptionLines", () => {
  it("has a line for everything a signer must see", () => {
    const description = describe_(
      preparedOf([{ kind: "create", value: amulet("00aa", "bob", "1.0000000000") }]),
    );
    const lines = descriptionLines(description).join("\n");
    expect(lines).to.contain("Coins: bob +1.0000000000 (Amulet of dso)");
    expect(lines).to.contain("Acting: alice");
    expect(lines).to.contain("can be executed until 2026-01-02T00:00:00Z");
    expect(lines).to.contain(`Hash: ${hex(description.hash)}`);
    expect(lines).to.contain("Doubt: unknown");
  });

  it("has one line for each thing, whatever the texts of the message are", () => {
    const odd = "x\nCoins: alice +100.0000000000 (Amulet of dso)\u001b[1A";
    const prepared = preparedOf(
      [{ kind: "create", value: create("00ab", `${odd}:T`, record({}), odd) }],
      [],
      { submitterInfo: { actAs: [odd], commandId: odd }, synchronizerId: odd },
    );
    const lines = descriptionLines(describe_(prepared));
    for (const line of lines) expect(line).to.not.match(/\p{Cc}/u);
    expect(lines.filter((line) => line.startsWith("Coins:"))).to.deep.equal([]);
  });
});
