import { expect } from "chai";
import fc from "fast-check";
import { topLevelValue } from "../../src/machine/machine.js";
import type { Expression } from "../../src/syntax/expression.js";
import { LfError } from "../../src/values/lf-error.js";
import { Meter, transactionBudget } from "../../src/values/meter.js";
import { Cons, LfFunction, type LfValue, Nil } from "../../src/values/value.js";
import {
  anyType,
  app,
  builtin,
  cond,
  fail,
  failureOf,
  fn,
  here,
  int,
  list,
  machineOf,
  text,
  top,
  v,
  valueOf,
  where,
} from "./programs.js";

const items = (from: LfValue): ReadonlyArray<LfValue> => {
  const all: Array<LfValue> = [];
  let rest = from;
  while (rest instanceof Cons) {
    all.push(rest.head);
    rest = rest.tail;
  }
  expect(rest).instanceOf(Nil);
  return all;
};

const atZero = builtin("EQUAL", v("n"), int(0));
const before = builtin("SUB_INT64", v("n"), int(1));

/** 1 for each step down to 0, added on the way back. */
const count = fn(
  ["n"],
  cond(atZero, int(0), builtin("ADD_INT64", int(1), app(top("count"), before))),
);

/** The numbers from n down to 1. */
const down = fn(
  ["n"],
  cond(
    atZero,
    { tag: "nil", type: { tag: "builtin", builtin: "Int64" } },
    {
      tag: "cons",
      type: { tag: "builtin", builtin: "Int64" },
      front: [v("n")],
      tail: app(top("down"), before),
    },
  ),
);

const loop = fn(["n"], cond(atZero, text("done"), app(top("loop"), before)));

const userError = (message: string) => ({ kind: "UserError", message });

