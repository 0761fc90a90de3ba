import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import type { Command } from "../../src/commands/composite-command.js";
import { errorCategoryOf } from "../../src/errors/error-catalogue.js";
import type { Json } from "../../src/values/json.js";
import {
  maxTransactionDepth,
  maxTransactionNodes,
  maxTransactionSteps,
} from "../../src/contracts/transaction.js";
import {
  alice,
  bank,
  bob,
  createdIn,
  exercisedIn,
  exercises,
  iou,
  start,
  TestLedger,
} from "../ledger-fixture.js";
import {
  Abort,
  CreateIllTyped,
  CreateStray,
  FailWith,
  FetchAsset,
  FetchIou,
  FindOrphan,
  Iou,
  Lab,
  Loop,
  Many,
  Nest,
  OwnerIf,
  ReturnIllTyped,
  Split,
  Throw,
  Time,
} from "../sample-package.js";

const ledgerWithIou = (): { readonly ledger: TestLedger; readonly contractId: string } => {
  const ledger = new TestLedger();
  return { ledger, contractId: ledger.create([bank], Iou, iou()) };
};
const ledgerWithLab = (): { readonly ledger: TestLedger; readonly lab: string } => {
  const ledger = new TestLedger();
  return { ledger, lab: ledger.create([alice], Lab, { owner: alice }) };
};

