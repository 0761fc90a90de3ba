import { expect } from "chai";
import { base64Decode, base64Encode } from "../../src/values/base64.js";
import {
  contractIdOf,
  contractOfNode,
  createdEventBlobOf,
  discriminatorOf,
} from "../../src/contracts/contract.js";
import type { DisclosedContract } from "../../src/commands/composite-command.js";
import { archiveChoiceName } from "../../src/packages/compile-packages.js";
import type { CreateNode } from "../../src/events/ledger-event.js";
import {
  alice,
  bank,
  bob,
  carol,
  createdIn,
  creates,
  exercises,
  iou,
  sha256,
  start,
  synchronizerId,
  TestLedger,
} from "../ledger-fixture.js";
import { Delegation, Iou, MoveFor } from "../sample-package.js";

/** Carol may move alice's debts but sees none of them unless one is disclosed. */
const scene = () => {
  const ledger = new TestLedger();
  const [node] = createdIn(ledger.commit([bank], [creates(Iou, iou())]));
  if (node === undefined) throw new Error("nothing was created");
  const delegation = ledger.create([alice], Delegation, { principal: alice, delegate: carol });
  const blob = createdEventBlobOf(node, start);
  const command = [exercises(MoveFor, delegation, { iou: node.contractId, newOwner: bob })];
  const move = (...disclosedContracts: ReadonlyArray<DisclosedContract>) =>
    ledger.submit([carol], command, { disclosedContracts });
  const codeOf = (...disclosed: ReadonlyArray<DisclosedContract>): string => {
    const decision = move(...disclosed);
    return decision._tag === "Left" ? decision.left.code : "accepted";
  };
  return { ledger, node, blob, move, codeOf };
};

/** The blob with some of its text exchanged. */
const altered = (blob: string, from: string, to: string): string => {
  const bytes = base64Decode(blob);
  if (bytes._tag === "Left") throw new Error(bytes.left);
  const text = new TextDecoder().decode(bytes.right);
  if (!text.includes(from)) throw new Error(`no ${from} in the blob`);
  return base64Encode(new TextEncoder().encode(text.replace(from, to)));
};

