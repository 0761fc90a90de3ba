import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { readSigningRequest } from "../../src/key/signing-request.js";

const errorOf = (request: unknown): string => {
  const read = readSigningRequest(typeof request === "string" ? request : JSON.stringify(request));
  return isLeft(read) ? read.left.message : "";
};

describe("What is to be signed", () => {
  const REFUSED: ReadonlyArray<readonly [string, unknown, RegExp]> = [
    ["no JSON", "{", /expected JSON/],
    ["nothing", "", /expected JSON/],
    ["a number", 7, /preparedTransaction or topologyTransactions/],
    ["null", null, /preparedTransaction or topologyTransactions/],
    ["an empty object", {}, /preparedTransaction or topologyTransactions/],
    ["a list", [], /preparedTransaction or topologyTransactions/],
    [
      "a prepared transaction that is no text",
      { preparedTransaction: 7 },
      /preparedTransaction or topologyTransactions/,
    ],
    ["no Base64", { preparedTransaction: "%" }, /^preparedTransaction: /],
    ["no message", { preparedTransaction: "////" }, /^preparedTransaction: /],
    ["an empty message", { preparedTransaction: "" }, /^preparedTransaction: /],
    [
      "an unknown hashing scheme",
      { preparedTransaction: "", hashingSchemeVersion: "HASHING_SCHEME_VERSION_V9" },
      /found "HASHING_SCHEME_VERSION_V9", expected one of/,
    ],
    ["topology that is no list", { topologyTransactions: "x" }, /topologyTransactions/],
    ["topology that is no text", { topologyTransactions: [1] }, /topologyTransactions/],
    ["topology that is no Base64", { topologyTransactions: ["%"] }, /^topologyTransactions: /],
    ["topology that is no message", { topologyTransactions: ["////"] }, /^topologyTransactions: /],
  ];
  for (const [name, request, message] of REFUSED) {
    it(`is refused when it is ${name}`, () => {
      expect(errorOf(request)).to.match(message);
    });
  }

  it("is refused with another hash than its own, also when there is nothing in it", () => {
    const hash = Buffer.alloc(34, 7).toString("base64");
    const refused = errorOf({ topologyTransactions: [], multiHash: hash });
    expect(refused).to.not.equal("");
  });
});
