import { expect } from "chai";
import * as fc from "fast-check";
import { GlobalKey, NodeContent } from "../../src/messages/transaction-node.js";
import { decodeMessage, encodeMessage } from "@tallystick/protobuf";
import { anyPreparedWithKeys } from "../support/arbitrary-transaction.js";
import { expectRight } from "../support/expect-right.js";
import { hex } from "../support/published-vectors.js";

const templateId = { packageId: "p", moduleName: "M", entityName: "E" };
const identifier = "0a0170" + "12014d" + "1a0145";

describe("NodeContent", () => {
  it("reads what it writes for every node of any transaction", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyPreparedWithKeys, ({ transaction }) => {
        for (const { content } of transaction.nodes) {
          seen.add(content.kind);
          const read = expectRight(decodeMessage(NodeContent, encodeMessage(NodeContent, content)));
          expect(read).to.deep.equal(content);
        }
      }),
      { numRuns: 150 },
    );
    expect([...seen].toSorted()).to.deep.equal([
      "create",
      "exercise",
      "fetch",
      "queryByKey",
      "rollback",
    ]);
  });

  it("writes fields under their numbers", () => {
    const rollback: NodeContent = { kind: "rollback", value: ["1", "2"] };
    expect(hex(encodeMessage(NodeContent, rollback))).to.equal("22060a01310a0132");
    const fetch: NodeContent = {
      kind: "fetch",
      value: {
        lfVersion: "2.1",
        contractId: "00",
        packageName: "n",
        templateId,
        signatories: ["s"],
        stakeholders: ["t"],
        actingParties: ["a"],
        interfaceId: undefined,
        key: undefined,
        byKey: true,
      },
    };
    expect(hex(encodeMessage(NodeContent, fetch))).to.equal(
      `1220${"0a03322e31"}12023030${"1a016e"}2209${identifier}${"2a0173"}${"320174"}${"3a0161"}${"5001"}`.replace(
        "1220",
        "1222",
      ),
    );
  });
});

describe("GlobalKey", () => {
  it("reads what it writes", () => {
    const key: GlobalKey = {
      templateId,
      packageName: "n",
      key: { kind: "text", value: "k" },
      hash: Uint8Array.of(1, 2),
    };
    const encoded = encodeMessage(GlobalKey, key);
    expect(hex(encoded)).to.equal(`0a09${identifier}12016e${"1a034201"}6b${"22020102"}`);
    expect(expectRight(decodeMessage(GlobalKey, encoded))).to.deep.equal(key);
  });
});
