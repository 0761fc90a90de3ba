import { malformed } from "../malformed.js";
import type { Alternative, BuiltinFunction, Expression } from "../syntax/expression.js";
import { builtinFunctions } from "../syntax/builtin-function.js";
import type { ExpressionSource } from "./expression-source.js";
import { literalOf, patternOf, unitOrBool } from "./decode-patterns.js";
import type { Message } from "./message.js";

type Read = (message: Message, decoder: ExpressionSource) => Expression;

/** Reads an expression from the message in its field. */
const within =
  (read: (content: Message, decoder: ExpressionSource) => Expression, number: number): Read =>
  (message, decoder) =>
    read(message.message(number), decoder);

const builtinByNumber: ReadonlyMap<number, BuiltinFunction> = new Map(
  // border: the keys of the table are its names
  (Object.entries(builtinFunctions) as Array<[BuiltinFunction, number]>).map(([name, number]) => [
    number,
    name,
  ]),
);

const alternativeOf = (message: Message, d: ExpressionSource): Alternative => ({
  pattern: patternOf(message, d),
  body: d.in(message, 1),
});

/** The type and the expression of what has both. */
const typed = (of: Message, d: ExpressionSource) => ({
  type: d.types.typeIn(of, 1),
  value: d.in(of, 2),
});

/** The interface and the expression of what has both. */
const ofInterface = (of: Message, d: ExpressionSource) => ({
  interface: d.reference(of, 1),
  value: d.in(of, 2),
});

const ofTemplate = (of: Message, d: ExpressionSource) => ({
  interface: d.reference(of, 1),
  template: d.reference(of, 2),
  value: d.in(of, 3),
});

const ofRequired = (of: Message, d: ExpressionSource) => ({
  required: d.reference(of, 1),
  requiring: d.reference(of, 2),
  value: d.in(of, 3),
});

const basics: Readonly<Record<number, Read>> = {
  2: (message, d) => ({ tag: "variable", name: d.text(message, 2) }),
  3: (message, d) => ({ tag: "value", of: d.reference(message, 3) }),
  4: (message) => ({
    tag: "builtin",
    builtin:
      builtinByNumber.get(message.int(4)) ??
      malformed(`builtin function ${message.int(4)} is not supported`),
  }),
  5: (message) => unitOrBool(message.int(5)),
  6: within((of, d) => ({ tag: "literal", literal: literalOf(of, d) }), 6),
  15: within(
    (of, d) => ({ tag: "application", function: d.in(of, 1), arguments: d.all(of, 2) }),
    15,
  ),
  16: within(
    (of, d) => ({ tag: "typeApplication", function: d.in(of, 1), types: d.types.typesIn(of, 2) }),
    16,
  ),
  17: within(
    (of, d) => ({
      tag: "abstraction",
      parameters: of.messages(1).map((each) => d.types.binder(each)),
      body: d.in(of, 2),
    }),
    17,
  ),
  18: within(
    (of, d) => ({
      tag: "typeAbstraction",
      parameters: d.types.typeBinders(of, 1),
      body: d.in(of, 2),
    }),
    18,
  ),
  19: within(
    (of, d) => ({
      tag: "case",
      scrutinee: d.in(of, 1),
      alternatives: of.messages(2).map((each) => alternativeOf(each, d)),
    }),
    19,
  ),
  20: within((of, d) => ({ tag: "let", bindings: d.bindings(of), body: d.in(of, 2) }), 20),
  23: within((of, d) => ({ tag: "update", update: d.update(of) }), 23),
  32: within(
    (of, d) => ({
      tag: "throw",
      returnType: d.types.typeIn(of, 1),
      exceptionType: d.types.typeIn(of, 2),
      exception: d.in(of, 3),
    }),
    32,
  ),
  44: (message, d) => d.expression(message),
};

