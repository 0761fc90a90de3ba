import { malformed } from "../malformed.js";
import type {
  Binding,
  Expression,
  FieldExpression,
  Location,
  Update,
} from "../syntax/expression.js";
import type { Reference } from "../syntax/type.js";
import type { TypeDecoder } from "./decode-types.js";
import { decodeUpdate } from "./decode-updates.js";
import { expressionReaders } from "./expression-readers.js";
import type { ExpressionSource } from "./expression-source.js";
import { Message } from "./message.js";

/**
 * Expressions may be nested this deep. Genuine packages nest some 70 deep; what reads expressions
 * recurses on them.
 */
const maxDepth = 400;

/**
 * Expressions of a package, each counted as often as it is referred to: entries of the table may
 * double with each reference. The largest genuine packages have some 30,000.
 */
const maxExpressions = 300_000;

/** Reads expressions of a package. */
export class ExpressionDecoder implements ExpressionSource {
  #depth = 0;
  #count = 0;

  constructor(readonly types: TypeDecoder) {}

  in(message: Message, number: number): Expression {
    return this.expression(message.message(number));
  }

  all(message: Message, number: number): ReadonlyArray<Expression> {
    return message.messages(number).map((each) => this.expression(each));
  }

  /** An Expr. Throws when it is nested too deeply, or there are too many. */
  expression(message: Message): Expression {
    if (++this.#count > maxExpressions)
      malformed(`the package has more than ${maxExpressions} expressions`);
    if (this.#depth >= maxDepth) malformed(`an expression is nested more than ${maxDepth} deep`);
    this.#depth++;
    try {
      return this.#expression(message);
    } finally {
      this.#depth--;
    }
  }

  #expression(message: Message): Expression {
    const number = message.caseBeside(1);
    const read = expressionReaders[number];
    if (read === undefined) return malformed(`expression ${number} is not supported`);
    const expression =
      number === internedExpression ? this.#interned(message) : read(message, this);
    const location = this.location(message.optional(1));
    return location === undefined ? expression : { ...expression, location };
  }

  update(message: Message): Update {
    return decodeUpdate(message, this) ?? malformed("an update is not supported");
  }

  reference(message: Message, number: number): Reference {
    return this.types.reference(message.message(number));
  }

  /** An interned text by its index in a field. */
  text(message: Message, number: number): string {
    return this.types.text(message.int(number));
  }

  bindings(block: Message): ReadonlyArray<Binding> {
    return block
      .messages(1)
      .map((each) => ({ binder: this.types.binder(each.message(1)), bound: this.in(each, 2) }));
  }

  fields(message: Message, number: number): ReadonlyArray<FieldExpression> {
    return message
      .messages(number)
      .map((each) => ({ name: this.text(each, 3), value: this.in(each, 2) }));
  }

  /** A Location; undefined without a range or a module. */
  location(message: Message | undefined): Location | undefined {
    const range = message?.optional(2);
    const module = message?.optional(1);
    if (range === undefined || module === undefined) return undefined;
    const [startLine = 0, startColumn = 0, endLine = 0, endColumn = 0] = range.firstInts(4);
    return { ...this.types.module(module), startLine, startColumn, endLine, endColumn };
  }

  #interned(message: Message): Expression {
    const { bytes, exprs } = this.types.parts;
    const { start, end } = exprs.at(message.int(internedExpression));
    return this.expression(Message.at(bytes, start, end));
  }
}

const internedExpression = 44;
