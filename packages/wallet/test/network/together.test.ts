import { expect } from "chai";
import { aloneId, together } from "../../src/network/together.js";

const act = (contractId: string) => ({
  contractId,
  command: {
    kind: "ExerciseCommand" as const,
    templateId: "#p:M:T",
    contractId,
    choice: "End",
    choiceArgument: {},
  },
});
const ids = (
  contracts: ReadonlyArray<string>,
  waiting: ReadonlyArray<string> = [],
): ReadonlyArray<readonly [string, number]> =>
  together("end", "dso", contracts.map(act), (id) => waiting.includes(id)).map(
    ({ commandId, commands }) => [commandId, commands.length],
  );

describe("what the DSO does together", () => {
  const rows = [
    { what: "nothing", contracts: [], waiting: [], expected: [] },
    { what: "one contract", contracts: ["a"], waiting: [], expected: [["end/a", 1]] },
    { what: "several", contracts: ["a", "b", "c"], waiting: [], expected: [["end/a/c", 3]] },
    {
      what: "several that have failed together",
      contracts: ["a", "b"],
      waiting: ["end/a/b"],
      expected: [
        ["end/a", 1],
        ["end/b", 1],
      ],
    },
  ];
  for (const { what, contracts, waiting, expected } of rows) {
    it(`is, of ${what}, ${expected.length} submissions`, () => {
      expect(ids(contracts, waiting)).to.deep.equal(expected);
    });
  }

  it("is the DSO's alone", () => {
    const [first] = together("end", "dso", [act("a")], () => false);
    expect(first).to.deep.include({ actAs: ["dso"], readAs: [], commandId: aloneId("end", "a") });
  });
});