const data: Readonly<Record<number, Read>> = {
  7: within(
    (of, d) => ({
      tag: "record",
      type: d.types.constructorType(of.message(1)),
      fields: d.fields(of, 2),
    }),
    7,
  ),
  8: within(
    (of, d) => ({
      tag: "recordProjection",
      type: d.types.constructorType(of.message(1)),
      record: d.in(of, 3),
      field: d.text(of, 4),
    }),
    8,
  ),
  9: within(
    (of, d) => ({
      tag: "recordUpdate",
      type: d.types.constructorType(of.message(1)),
      record: d.in(of, 3),
      field: d.text(of, 2),
      update: d.in(of, 4),
    }),
    9,
  ),
  10: within(
    (of, d) => ({
      tag: "variant",
      type: d.types.constructorType(of.message(1)),
      constructor: d.text(of, 2),
      argument: d.in(of, 3),
    }),
    10,
  ),
  11: within((of, d) => ({ tag: "enum", of: d.reference(of, 1), constructor: d.text(of, 2) }), 11),
  12: within((of, d) => ({ tag: "struct", fields: d.fields(of, 1) }), 12),
  13: within(
    (of, d) => ({ tag: "structProjection", struct: d.in(of, 2), field: d.text(of, 1) }),
    13,
  ),
  14: within(
    (of, d) => ({
      tag: "structUpdate",
      struct: d.in(of, 2),
      field: d.text(of, 1),
      update: d.in(of, 3),
    }),
    14,
  ),
  21: within((of, d) => ({ tag: "nil", type: d.types.typeIn(of, 1) }), 21),
  22: within(
    (of, d) => ({
      tag: "cons",
      type: d.types.typeIn(of, 1),
      front: of.has(2) ? d.all(of, 2) : malformed("Unexpected empty front of a list"),
      tail: d.in(of, 3),
    }),
    22,
  ),
  25: within((of, d) => ({ tag: "none", type: d.types.typeIn(of, 1) }), 25),
  26: within((of, d) => ({ tag: "some", ...typed(of, d) }), 26),
  27: within((of, d) => ({ tag: "toAny", ...typed(of, d) }), 27),
  28: within((of, d) => ({ tag: "fromAny", ...typed(of, d) }), 28),
  29: (message, d) => ({ tag: "typeRep", type: d.types.typeIn(message, 29) }),
  30: within((of, d) => ({ tag: "toAnyException", ...typed(of, d) }), 30),
  31: within((of, d) => ({ tag: "fromAnyException", ...typed(of, d) }), 31),
};

const interfaces: Readonly<Record<number, Read>> = {
  33: within((of, d) => ({ tag: "toInterface", ...ofTemplate(of, d) }), 33),
  34: within((of, d) => ({ tag: "fromInterface", ...ofTemplate(of, d) }), 34),
  35: within(
    (of, d) => ({
      tag: "callInterface",
      interface: d.reference(of, 1),
      method: d.text(of, 2),
      value: d.in(of, 3),
    }),
    35,
  ),
  36: within((of, d) => ({ tag: "signatoryInterface", ...ofInterface(of, d) }), 36),
  37: within((of, d) => ({ tag: "observerInterface", ...ofInterface(of, d) }), 37),
  38: within((of, d) => ({ tag: "viewInterface", ...ofInterface(of, d) }), 38),
  39: within(
    (of, d) => ({
      tag: "unsafeFromInterface",
      interface: d.reference(of, 1),
      template: d.reference(of, 2),
      contractId: d.in(of, 3),
      value: d.in(of, 4),
    }),
    39,
  ),
  40: within((of, d) => ({ tag: "interfaceTemplateTypeRep", ...ofInterface(of, d) }), 40),
  41: within((of, d) => ({ tag: "toRequiredInterface", ...ofRequired(of, d) }), 41),
  42: within((of, d) => ({ tag: "fromRequiredInterface", ...ofRequired(of, d) }), 42),
  43: within(
    (of, d) => ({
      tag: "unsafeFromRequiredInterface",
      required: d.reference(of, 1),
      requiring: d.reference(of, 2),
      contractId: d.in(of, 3),
      value: d.in(of, 4),
    }),
    43,
  ),
};

/** How an expression is read, by its field number (daml-lf B.2). */
export const expressionReaders: Readonly<Record<number, Read>> = {
  ...basics,
  ...data,
  ...interfaces,
};
