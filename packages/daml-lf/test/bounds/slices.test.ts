import { expect } from "chai";
import { topLevelValue } from "../../src/machine/machine.js";
import { runUpdate } from "../../src/machine/run-update.js";
import type { Expression, Update } from "../../src/syntax/expression.js";
import { type Budget, Meter } from "../../src/values/meter.js";
import { unit } from "../../src/values/value.js";
import {
  anyType,
  app,
  builtin,
  cond,
  failureOf,
  fn,
  here,
  int,
  list,
  machineOf,
  top,
  v,
  where,
} from "../machine/programs.js";

const update = (of: Update): Expression => ({ tag: "update", update: of });

const pure = (value: Expression): Expression => update({ tag: "pure", type: anyType, value });

const then = (name: string, bound: Expression, body: Expression): Expression =>
  update({ tag: "block", bindings: [{ binder: { name, type: anyType }, bound }], body });

const embed = (body: Expression): Expression => update({ tag: "embed", type: anyType, body });

const tried = (body: Expression, handler: Expression): Expression =>
  update({ tag: "tryCatch", type: anyType, body, binder: "e", handler });

const plus = (a: Expression, b: Expression): Expression => builtin("ADD_INT64", a, b);

const counted = (name: string): Expression =>
  fn(
    ["n"],
    cond(
      builtin("EQUAL", v("n"), int(0)),
      int(0),
      plus(int(1), app(top(name), builtin("SUB_INT64", v("n"), int(1)))),
    ),
  );

/** Counts down in tail position. */
const downwards = fn(
  ["n"],
  cond(
    builtin("EQUAL", v("n"), int(0)),
    int(7),
    app(top("down"), builtin("SUB_INT64", v("n"), int(1))),
  ),
);

/** A list of `n` numbers. */
const many = fn(
  ["n", "l"],
  cond(
    builtin("EQUAL", v("n"), int(0)),
    v("l"),
    app(top("many"), builtin("SUB_INT64", v("n"), int(1)), {
      tag: "cons",
      type: anyType,
      front: [v("n")],
      tail: v("l"),
    }),
  ),
);

const numbers = app(top("many"), int(3_000), list());

const adding = builtin("ADD_INT64");

/** Values of updates; each takes some thousand steps. */
const programs: Readonly<Record<string, Expression>> = {
  "a recursion in tail position": pure(app(top("down"), int(3_000))),
  "a deep recursion": pure(app(top("count"), int(3_000))),
  "a fold from the left with a builtin": pure(builtin("FOLDL", adding, int(0), numbers)),
  "a fold from the right with a builtin": pure(builtin("FOLDR", adding, int(0), numbers)),
  "a comparison of lists": pure(builtin("EQUAL_LIST", builtin("EQUAL"), numbers, numbers)),
  "an embedded update": embed(where("x", app(top("count"), int(3_000)), pure(v("x")))),
  "what follows a step": then("a", pure(int(1)), pure(app(top("count"), int(3_000)))),
  "the body of a try": tried(pure(app(top("count"), int(3_000))), int(0)),
};

const definitions = {
  count: counted("count"),
  down: downwards,
  many,
  again: then("_", pure(int(1)), top("again")),
};

const budget: Budget = { steps: 10_000_000, bytes: 100_000_000 };

const slice = { steps: 100, bytes: 100_000_000 };

const sliced = (): Meter => new Meter(budget, false, { slice, whole: budget, builtin: budget });

/** Runs `main`; stops it after a number of pauses. */
const ran = (main: Expression, meter: Meter, mostPauses = 10_000) => {
  const machine = machineOf({ values: { ...definitions, main: embed(main) } }, { meter });
  const program = runUpdate(topLevelValue(machine, here("main")), meter);
  /** Steps from one pause to the next. */
  const pieces: Array<number> = [];
  let left = meter.steps;
  for (;;) {
    const next = program.next(unit);
    if (next.done === true) return { result: next.value, pieces };
    if (next.value.op !== "pause") continue;
    pieces.push(left - meter.steps);
    left = meter.steps;
    if (pieces.length === mostPauses) return { result: undefined, pieces };
  }
};

const endless: Readonly<Record<string, Expression>> = {
  "an update that is itself": embed(top("main")),
  "a step that is followed by itself": then("_", pure(int(1)), top("main")),
  "a step that is followed by the same": then("_", pure(int(1)), top("again")),
};

describe("Slices of a program", () => {
  for (const [name, main] of Object.entries(programs)) {
    it(`come to the same result and take the same: ${name}`, () => {
      const [once, often] = [new Meter(budget), sliced()];
      const whole = ran(main, once);
      const parts = ran(main, often);
      expect(whole.pieces).to.deep.equal([]);
      expect(parts.pieces.length).to.be.greaterThan(5);
      expect(parts.result).to.deep.equal(whole.result);
      expect([often.steps, often.bytes]).to.deep.equal([once.steps, once.bytes]);
    });
  }

  for (const [name, main] of Object.entries({ ...programs, ...endless })) {
    it(`end soon after their steps: ${name}`, () => {
      const { pieces } = ran(main, sliced(), 50);
      // a builtin that reads a list takes it in one go
      const most = name.includes("from the right") ? 3_000 : 20;
      for (const piece of pieces) expect(piece).to.be.within(0, slice.steps + most);
      if (name in endless) expect(pieces.length).to.equal(50);
    });
  }

  it("end after their bytes, too", () => {
    const bytes = { slice: { steps: 1_000_000, bytes: 5_000 }, whole: budget, builtin: budget };
    const meter = new Meter(budget, false, bytes);
    expect(ran(pure(numbers), meter).pieces.length).to.be.greaterThan(5);
  });

  it("pay for what is evaluated once as if nobody else had used it meanwhile", () => {
    const main = pure(plus(top("ten"), app(top("count"), plus(top("ten"), int(3_000)))));
    const values = { ...definitions, ten: app(top("count"), int(10)), main: embed(main) };
    const machine = machineOf({ values });
    const taken = (between: () => void): number => {
      const meter = sliced();
      const program = runUpdate(topLevelValue({ ...machine, meter }, here("main")), meter);
      for (let next = program.next(unit); next.done !== true; next = program.next(unit)) between();
      return meter.steps;
    };
    taken(() => undefined);
    const alone = taken(() => undefined);
    const beside = taken(() => {
      topLevelValue({ ...machine, meter: new Meter(budget, true) }, here("ten"));
    });
    expect(beside).to.equal(alone);
  });
});

describe("What is evaluated whole", () => {
  it("ends with an error when it takes more than a piece may", () => {
    const pieces = { slice, whole: { steps: 1_000, bytes: 1_000_000 }, builtin: budget };
    const machine = machineOf(
      { values: { ...definitions, main: app(top("count"), int(3_000)) } },
      { meter: new Meter(budget, false, pieces) },
    );
    const failure = failureOf(() => topLevelValue(machine, here("main")));
    expect(failure).to.deep.equal({
      kind: "Budget",
      reason:
        "The program takes more than it may: in one piece: more than 1000 steps or 1000000 bytes.",
    });
  });
});
