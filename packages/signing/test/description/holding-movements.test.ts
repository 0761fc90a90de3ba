import { expect } from "chai";
import { holdingMovements } from "../../src/description/holding-movements.js";
import type { PreparedTransaction } from "../../src/messages/prepared-transaction.js";
import { amulet, create, exercise, numeric, party, preparedOf, record } from "./coin-messages.js";

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
});