describe("a disclosed contract", () => {
  it("can be used by parties that do not see it otherwise", () => {
    const { codeOf, blob, node } = scene();
    expect(codeOf()).to.equal("CONTRACT_NOT_FOUND");
    const { contractId, templateId } = node;
    expect(codeOf({ createdEventBlob: blob, contractId, templateId, synchronizerId })).to.equal(
      "accepted",
    );
  });

  it("may name nothing but its blob, or empty texts for the rest", () => {
    const { codeOf, blob } = scene();
    expect(
      codeOf({ createdEventBlob: blob, contractId: "", templateId: "", synchronizerId: "" }),
    ).to.equal("accepted");
  });

  it("may be listed twice in the same form", () => {
    const { codeOf, blob } = scene();
    expect(codeOf({ createdEventBlob: blob }, { createdEventBlob: blob })).to.equal("accepted");
  });

  const forged: ReadonlyArray<readonly [string, string, string]> = [
    ["a higher amount", '"10.0000000000"', '"99.0000000000"'],
    ["another owner", `"owner":"${alice}"`, `"owner":"${carol}"`],
    ["other signatories", `"signatories":["${bank}"]`, `"signatories":["${carol}"]`],
    ["further observers", `"observers":["${alice}"]`, `"observers":["${alice}","${carol}"]`],
    ["another time", `"createdAt":${start}`, `"createdAt":${start - 1}`],
  ];
  for (const [name, from, to] of forged)
    it(`is refused when its blob was forged to have ${name}`, () => {
      const { move, blob } = scene();
      const decision = move({ createdEventBlob: altered(blob, from, to) });
      if (decision._tag === "Right") throw new Error("accepted");
      expect(decision.left).to.include({
        code: "DISCLOSED_CONTRACT_AUTHENTICATION_FAILED",
        field: "disclosedContracts[0].createdEventBlob",
        definiteAnswer: true,
      });
    });

  const faults: ReadonlyArray<
    readonly [string, (blob: string) => DisclosedContract, string, string]
  > = [
    [
      "its blob cannot be read",
      () => ({ createdEventBlob: "AAAA" }),
      "INVALID_ARGUMENT",
      "disclosedContracts[0].createdEventBlob",
    ],
    [
      "its contract id is another",
      (blob) => ({ createdEventBlob: blob, contractId: "00" }),
      "INVALID_ARGUMENT",
      "disclosedContracts[0].contractId",
    ],
    [
      "its template is another",
      (blob) => ({ createdEventBlob: blob, templateId: "a:M:T" }),
      "INVALID_ARGUMENT",
      "disclosedContracts[0].templateId",
    ],
    [
      "its synchronizer is another",
      (blob) => ({ createdEventBlob: blob, synchronizerId: "else::1220" }),
      "PRESCRIBED_SYNCHRONIZER_ID_MISMATCH",
      "disclosedContracts[0].synchronizerId",
    ],
  ];
  for (const [name, given, code, field] of faults)
    it(`is refused, naming the field, when ${name}`, () => {
      const { move, blob } = scene();
      const decision = move(given(blob));
      if (decision._tag === "Right") throw new Error("accepted");
      expect(decision.left).to.include({ code, field });
    });

  it("that breaks a rule of the request itself is marked as such, one that is forged is not", () => {
    const { move, blob } = scene();
    const marked = (given: DisclosedContract): boolean | undefined => {
      const decision = move(given);
      return decision._tag === "Left" ? decision.left.invalidRequest : undefined;
    };
    expect(marked({ createdEventBlob: "AAAA" })).to.equal(true);
    expect(marked({ createdEventBlob: blob, contractId: "00" })).to.equal(true);
    expect(marked({ createdEventBlob: altered(blob, '"10.0', '"99.0') })).to.equal(undefined);
  });

  it("is refused when it comes with two payloads", () => {
    const { codeOf, blob } = scene();
    const spaced = altered(blob, '{"v":1,', '{"v":1, ');
    expect(codeOf({ createdEventBlob: blob }, { createdEventBlob: spaced })).to.equal(
      "DISCLOSED_CONTRACTS_CONFLICTING_PAYLOADS",
    );
  });

  it("does not come back to life by being disclosed after its archive", () => {
    const { ledger, codeOf, blob, node } = scene();
    ledger.commit([bank], [exercises({ on: Iou, name: archiveChoiceName }, node.contractId)]);
    expect(codeOf({ createdEventBlob: blob })).to.equal("CONTRACT_NOT_FOUND");
  });

  it("does not come to life by being disclosed without ever having been created", () => {
    const { ledger, node } = scene();
    const { contractId: _id, ...content } = contractOfNode(node, start);
    const invented = { ...content, payload: iou({ amount: "1000.0000000000", reference: "mine" }) };
    const contractId = contractIdOf(discriminatorOf(sha256("mine"), 0), invented, sha256);
    const fake: CreateNode = { kind: "create", nodeId: 0, ...invented, contractId };
    const delegation = ledger.create([alice], Delegation, { principal: alice, delegate: carol });
    const error = ledger.refuse(
      [carol],
      [exercises(MoveFor, delegation, { iou: contractId, newOwner: bob })],
      { disclosedContracts: [{ createdEventBlob: createdEventBlobOf(fake, start) }] },
    );
    expect(error.code).to.equal("CONTRACT_NOT_FOUND");
  });

  it("gives no authority: only visibility", () => {
    const { ledger, blob, node } = scene();
    const error = ledger.refuse([carol], [exercises({ on: Iou, name: "Touch" }, node.contractId)], {
      disclosedContracts: [{ createdEventBlob: blob }],
    });
    expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
  });
});