describe("choice bodies", () => {
  const run = (choice: Parameters<typeof exercises>[0], argument: Json = {}) => {
    const { ledger, lab } = ledgerWithLab();
    return ledger.refuse([alice], [exercises(choice, lab, argument)]);
  };

  it("that throw become UNHANDLED_EXCEPTION with type and text of the exception", () => {
    const error = run(Throw);
    expect(error.code).to.equal("UNHANDLED_EXCEPTION");
    expect(error.resources).to.deep.equal([
      ["EXCEPTION_TYPE", "RangeError"],
      ["EXCEPTION_VALUE", "out of the lab"],
    ]);
    expect(error.cause).to.match(/ \(in choice Throw of #[\w-]+:[\w.]+:\w+\)$/);
  });

  it("that abort become INTERPRETATION_USER_ERROR with the reason", () => {
    const error = run(Abort, { reason: "not today" });
    expect(error.code).to.equal("INTERPRETATION_USER_ERROR");
    expect(error.resources).to.deep.equal([["EXCEPTION_TEXT", "not today"]]);
  });

  const blames: ReadonlyArray<readonly [string, string, number]> = [
    ["argument", "8", 8],
    ["state", "9", 9],
    ["", "9", 9],
  ];
  for (const [blame, category, errorCategory] of blames) {
    it(`that fail with an id of their own, blaming ${blame || "nothing in particular"}, become DAML_FAILURE of category ${category}`, () => {
      const error = run(FailWith, { blame });
      expect(error.code).to.equal("DAML_FAILURE");
      expect(error.cause).to.equal("The lab is closed.");
      const { exercise_trace: trace, commands: _commands, ...said } = error.context;
      expect(said).to.deep.equal({
        error_id: "sample.example/lab-closed",
        category,
        until: "noon",
      });
      expect(trace).to.match(
        /^ {4}in choice [0-9a-f]{8}:Sample.Lab:Lab:FailWith on contract 00[0-9a-f]{8} \(#0\)\n {4}in exercise command [0-9a-f]{8}:Sample.Lab:Lab:FailWith on contract 00[0-9a-f]{8}.\n$/,
      );
      expect(errorCategoryOf(error)).to.equal(errorCategory);
    });
  }

  it("tell whether a contract is of a template before they rely on it", () => {
    const { ledger, contractId } = ledgerWithIou();
    const lab = ledger.create([alice], Lab, { owner: alice });
    const asking = (asset: string, isIou: boolean) => [exercises(OwnerIf, lab, { asset, isIou })];
    const ownerOf = (asset: string, isIou: boolean) =>
      exercisedIn(ledger.commit([alice], asking(asset, isIou)))[0]?.result;
    expect(ownerOf(contractId, true)).to.deep.equal({ asAsset: alice, asTemplate: alice });
    expect(ownerOf(contractId, false)).to.deep.equal({ asAsset: alice });
    const hidden = ledger.create([bank], Iou, { ...iou(), owner: bob, reference: "r2" });
    const errors = [
      ledger.refuse([alice], asking(hidden, true)),
      ledger.refuse([alice], asking(hidden, true), { readAs: [bob] }),
      ledger.refuse([alice], asking(lab, true)),
    ];
    expect(errors.map(({ code }) => code)).to.deep.equal([
      "CONTRACT_NOT_FOUND",
      "DAML_AUTHORIZATION_ERROR",
      "CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE",
    ]);
  });

  it("cannot create or return what is not of its type", () => {
    const created = run(CreateIllTyped, { owner: "not/a/party" });
    expect(created.code).to.equal("DAML_INTERPRETER_INVALID_ARGUMENT");
    expect(created.cause).to.contain("The payload of Sample.Lab:Lab").and.to.contain("owner");
    const returned = run(ReturnIllTyped, { result: "not a contract id" });
    expect(returned.code).to.equal("DAML_INTERPRETER_INVALID_ARGUMENT");
    expect(returned.cause).to.contain("The result of ReturnIllTyped");
  });

  it("cannot use templates of no known package", () => {
    const error = run(CreateStray);
    expect(error.code).to.equal("DAML_INTERPRETATION_ERROR");
    expect(error.cause).to.contain("Sample.Lab:Stray belongs to no package");
  });

  it("see one ledger time, which is the transaction's", () => {
    const { ledger, lab } = ledgerWithLab();
    const event = ledger.commit([alice], [exercises(Time, lab)]);
    expect(event.effectiveAt).to.equal(start);
    expect(exercisedIn(event)[0]?.result).to.deep.equal([
      "2026-01-01T00:00:00Z",
      "2026-01-01T00:00:00Z",
    ]);
  });

  it("fetch only with the authority of a stakeholder", () => {
    const { ledger, lab } = ledgerWithLab();
    const mine = ledger.create([bank], Iou, iou());
    const others = ledger.create([bank], Iou, iou({ owner: bob, reference: "r2" }));
    const [node] = exercisedIn(ledger.commit([alice], [exercises(FetchIou, lab, { iou: mine })]));
    expect(node?.result).to.equal(alice);
    // visible through readAs, but alice alone is behind the body
    const error = ledger.refuse([alice], [exercises(FetchIou, lab, { iou: others })], {
      readAs: [bob],
    });
    expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(error.cause).to.contain("by one of its stakeholders");
  });

  it("fetch through an interface only what implements it", () => {
    const { ledger, lab } = ledgerWithLab();
    const mine = ledger.create([bank], Iou, iou());
    const [node] = exercisedIn(
      ledger.commit([alice], [exercises(FetchAsset, lab, { asset: mine })]),
    );
    expect(node?.result).to.equal("10.0000000000");
    expect(ledger.refuse([alice], [exercises(FetchAsset, lab, { asset: lab })]).code).to.equal(
      "CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE",
    );
    expect(ledger.refuse([alice], [exercises(FetchIou, lab, { iou: lab })]).code).to.equal(
      "WRONGLY_TYPED_CONTRACT",
    );
  });

  it("learn what a contract is not before who may fetch it", () => {
    const { ledger, lab } = ledgerWithLab();
    const others = ledger.create([bob], Lab, { owner: bob });
    const refused = (fetching: Command) =>
      ledger.refuse([alice], [fetching], { readAs: [bob] }).code;
    expect(refused(exercises(FetchIou, lab, { iou: others }))).to.equal("WRONGLY_TYPED_CONTRACT");
    expect(refused(exercises(FetchAsset, lab, { asset: others }))).to.equal(
      "CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE",
    );
  });

  it("cannot ask for a key that no one maintains", () => {
    const error = run(FindOrphan, { keepers: [] });
    expect(error.code).to.equal("FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS");
    expect(error.resources.map(([kind]) => kind)).to.deep.equal([
      "TEMPLATE_ID",
      "CONTRACT_KEY",
      "PACKAGE_NAME",
    ]);
  });

  it("may abort for a reason of arithmetic and leave everything as it was", () => {
    const { ledger, contractId } = ledgerWithIou();
    const split = (amount: string) => exercises(Split, contractId, { amount, reference: "r2" });
    expect(ledger.refuse([alice], [split("10")]).code).to.equal("TEMPLATE_PRECONDITION_VIOLATED");
    const event = ledger.commit([alice], [split("4")]);
    expect(createdIn(event).map(({ payload }) => payload)).to.deep.equal([
      iou({ amount: "6.0000000000" }),
      iou({ amount: "4.0000000000", reference: "r2" }),
    ]);
  });
});

describe("the limits of a transaction", () => {
  const { ledger, lab } = ledgerWithLab();
  const attempt = (choice: Parameters<typeof exercises>[0], argument: Json) =>
    ledger.submit([alice], [exercises(choice, lab, argument)]);
  const table: ReadonlyArray<
    readonly [string, Parameters<typeof exercises>[0], Json, Json, string]
  > = [
    [
      "steps",
      Loop,
      { steps: String(maxTransactionSteps) },
      { steps: String(maxTransactionSteps + 1) },
      `${maxTransactionSteps} steps`,
    ],
    [
      "nodes",
      Many,
      { contracts: String(maxTransactionNodes - 1) },
      { contracts: String(maxTransactionNodes) },
      `${maxTransactionNodes} nodes`,
    ],
    [
      "depth",
      Nest,
      { depth: String(maxTransactionDepth) },
      { depth: String(maxTransactionDepth + 1) },
      `${maxTransactionDepth} deep`,
    ],
  ];
  for (const [name, choice, within, beyond, cause] of table) {
    it(`let ${name} go up to the limit and no further`, () => {
      const accepted = attempt(choice, within);
      expect(isRight(accepted)).to.equal(true);
      const error = attempt(choice, beyond);
      if (isRight(error)) throw new Error("accepted");
      expect(error.left.code).to.equal("DAML_INTERPRETATION_ERROR");
      expect(error.left.cause).to.contain(cause);
    });
  }

  it("count exercises among the nodes", () => {
    const full = exercises(Many, lab, { contracts: String(maxTransactionNodes - 1) });
    const error = ledger.refuse([alice], [full, exercises(Time, lab)]);
    expect(error.code).to.equal("DAML_INTERPRETATION_ERROR");
    expect(error.cause).to.contain(`${maxTransactionNodes} nodes`);
  });

  it("hold for the transaction as a whole, not for each command", () => {
    const half = exercises(Loop, lab, { steps: String(maxTransactionSteps / 2 + 1) });
    expect(isRight(ledger.submit([alice], [half]))).to.equal(true);
    expect(ledger.refuse([alice], [half, half]).code).to.equal("DAML_INTERPRETATION_ERROR");
  });
});
