import type { Binding, Expression, FieldExpression, Update } from "../syntax/expression.js";
import type { Reference } from "../syntax/type.js";
import type { TypeDecoder } from "./decode-types.js";
import type { Message } from "./message.js";

/** What reads the parts of an expression. Fields are given by the message and their number. */
export interface ExpressionSource {
  readonly types: TypeDecoder;
  in(message: Message, number: number): Expression;
  /** All expressions of a repeated field. */
  all(message: Message, number: number): ReadonlyArray<Expression>;
  expression(message: Message): Expression;
  update(message: Message): Update;
  reference(message: Message, number: number): Reference;
  /** An interned text, its index in a field. */
  text(message: Message, number: number): string;
  bindings(block: Message): ReadonlyArray<Binding>;
  fields(message: Message, number: number): ReadonlyArray<FieldExpression>;
}
