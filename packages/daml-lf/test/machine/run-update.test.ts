import { expect } from "chai";
import type { LfEffect } from "../../src/machine/effects.js";
import { endLfFailure, topLevelValue } from "../../src/machine/machine.js";
import { runUpdate } from "../../src/machine/run-update.js";
import type { Expression, Update } from "../../src/syntax/expression.js";
import { LfError } from "../../src/values/lf-error.js";
import { Meter } from "../../src/values/meter.js";
import { ContractId, LfRecord, type LfValue, Timestamp } from "../../src/values/value.js";
import {
  anyType,
  app,
  builtin,
  cond,
  type Definitions,
  fail,
  failureOf,
  fn,
  here,
  int,
  machineOf,
  text,
  top,
  typeOf,
  v,
} from "./programs.js";

const update = (of: Update): Expression => ({ tag: "update", update: of });

const pure = (value: Expression): Expression => update({ tag: "pure", type: anyType, value });

const then = (name: string, bound: Expression, body: Expression): Expression =>
  update({ tag: "block", bindings: [{ binder: { name, type: anyType }, bound }], body });

const exc = typeOf("Exc");

const excOf = (message: Expression): Expression => ({
  tag: "record",
  type: exc,
  fields: [{ name: "message", value: message }],
});

const thrown = (message: Expression): Expression => ({
  tag: "throw",
  returnType: anyType,
  exceptionType: exc,
  exception: excOf(message),
});

const embed = (body: Expression): Expression => update({ tag: "embed", type: anyType, body });

const tried = (body: Expression, handler: Expression): Expression =>
  update({ tag: "tryCatch", type: anyType, body, binder: "e", handler });

const some = (value: Expression): Expression => ({ tag: "some", type: anyType, value });

const create = (name: string): Expression =>
  update({
    tag: "create",
    template: here("T"),
    payload: { tag: "record", type: typeOf("T"), fields: [{ name: "name", value: text(name) }] },
  });

const parts = (values: Readonly<Record<string, Expression>>): Definitions => ({
  values,
  dataTypes: ["Exc", "T"].map((name) => ({
    name,
    parameters: [],
    serializable: true,
    constructors: {
      tag: "record",
      fields: [{ name: name === "T" ? "name" : "message", type: anyType }],
    },
  })),
  exceptions: [
    {
      name: "Exc",
      message: fn(["e"], {
        tag: "recordProjection",
        type: exc,
        record: v("e"),
        field: "message",
      }),
    },
  ],
});

const textOf = (value: LfValue | undefined): string => (typeof value === "string" ? value : "");

const noTime = new Timestamp(0n);

/** Runs `main`; effects are written down in short, creates are answered by ids in order. */
const ran = (
  values: Readonly<Record<string, Expression>>,
  answer: (effect: LfEffect) => LfValue = () => noTime,
): { result: LfValue; effects: ReadonlyArray<string> } => {
  const machine = machineOf(parts(values));
  const program = runUpdate(topLevelValue(machine, here("main")), machine.meter);
  const effects: Array<string> = [];
  let next = program.next();
  while (next.done !== true) {
    const effect = next.value;
    effects.push(effect.op === "create" ? `create ${textOf(effect.payload.fields[0])}` : effect.op);
    let reply: LfValue;
    try {
      reply = answer(effect);
    } catch (error) {
      next = program.throw(error);
      continue;
    }
    next = program.next(reply);
  }
  return { result: next.value, effects };
};

const userError = (message: string) => ({ kind: "UserError", message });

