import type { TemplateId } from "@tallystick/core";
import { left, right } from "fp-ts/lib/Either.js";
import { wrongTypeSentence } from "./decode-sentence.js";
import { SchemaType } from "./schema-type.js";
import { expectedError } from "./wire-type.js";

const parts = 3;
const maxShownLength = 60;

const shown = (text: string): string =>
  text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}...`;

const withoutColonsAtEnd = (text: string): string => {
  let end = text.length;
  while (text.charAt(end - 1) === ":") end -= 1;
  return text.slice(0, end);
};

/**
 * The text of a template or interface identifier: three parts with colons between them. The form of
 * the parts is a separate rule (ledger-api 3.1). A public node does not look at colons at the end.
 * Clients compare the error's text.
 */
export const wireIdentifier: SchemaType<TemplateId> = new SchemaType(
  "identifier",
  { type: "string" },
  (u) => {
    if (typeof u !== "string") return expectedError("a string", u, wrongTypeSentence("string", u));
    const identifier = withoutColonsAtEnd(u);
    if (identifier.split(":", parts + 1).length === parts) return right(identifier);
    const form = "<package>:<moduleName>:<entityName>";
    const reason = `Invalid identifier format (${shown(u)}) not matching the expected format (${form})`;
    return left({ path: [], reason, actual: u });
  },
);
