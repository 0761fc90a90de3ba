import { expect } from "chai";
import { topLevelValue } from "../../src/machine/machine.js";
import {
  choiceBody,
  choicePart,
  keyMaintainers,
  templatePart,
  viewOf,
} from "../../src/machine/template-parts.js";
import { runUpdate } from "../../src/machine/run-update.js";
import type { Expression } from "../../src/syntax/expression.js";
import type { LfTemplate } from "../../src/syntax/package.js";
import { ContractId, InterfaceValue, LfRecord } from "../../src/values/value.js";
import {
  anyType,
  app,
  builtin,
  failureOf,
  fn,
  here,
  int,
  list,
  machineOf,
  text,
  typeOf,
  v,
} from "./programs.js";

const owner: Expression = {
  tag: "recordProjection",
  type: typeOf("T"),
  record: v("this"),
  field: "owner",
};

const template: LfTemplate = {
  name: "T",
  parameter: "this",
  signatories: list(owner),
  observers: { tag: "nil", type: anyType },
  key: { type: anyType, expression: owner, maintainers: fn(["k"], list(v("k"))) },
  choices: new Map([
    [
      "C",
      {
        name: "C",
        consuming: true,
        controllers: list(v("arg"), owner),
        argument: { name: "arg", type: anyType },
        self: "self",
        resultType: anyType,
        update: {
          tag: "update",
          update: { tag: "pure", type: anyType, value: list(v("self"), v("arg"), owner) },
        },
      },
    ],
  ]),
  implementations: [
    {
      interface: here("I"),
      methods: new Map([["shout", fn(["n"], builtin("APPEND_TEXT", owner, v("n")))]]),
      view: list(owner),
    },
  ],
};

const payload = new LfRecord({ of: here("T"), labels: ["owner"] }, ["ann"]);

const seen: Expression = {
  tag: "toInterface",
  interface: here("I"),
  template: here("T"),
  value: {
    tag: "record",
    type: typeOf("T"),
    fields: [{ name: "owner", value: text("bob") }],
  },
};

const machine = (main: Expression = int(0)) =>
  machineOf({
    values: { main },
    templates: [template],
    dataTypes: [
      {
        name: "T",
        parameters: [],
        serializable: true,
        constructors: { tag: "record", fields: [{ name: "owner", type: anyType }] },
      },
    ],
  });

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (each instanceof LfRecord ? "record" : each));

describe("parts of templates", () => {
  it("are functions of the payload", () => {
    const of = machine();
    expect(templatePart(of, here("T"), "precondition", payload)).equal(true);
    expect(shown(templatePart(of, here("T"), "signatories", payload))).equal(
      '{"head":"ann","tail":{}}',
    );
    expect(templatePart(of, here("T"), "key", payload)).equal("ann");
    expect(shown(keyMaintainers(of, here("T"), "eve"))).equal('{"head":"eve","tail":{}}');
    expect(shown(viewOf(of, here("T"), here("I"), payload))).equal('{"head":"ann","tail":{}}');
  });

  it("of choices have the argument and the body its contract id", () => {
    const of = machine();
    const self = new ContractId("00");
    const call = { of: here("T"), choice: "C", self, payload, argument: "bob" };
    expect(choicePart(of, call, "observers")).equal(undefined);
    expect(shown(choicePart(of, call, "controllers"))).equal(
      '{"head":"bob","tail":{"head":"ann","tail":{}}}',
    );
    const ended = runUpdate(choiceBody(of, call), of.meter).next(0n);
    expect(ended.done).equal(true);
    expect(shown(ended.value)).equal(
      '{"head":{"id":"00"},"tail":{"head":"bob","tail":{"head":"ann","tail":{}}}}',
    );
  });

  it("are called through interfaces", () => {
    const value = (main: Expression) => topLevelValue(machine(main), here("main"));
    expect(value(seen)).instanceOf(InterfaceValue);
    const call = { interface: here("I"), value: seen };
    expect(value(app({ tag: "callInterface", method: "shout", ...call }, text("!")))).equal("bob!");
    const list = '{"head":"bob","tail":{}}';
    expect(shown(value({ tag: "signatoryInterface", ...call }))).equal(list);
    expect(shown(value({ tag: "viewInterface", ...call }))).equal(list);
    const back = { interface: here("I"), template: here("Other"), value: seen };
    expect(shown(value({ tag: "fromInterface", ...back, template: here("T") }))).equal(
      '{"value":"record"}',
    );
    expect(shown(value({ tag: "fromInterface", ...back }))).equal("{}");
  });

  it("that are missing are an error of the program", () => {
    const main: Expression = { tag: "viewInterface", interface: here("J"), value: seen };
    expect(failureOf(() => topLevelValue(machine(main), here("main"))).kind).equal("Crash");
  });
});
