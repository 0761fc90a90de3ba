import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { explainUpdate } from "../../src/client/explain-update.js";
import type { NodeConnection } from "../../src/client/node-connection.js";
import { CommandError } from "../../src/command-error.js";

const alice = `alice::1220${"ab".repeat(32)}`;
const bank = `bank::1220${"cd".repeat(32)}`;
const made = {
  nodeId: 0,
  contractId: "00aa",
  templateId: "ef:Gold:Token",
  signatories: [bank],
  observers: [alice],
  witnessParties: [alice, bank],
};
const view = {
  owner: alice,
  instrumentId: { admin: bank, id: "GOLD" },
  amount: "2.5000000000",
  lock: null,
};

/** A ledger that refuses interfaces that it does not know. */
const ledgerWith = (versions: ReadonlyArray<string>) => {
  const asked: Array<string> = [];
  const node: NodeConnection = {
    user: "alice",
    bytes: () => Promise.reject(new Error("no bytes are asked for")),
    ask: async (answer, { path, body }) => {
      const wanted = JSON.stringify(body).match(/Holding(V\d)(?=:)/g) ?? [];
      asked.push(`${path}: ${wanted.join(" ")}`);
      if (wanted.some((each) => !versions.includes(each)))
        throw new CommandError("NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME");
      const interfaceViews = wanted.length === 0 ? [] : [{ viewValue: view }];
      const read = answer.decode(
        path === "/v2/events/events-by-contract-ids"
          ? { contracts: [] }
          : {
              update: {
                Transaction: {
                  value: {
                    updateId: "1220aa",
                    events: [{ CreatedEvent: { ...made, interfaceViews } }],
                  },
                },
              },
            },
      );
      if (isLeft(read)) throw new Error("the answer has another form");
      return read.right;
    },
  };
  return { node, asked };
};

describe("explainUpdate", () => {
  for (const [name, versions, shown] of [
    ["both versions of the token standard", ["HoldingV1", "HoldingV2"], "2.5 GOLD"],
    ["the first version alone", ["HoldingV1"], "2.5 GOLD"],
    ["none", [], "Token"],
  ] as const) {
    it(`shows what it can of tokens on a ledger that knows ${name}`, async () => {
      const { node, asked } = ledgerWith(versions);
      const { lines = [] } = await explainUpdate(node, "1220aa", { party: [alice] });
      expect(lines.join("\n"), asked.join("\n")).to.contain(shown);
      if (versions.length === 0) expect(lines.join("\n")).not.to.contain("GOLD");
    });
  }

  it("says why when the ledger refuses all", async () => {
    const { node } = ledgerWith([]);
    const refusing = { ...node, ask: () => Promise.reject(new CommandError("UPDATE_NOT_FOUND")) };
    const thrown = await explainUpdate(refusing, "1220aa", { party: [alice] }).catch(String);
    expect(thrown).to.contain("UPDATE_NOT_FOUND");
  });
});
