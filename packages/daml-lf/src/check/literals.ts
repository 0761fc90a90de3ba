import type { Literal } from "../syntax/expression.js";
import type { Type } from "../syntax/type.js";
import { builtin } from "./build-type.js";

/** The type of a literal; a Numeric has the scale of its digits. */
export function typeOfLiteral(literal: Literal): Type {
  switch (literal.tag) {
    case "int64":
      return builtin("Int64");
    case "timestamp":
      return builtin("Timestamp");
    case "date":
      return builtin("Date");
    case "numeric":
      return builtin("Numeric", { tag: "nat", value: literal.scale });
    case "text":
      return builtin("Text");
    case "failureCategory":
      return builtin("FailureCategory");
  }
}
