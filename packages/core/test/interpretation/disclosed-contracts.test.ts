import { expect } from "chai";
import { isLeft, left } from "fp-ts/lib/Either.js";
import type { DisclosedContract } from "../../src/commands/composite-command.js";
import { type Contract, contractIdOf, contractOfNode } from "../../src/contracts/contract.js";
import { invalidArgument } from "../../src/errors/ledger-error-build.js";
import { discriminatorOf } from "../../src/events/ledger-ids.js";
import { archiveChoiceName } from "../../src/templates/definition-rules.js";
import {
  alice,
  bank,
  bob,
  carol,
  createdIn,
  creates,
  disclosed,
  exercises,
  iou,
  sha256,
  start,
  TestLedger,
} from "../ledger-fixture.js";
import { Delegation, Iou, MoveFor } from "../sample-package.js";

/** Carol may move alice's debts but sees none of them unless one is disclosed. */
const scene = () => {
  const ledger = new TestLedger();
  const [node] = createdIn(ledger.commit([bank], [creates(Iou, iou())]));
  if (node === undefined) throw new Error("nothing was created");
  const delegation = ledger.create([alice], Delegation, { principal: alice, delegate: carol });
  const contract = contractOfNode(node, start);
  const command = [exercises(MoveFor, delegation, { iou: node.contractId, newOwner: bob })];
  const move = (disclosedContracts: ReadonlyArray<DisclosedContract>, readAs: Array<string> = []) =>
    ledger.submit([carol], command, { disclosedContracts, readAs });
  const codeOf = (...given: ReadonlyArray<DisclosedContract>): string => {
    const decision = move(given);
    return isLeft(decision) ? decision.left.code : "accepted";
  };
  return { ledger, contract, move, codeOf };
};

describe("a disclosed contract", () => {
  it("can be used by parties that do not see it otherwise", () => {
    const { codeOf, contract } = scene();
    expect(codeOf()).to.equal("CONTRACT_NOT_FOUND");
    expect(codeOf(disclosed(contract))).to.equal("accepted");
  });

  it("may be listed twice with the same blob", () => {
    const { codeOf, contract } = scene();
    expect(codeOf(disclosed(contract), disclosed(contract))).to.equal("accepted");
  });

  it("is named in the event by id and digest when it was used, and only by this was visible", () => {
    const { contract, move, ledger } = scene();
    const [other] = createdIn(ledger.commit([bank], [creates(Iou, iou({ reference: "r2" }))]));
    if (other === undefined) throw new Error("nothing was created");
    const both = [
      disclosed(contract, "digest of the used one"),
      disclosed(contractOfNode(other, start), "digest of the other"),
    ];
    const decision = move(both);
    const [event] = isLeft(decision) ? [] : decision.right;
    expect(event).to.deep.include({
      disclosedContracts: [
        { contractId: contract.contractId, blobDigest: "digest of the used one" },
      ],
    });
  });

  it("is not named in the event when a reader sees it anyway", () => {
    const { contract, move } = scene();
    const decision = move([disclosed(contract)], [alice]);
    const [event] = isLeft(decision) ? [] : decision.right;
    expect(event).to.have.property("type", "TransactionCommitted");
    expect(event).to.not.have.property("disclosedContracts");
  });

  const forged: ReadonlyArray<readonly [string, (contract: Contract) => Contract]> = [
    ["a higher amount", (of) => ({ ...of, payload: iou({ amount: "99.0000000000" }) })],
    ["another owner", (of) => ({ ...of, payload: iou({ owner: carol }) })],
    ["other signatories", (of) => ({ ...of, signatories: [carol] })],
    ["further observers", (of) => ({ ...of, observers: [alice, carol] })],
    ["another time", (of) => ({ ...of, createdAt: start - 1 })],
  ];
  for (const [name, change] of forged) {
    it(`is refused when it was forged to have ${name}`, () => {
      const { move, contract } = scene();
      const decision = move([disclosed(change(contract))]);
      if (!isLeft(decision)) throw new Error("accepted");
      expect(decision.left).to.deep.include({
        code: "DISCLOSED_CONTRACT_AUTHENTICATION_FAILED",
        place: { of: "disclosedContract", index: 0 },
        definiteAnswer: true,
      });
      expect(decision.left.invalidRequest).to.equal(undefined);
    });
  }

  it("that could not be read gives its error, after the errors of those before it", () => {
    const { codeOf, contract } = scene();
    const unreadable: DisclosedContract = {
      contract: left(invalidArgument("it is not standard Base64", "disclosedContracts[1]")),
      blobDigest: "",
    };
    const altered = disclosed({ ...contract, createdAt: 0 });
    expect(codeOf(disclosed(contract), unreadable)).to.equal("INVALID_ARGUMENT");
    expect(codeOf(altered, unreadable)).to.equal("DISCLOSED_CONTRACT_AUTHENTICATION_FAILED");
    expect(codeOf(unreadable, altered)).to.equal("INVALID_ARGUMENT");
  });

  it("is refused when it comes with two blobs", () => {
    const { codeOf, contract } = scene();
    expect(codeOf(disclosed(contract), disclosed(contract, "other"))).to.equal(
      "DISCLOSED_CONTRACTS_CONFLICTING_PAYLOADS",
    );
  });

  it("does not come back to life by being disclosed after its archive", () => {
    const { ledger, codeOf, contract } = scene();
    ledger.commit([bank], [exercises({ on: Iou, name: archiveChoiceName }, contract.contractId)]);
    expect(codeOf(disclosed(contract))).to.equal("CONTRACT_NOT_FOUND");
  });

  it("does not come to life by being disclosed without ever having been created", () => {
    const { ledger, contract } = scene();
    const { contractId: _id, ...content } = contract;
    const invented = { ...content, payload: iou({ amount: "1000.0000000000", reference: "mine" }) };
    const contractId = contractIdOf(discriminatorOf(sha256("mine"), 0), 1, invented, sha256);
    const delegation = ledger.create([alice], Delegation, { principal: alice, delegate: carol });
    const error = ledger.refuse(
      [carol],
      [exercises(MoveFor, delegation, { iou: contractId, newOwner: bob })],
      { disclosedContracts: [disclosed({ ...invented, contractId })] },
    );
    expect(error.code).to.equal("CONTRACT_NOT_FOUND");
  });

  it("gives no authority: only visibility", () => {
    const { ledger, contract } = scene();
    const touch = [exercises({ on: Iou, name: "Touch" }, contract.contractId)];
    const error = ledger.refuse([carol], touch, { disclosedContracts: [disclosed(contract)] });
    expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
  });
});
