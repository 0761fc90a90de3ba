import { expect } from "chai";
import { holdingMovements } from "../../src/description/holding-movements.js";
import type { NodeContent } from "../../src/messages/transaction-node.js";
import type { Value } from "../../src/messages/value.js";
import type { PreparedTransaction } from "../../src/messages/prepared-transaction.js";
import {
  amulet,
  create,
  exercise,
  numeric,
  party,
  preparedOf,
  record,
  text,
} from "./coin-messages.js";

const movementsOf = ({ transaction, metadata }: PreparedTransaction) =>
  holdingMovements(transaction, metadata).map(({ party: who, amount }) => [who, amount]);

const coin = amulet("00aa", "alice", "10.0000000000");
const rules = create("00bb", "Splice.AmuletRules:AmuletRules", record({}));

describe("holdingMovements", () => {
  it("is what is created less what is consumed, by owner", () => {
    const prepared = preparedOf(
      [
        {
          kind: "exercise",
          value: exercise(rules, "Transfer", record({}), {
            consuming: false,
            children: ["1", "2", "3"],
          }),
        },
        { kind: "exercise", value: exercise(coin, "Archive", record({})) },
        { kind: "create", value: amulet("00c1", "bob", "3.5000000000") },
        { kind: "create", value: amulet("00c2", "alice", "6.4000000000") },
      ],
      [rules, coin],
    );
    expect(movementsOf(prepared)).to.deep.equal([
      ["bob", "+3.5000000000"],
      ["alice", "-3.6000000000"],
    ]);
  });

  it("counts coins that are locked, and leaves out who has the same sum after", () => {
    const locked = create(
      "00dd",
      "Splice.Amulet:LockedAmulet",
      record({
        amulet: record({
          dso: party("dso"),
          owner: party("alice"),
          amount: record({ initialAmount: numeric("10.0000000000") }),
        }),
      }),
    );
    const prepared = preparedOf(
      [
        { kind: "exercise", value: exercise(coin, "Lock", record({}), { children: ["1"] }) },
        { kind: "create", value: locked },
      ],
      [coin],
    );
    expect(movementsOf(prepared)).to.deep.equal([]);
  });

  it("does not count a coin that is only used, nor a contract that is called so in another package", () => {
    const used = exercise(coin, "Fetch", record({}), { consuming: false });
    expect(movementsOf(preparedOf([{ kind: "exercise", value: used }], [coin]))).to.deep.equal([]);
    const fake = { ...amulet("00ee", "alice", "9.0000000000"), packageName: "other" };
    expect(movementsOf(preparedOf([{ kind: "create", value: fake }]))).to.deep.equal([]);
    const odd = amulet("00ee", "alice", "9.0");
    expect(movementsOf(preparedOf([{ kind: "create", value: odd }]))).to.deep.equal([]);
  });

  it("does not count what is rolled back, or what is in no place of the transaction", () => {
    const gift: NodeContent = { kind: "create", value: amulet("00c1", "alice", "100.0000000000") };
    const spent: NodeContent = { kind: "exercise", value: exercise(coin, "Archive", record({})) };
    const use = (children: ReadonlyArray<string>): NodeContent => ({
      kind: "exercise",
      value: exercise(rules, "Do", record({}), { consuming: false, children }),
    });
    const rolledBack = [use(["1"]), { kind: "rollback" as const, value: ["2", "3"] }, gift, spent];
    expect(movementsOf(preparedOf(rolledBack, [rules, coin]))).to.deep.equal([]);
    // nodes that refer to each other, so that each is a child of one
    const loop = [use([]), use(["2", "3"]), { kind: "rollback" as const, value: ["1"] }, gift];
    expect(movementsOf(preparedOf(loop, [rules, coin]))).to.deep.equal([]);
  });

  it("names the issuer so that it cannot pass for another", () => {
    const fake = amulet("00c1", "alice", "1.0000000000");
    const issued = { ...fake, argument: withIssuer(fake.argument, "dso) (really") };
    const prepared = preparedOf([{ kind: "create", value: issued }]);
    const [movement] = holdingMovements(prepared.transaction, prepared.metadata);
    expect(movement?.asset).to.equal('Amulet of "dso) (really"');
  });

  it("has other tokens by their instruments, apart from a coin of the same name", () => {
    const tokenOf = (id: string, contractId: string, owner: string, isSigned = true) => ({
      ...create(
        contractId,
        "Gold:Token",
        record({
          owner: party(owner),
          instrumentId: record({ admin: party("dso"), id: text(id) }),
          amount: numeric("2.5000000000"),
        }),
        "gold",
      ),
      signatories: isSigned ? ["dso"] : [owner],
    });
    const spent = tokenOf("Gold", "00a1", "alice");
    const prepared = preparedOf(
      [
        { kind: "exercise", value: exercise(spent, "Move", record({}), { children: children(4) }) },
        { kind: "create", value: tokenOf("Gold", "00a2", "bob") },
        { kind: "create", value: tokenOf("Amulet", "00a3", "alice") },
        { kind: "create", value: amulet("00a4", "alice", "1.0000000000") },
        { kind: "create", value: tokenOf("Gold", "00a5", "alice", false) },
      ],
      [spent],
    );
    const movements = holdingMovements(prepared.transaction, prepared.metadata);
    expect(movements.map(({ party: who, ...of }) => [who, of])).to.deep.equal([
      ["bob", tokenMovement("Gold", "+2.5000000000")],
      ["alice", tokenMovement("Amulet", "+2.5000000000")],
      ["alice", { ...tokenMovement("Amulet", "+1.0000000000"), isCoin: true }],
      ["alice", tokenMovement("Gold", "-2.5000000000")],
    ]);
  });

  it("keeps assets of two issuers apart, and adds up exactly", () => {
    const mine = amulet("00c1", "alice", "0.0000000001");
    const other = { ...mine, contractId: "00c2", argument: withIssuer(mine.argument, "other") };
    const most = amulet("00c3", "alice", "9999999999999999999999999999.9999999999");
    const prepared = preparedOf(
      [
        {
          kind: "exercise",
          value: exercise(rules, "Do", record({}), { consuming: false, children: ["1", "2", "3"] }),
        },
        { kind: "create", value: mine },
        { kind: "create", value: other },
        { kind: "create", value: most },
      ],
      [rules],
    );
    const movements = holdingMovements(prepared.transaction, prepared.metadata);
    expect(movements.map(({ asset, amount }) => [asset, amount])).to.deep.equal([
      ["Amulet of dso", "+10000000000000000000000000000.0000000000"],
      ["Amulet of other", "+0.0000000001"],
    ]);
  });
});

const children = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, at) => String(at + 1));

const tokenMovement = (id: string, amount: string) => ({
  asset: `${id} of dso`,
  admin: "dso",
  id,
  isCoin: false,
  amount,
});

const withIssuer = (argument: Value, issuer: string): Value => {
  if (argument.kind !== "record") throw new Error("the argument of a coin is a record");
  const { fields } = argument.value;
  return record(
    Object.fromEntries(
      fields.map(({ label, value }) => [label, label === "dso" ? party(issuer) : value]),
    ),
  );
};
