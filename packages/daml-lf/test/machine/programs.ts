import type { BuiltinFunction } from "../../src/syntax/builtin-function.js";
import type { Expression } from "../../src/syntax/expression.js";
import type { LfPackage, LfTemplate, Value } from "../../src/syntax/package.js";
import type { DataType, Exception } from "../../src/syntax/package.js";
import type { Reference, Type } from "../../src/syntax/type.js";
import { type Machine, topLevelValue } from "../../src/machine/machine.js";
import { type Program, programOf } from "../../src/machine/program.js";
import { Meter } from "../../src/values/meter.js";
import { LfError, type LfFailure } from "../../src/values/lf-error.js";
import type { LfValue } from "../../src/values/value.js";

/** A type that the machine does not look at. */
export const anyType: Type = { tag: "builtin", builtin: "Unit" };

/** A definition of the package of a test. */
export const here = (name: string): Reference => ({ packageId: "p", module: "M", name });

/** A constructor as a type. */
export const typeOf = (name: string): Type => ({ tag: "constructor", of: here(name) });

/** A variable. */
export const v = (name: string): Expression => ({ tag: "variable", name });

/** A top-level value. */
export const top = (name: string): Expression => ({ tag: "value", of: here(name) });

/** An Int64. */
export const int = (value: bigint | number): Expression => ({
  tag: "literal",
  literal: { tag: "int64", value: BigInt(value) },
});

/** A text. */
export const text = (value: string): Expression => ({
  tag: "literal",
  literal: { tag: "text", value },
});

/** A function of one or more parameters. */
export const fn = (parameters: ReadonlyArray<string>, body: Expression): Expression => ({
  tag: "abstraction",
  parameters: parameters.map((name) => ({ name, type: anyType })),
  body,
});

/** An application. */
export const app = (head: Expression, ...operands: ReadonlyArray<Expression>): Expression => ({
  tag: "application",
  function: head,
  arguments: operands,
});

/** A builtin applied to operands. */
export const builtin = (
  name: BuiltinFunction,
  ...operands: ReadonlyArray<Expression>
): Expression =>
  operands.length === 0
    ? { tag: "builtin", builtin: name }
    : app({ tag: "builtin", builtin: name }, ...operands);

/** A choice between two by a Bool. */
export const cond = (of: Expression, yes: Expression, no: Expression): Expression => ({
  tag: "case",
  scrutinee: of,
  alternatives: [
    { pattern: { tag: "bool", value: true }, body: yes },
    { pattern: { tag: "default" }, body: no },
  ],
});

/** A `let` of one binding. */
export const where = (name: string, bound: Expression, body: Expression): Expression => ({
  tag: "let",
  bindings: [{ binder: { name, type: anyType }, bound }],
  body,
});

/** A list. */
export const list = (...front: ReadonlyArray<Expression>): Expression => ({
  tag: "cons",
  type: anyType,
  front,
  tail: { tag: "nil", type: anyType },
});

/** An error of the program, told by its text. */
export const fail = (message: string): Expression => builtin("ERROR", text(message));

/** What the package of a test defines, beside values. */
export interface Definitions {
  readonly values?: Readonly<Record<string, Expression>>;
  readonly dataTypes?: ReadonlyArray<DataType>;
  readonly exceptions?: ReadonlyArray<Exception>;
  readonly templates?: ReadonlyArray<LfTemplate>;
}

const byName = <A extends { readonly name: string }>(
  all: ReadonlyArray<A> = [],
): ReadonlyMap<string, A> => new Map(all.map((one) => [one.name, one]));

/** The package of a test. */
export const packageOf = ({
  values = {},
  dataTypes,
  exceptions,
  templates,
}: Definitions): LfPackage => ({
  id: "p",
  name: "test",
  version: "1.0.0",
  languageVersion: "2.2",
  dependencies: [],
  modules: new Map([
    [
      "M",
      {
        name: "M",
        synonyms: new Map(),
        dataTypes: byName(dataTypes),
        values: byName(
          Object.entries(values).map(
            ([name, expression]): Value => ({ name, type: anyType, expression }),
          ),
        ),
        templates: byName(templates),
        exceptions: byName(exceptions),
        interfaces: new Map(),
      },
    ],
  ]),
});

/** A program of one package. */
export const programOfPackage = (only: LfPackage): Program =>
  programOf({
    package: (id) => (id === "p" ? only : undefined),
    convert: (payload) => payload,
  });

/** A machine of a package. */
export const machineOf = (
  definitions: Definitions,
  options: { depth?: number; meter?: Meter } = {},
): Machine => {
  const program = programOfPackage(packageOf(definitions));
  return { program, meter: new Meter(), ...options };
};

/** The value of `main` among the values of a package. */
export const valueOf = (
  values: Readonly<Record<string, Expression>>,
  options: { depth?: number; meter?: Meter } = {},
): LfValue => topLevelValue(machineOf({ values }, options), here("main"));

/** What an evaluation fails with; throws where it does not fail. */
export const failureOf = (evaluation: () => unknown): LfFailure => {
  try {
    evaluation();
  } catch (error) {
    if (error instanceof LfError) return error.failure;
    throw error;
  }
  throw new Error("the evaluation did not fail");
};