describe("the evaluator", () => {
  describe("depth", () => {
    it("recurses 1,000,000 deep outside of tail position, in what a transaction may take", () => {
      const meter = new Meter(transactionBudget);
      expect(valueOf({ count, main: app(top("count"), int(1_000_000)) }, { meter })).equal(
        1_000_000n,
      );
    });

    it("loops in tail position without memory", () => {
      const meter = new Meter({ steps: 10_000_000, bytes: 10_000 });
      expect(valueOf({ loop, main: app(top("loop"), int(300_000)) }, { meter })).equal("done");
    });

    it("folds lists of 100,000 from both ends", () => {
      const add = builtin("ADD_INT64");
      const main = (of: "FOLDL" | "FOLDR") =>
        valueOf({ down, main: builtin(of, add, int(0), app(top("down"), int(100_000))) });
      expect(main("FOLDL")).equal(5_000_050_000n);
      expect(main("FOLDR")).equal(5_000_050_000n);
    });

    it("gives the same value whatever the native stack takes", () => {
      const values = {
        count,
        down,
        deep: fn(["a", "b"], builtin("ADD_INT64", app(top("count"), v("a")), v("b"))),
        main: builtin(
          "FOLDR",
          top("deep"),
          builtin(
            "FOLDL",
            fn(["b", "a"], app(top("deep"), v("a"), v("b"))),
            app(top("count"), int(50)),
            app(top("down"), int(40)),
          ),
          app(top("down"), int(30)),
        ),
      };
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 120 }), (depth) => {
          expect(valueOf(values, { depth })).equal(50n + 820n + 465n);
        }),
      );
    });
  });

  describe("order of evaluation", () => {
    it("evaluates operands from the last to the first, the head last", () => {
      const main = app(fail("head"), fail("one"), fail("two"));
      expect(failureOf(() => valueOf({ main }))).deep.equal(userError("two"));
      const late = app(fail("head"), int(1), app(top("loop"), int(3)));
      expect(failureOf(() => valueOf({ loop, main: late }))).deep.equal(userError("head"));
    });

    it("keeps the order where an operand calls", () => {
      const fails = fn(["m"], builtin("ERROR", v("m")));
      const called = app(top("fails"), text("called"));
      const overflow = builtin("ADD_INT64", int(2n ** 63n - 1n), int(1));
      const first = builtin("ADD_INT64", called, overflow);
      expect(failureOf(() => valueOf({ fails, main: first })).kind).equal("Thrown");
      const last = builtin("ADD_INT64", overflow, called);
      expect(failureOf(() => valueOf({ fails, main: last }))).deep.equal(userError("called"));
    });

    it("evaluates the operands of an immediate function from the last to the first", () => {
      const main = app(fn(["x", "y"], v("x")), fail("x"), fail("y"));
      expect(failureOf(() => valueOf({ main }))).deep.equal(userError("y"));
    });

    it("evaluates bindings in order and nothing of a function short of arguments", () => {
      const both = where("a", fail("a"), where("b", fail("b"), v("a")));
      expect(failureOf(() => valueOf({ main: both }))).deep.equal(userError("a"));
      expect(valueOf({ main: app(fn(["x"], fn(["y"], fail("body"))), int(1)) })).instanceOf(
        LfFunction,
      );
    });

    it("evaluates the body of a type abstraction at once", () => {
      const main = {
        tag: "typeAbstraction",
        parameters: [{ name: "a", kind: { tag: "star" } }],
        body: fail("now"),
      } as const;
      expect(failureOf(() => valueOf({ main }))).deep.equal(userError("now"));
    });
  });

  it("gives a value that is applied to types only", () => {
    const some = { tag: "some", type: anyType, value: int(1) } as const;
    const atType = (of: Expression): Expression => ({
      tag: "typeApplication",
      function: of,
      types: [anyType],
    });
    const values = {
      one: { tag: "typeAbstraction", parameters: [], body: some } as const,
      main: {
        tag: "case",
        scrutinee: atType(top("one")),
        alternatives: [{ pattern: { tag: "some", binder: "x" }, body: atType(v("x")) }],
      } as const,
    };
    expect(valueOf(values)).equal(1n);
  });

  it("calls partial applications at any depth of the native stack", () => {
    const values = {
      down,
      add: fn(["a", "b", "c"], builtin("ADD_INT64", v("b"), v("c"))),
      each: fn(["f", "xs", "sum", "x"], builtin("FOLDL", v("f"), v("sum"), v("xs"))),
      main: where(
        "f",
        app(top("add"), int(0)),
        where(
          "xs",
          app(top("down"), int(3)),
          builtin("FOLDL", app(top("each"), v("f"), v("xs")), int(0), v("xs")),
        ),
      ),
    };
    const meter = () => new Meter({ steps: 1_000, bytes: 1_000_000 });
    for (const depth of [1, 2, 3, 4, 5])
      expect(valueOf(values, { depth, meter: meter() })).equal(18n);
  });

  describe("functions", () => {
    it("applies partial applications and functions that return functions", () => {
      const add = fn(["a"], where("b", v("a"), fn(["c"], builtin("ADD_INT64", v("b"), v("c")))));
      expect(valueOf({ add, main: app(top("add"), int(1), int(2)) })).equal(3n);
      const main = where(
        "half",
        builtin("SUB_INT64", int(10)),
        list(app(v("half"), int(1)), app(v("half"), int(2))),
      );
      expect(items(valueOf({ main }))).deep.equal([9n, 8n]);
    });

    it("captures variables of functions around", () => {
      const main = app(
        fn(["a"], fn(["b"], fn(["c"], builtin("SUB_INT64", v("a"), v("c"))))),
        int(9),
        int(5),
        int(4),
      );
      expect(valueOf({ main })).equal(5n);
    });

    it("compares lists by a function that takes each second pair the other way round", () => {
      const equal = (of: Expression, ...lists: ReadonlyArray<Expression>) =>
        valueOf({ main: builtin("EQUAL_LIST", of, ...lists) });
      const less = builtin("LESS");
      expect(equal(less, list(int(3)), list(int(1)))).equal(true);
      expect(equal(less, list(int(1)), list(int(3)))).equal(false);
      expect(equal(less, list(int(3), int(1)), list(int(1), int(3)))).equal(true);
      expect(equal(less, list(int(3), int(3)), list(int(1), int(1)))).equal(false);
      expect(equal(less, list(int(3), int(1)), list(int(1)))).equal(false);
    });

    it("compares lists up to the first difference", () => {
      const failsAtTwo = fn(
        ["a", "b"],
        cond(builtin("EQUAL", v("a"), int(2)), fail("two"), builtin("LESS", v("a"), v("b"))),
      );
      const of = (...lists: ReadonlyArray<Expression>) =>
        valueOf({ main: builtin("EQUAL_LIST", failsAtTwo, ...lists) });
      expect(of(list(int(1), int(2)), list(int(1), int(2)))).equal(false);
      expect(failureOf(() => of(list(int(3), int(2)), list(int(1), int(2))))).deep.equal(
        userError("two"),
      );
    });
  });

  it("chooses no alternative for what has no constructors", () => {
    const main = {
      tag: "case",
      scrutinee: int(5),
      alternatives: [{ pattern: { tag: "default" }, body: int(1) }],
    } as const;
    expect(failureOf(() => valueOf({ main }))).deep.equal({
      kind: "Crash",
      reason: "Match on non-matchable value",
    });
  });

  describe("what is run often", () => {
    const x = v("x");
    const add = (n: number) => fn(["x"], builtin("ADD_INT64", x, int(n)));
    const twice = fn(["x"], builtin("MUL_INT64", x, int(2)));
    const compose = fn(["f", "g", "x"], app(v("f"), app(v("g"), x)));
    const of = (f: Expression, g: Expression) => app(top("compose"), f, g);

    it("composes functions whichever way they nest, and in any depth", () => {
      const values = { compose, add1: add(1), twice };
      const [f, g] = [top("add1"), top("twice")];
      expect(valueOf({ ...values, main: app(of(of(f, g), f), int(3)) })).equal(9n);
      expect(valueOf({ ...values, main: app(of(f, of(g, f)), int(3)) })).equal(9n);
      const nest = (body: Expression) =>
        app(
          builtin("FOLDL", fn(["f", "n"], body), top("add1"), app(top("down"), int(20_000))),
          int(0),
        );
      for (const body of [of(v("f"), top("add1")), of(top("add1"), v("f"))])
        expect(valueOf({ ...values, down, main: nest(body) })).equal(20_001n);
    });

    it("gives the error of the part that fails, the inner first", () => {
      const values = { compose, add1: add(1), bad: fn(["x"], fail("bad")) };
      for (const composed of [of(top("bad"), top("add1")), of(top("add1"), top("bad"))]) {
        const main = app(composed, int(1));
        expect(failureOf(() => valueOf({ ...values, main }))).deep.equal(userError("bad"));
      }
    });

    it("evaluates a call of top-level values once, and each run pays for it", () => {
      const each = fn(["a", "x"], builtin("ADD_INT64", v("a"), app(top("count"), top("n"))));
      const main = builtin("FOLDL", top("each"), int(0), app(top("down"), int(50)));
      const machine = machineOf({ values: { count, down, n: int(1000), each, main } });
      const taken = (): number => {
        const meter = new Meter();
        expect(topLevelValue({ ...machine, meter }, here("main"))).equal(50_000n);
        return meter.budget.steps - meter.steps;
      };
      const first = taken();
      expect(first).within(4000, 8000);
      expect(taken()).equal(first);
    });
  });

  describe("budgets", () => {
    const budget = { steps: 1_000_000, bytes: 20_000_000 };
    const grow = fn(["n"], builtin("ADD_INT64", int(1), app(top("grow"), v("n"))));
    const spin = fn(["n"], app(top("spin"), v("n")));

    for (const [name, values] of Object.entries({
      "a loop": { spin, main: app(top("spin"), int(1)) },
      "endless recursion": { grow, main: app(top("grow"), int(1)) },
      "a value of itself": { main: top("main") },
    })) {
      it(`end ${name}`, () => {
        expect(failureOf(() => valueOf(values, { meter: new Meter(budget) })).kind).equal("Budget");
      });
    }

    it("are the same for a program that ran before", () => {
      const machine = machineOf({
        values: {
          count,
          ten: app(top("count"), int(10)),
          main: builtin("ADD_INT64", top("ten"), top("ten")),
        },
      });
      const taken = (name: string): Meter => {
        const meter = new Meter(budget);
        topLevelValue({ ...machine, meter }, here(name));
        return meter;
      };
      const first = taken("main");
      const again = taken("main");
      expect([again.steps, again.bytes]).deep.equal([first.steps, first.bytes]);
      expect(taken("ten").steps).above(first.steps);
    });
  });

  it("says where a program failed", () => {
    const main = app(top("f"), int(1));
    const f = fn(["x"], fail("no"));
    try {
      valueOf({ f, main });
      expect.fail("did not fail");
    } catch (error) {
      if (!(error instanceof LfError)) throw error;
      expect(error.place).deep.equal({ packageId: "p", definition: "M:f" });
    }
  });
});