describe("running updates", () => {
  it("asks the ledger in the order of a block and binds its answers", () => {
    const main = then("a", create("one"), then("b", create("two"), pure(v("a"))));
    let ids = 0;
    const { result, effects } = ran({ main }, () => new ContractId(`00${ids++}`));
    expect(effects).deep.equal(["create one", "create two"]);
    expect(result).deep.equal(new ContractId("000"));
  });

  it("runs a recursive update 200,000 long in either position", () => {
    const atZero = builtin("EQUAL", v("n"), int(0));
    const before = builtin("SUB_INT64", v("n"), int(1));
    const again = app(top("loop"), before);
    const forward = fn(["n"], cond(atZero, pure(int(0)), then("_", pure(int(1)), again)));
    expect(ran({ loop: forward, main: app(top("loop"), int(200_000)) }).result).equal(0n);
    const sum = then("s", embed(again), pure(builtin("ADD_INT64", v("s"), int(1))));
    const backward = fn(["n"], cond(atZero, pure(int(0)), sum));
    expect(ran({ loop: backward, main: app(top("loop"), int(200_000)) }).result).equal(200_000n);
  });

  it("evaluates operands at once, all else when it runs", () => {
    const machine = (main: Expression) => machineOf(parts({ main }));
    const evaluated = (main: Expression) => topLevelValue(machine(main), here("main"));
    expect(failureOf(() => evaluated(pure(fail("now"))))).deep.equal(userError("now"));
    const first = then("a", fail("first"), pure(int(1)));
    expect(failureOf(() => evaluated(first))).deep.equal(userError("first"));
    const later = then("a", pure(int(1)), fail("later"));
    for (const main of [later, embed(fail("later")), tried(fail("later"), fail("later"))]) {
      evaluated(main);
      expect(failureOf(() => ran({ main }))).deep.equal(userError("later"));
    }
  });

  describe("exceptions", () => {
    it("roll back before the handler runs, which may take them", () => {
      const handler = some(then("b", create("after"), pure(text("caught"))));
      const body = then("a", create("before"), embed(thrown(text("x"))));
      const { result, effects } = ran({ main: tried(body, handler) });
      expect(result).equal("caught");
      expect(effects).deep.equal(["tryBegin", "create before", "tryRollback", "create after"]);
    });

    it("commit a try that ends, and go to the outer one when the handler leaves them", () => {
      const none: Expression = { tag: "none", type: anyType };
      const main = tried(
        then("a", tried(pure(int(1)), none), tried(embed(thrown(text("x"))), none)),
        some(pure(text("outer"))),
      );
      expect(ran({ main })).deep.equal({
        result: "outer",
        effects: ["tryBegin", "tryBegin", "tryCommit", "tryBegin", "tryRollback", "tryRollback"],
      });
    });

    it("are caught where the ledger threw them, and where a handler did", () => {
      const main = tried(
        tried(create("refused"), thrown(text("inner"))),
        some(pure(builtin("ANY_EXCEPTION_MESSAGE", v("e")))),
      );
      const raise = new LfError(failureOfThrown(() => ran({ main: embed(thrown(text("no"))) })));
      const { result } = ran({ main }, (effect) => {
        if (effect.op === "create") throw raise;
        return noTime;
      });
      expect(result).equal("inner");
    });

    it("do not catch errors of other kinds", () => {
      const main = tried(embed(fail("fatal")), some(pure(int(1))));
      expect(failureOf(() => ran({ main }))).deep.equal(userError("fatal"));
    });

    it("that nobody takes are a failure status with the message", () => {
      const machine = machineOf(parts({ main: thrown(text("told")) }));
      const status = (message: string) => ({
        kind: "FailureStatus",
        errorId: "UNHANDLED_EXCEPTION/M:Exc",
        category: 9,
        message,
        metadata: new Map(),
      });
      const unhandled = (from: "submission" | "evaluation", main: Expression) => {
        const failing = machineOf(parts({ main }));
        const error = new LfError(failureOfThrown(() => topLevelValue(failing, here("main"))));
        return endLfFailure(machine, error, from);
      };
      expect(unhandled("evaluation", thrown(text("told")))).deep.equal(status("told"));
      const inMessage = thrown(text("x"));
      expect(unhandled("submission", inMessage)).deep.equal(status("x"));
    });
  });

  it("ends an update that never ends", () => {
    const main = embed(top("main"));
    const machine = machineOf(parts({ main }), {
      meter: new Meter({ steps: 10_000, bytes: 1_000_000 }),
    });
    const program = runUpdate(topLevelValue(machine, here("main")), machine.meter);
    expect(
      failureOf(() => program.next(new LfRecord({ of: here("T"), labels: [] }, []))).kind,
    ).equal("Budget");
  });
});

const failureOfThrown = (evaluation: () => unknown) => {
  const failure = failureOf(evaluation);
  expect(failure.kind).equal("Thrown");
  return failure;
};
