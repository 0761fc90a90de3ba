import { parametersOf, spineOf, substituted } from "../ledger-types/closed-type.js";
import type { LfPackage } from "../syntax/package.js";
import type { Type } from "../syntax/type.js";

/**
 * What a top-level value is: one that can be evaluated, a function that wants arguments, or an
 * update that wants a ledger.
 */
export type ValueForm = "value" | "function" | "update";

const maxSynonyms = 100;

/** The form of values of a type, which is looked up behind synonyms and `forall`. */
export const formOf = (packages: ReadonlyMap<string, LfPackage>, type: Type): ValueForm => {
  let current = type;
  for (let at = 0; at < maxSynonyms; at++) {
    const { head } = spineOf(current);
    if (head.tag === "forall") {
      current = head.body;
      continue;
    }
    if (head.tag !== "synonym") {
      const builtin = head.tag === "builtin" ? head.builtin : undefined;
      if (builtin === "Arrow") return "function";
      return builtin === "Update" ? "update" : "value";
    }
    const { of } = head;
    const synonym = packages.get(of.packageId)?.modules.get(of.module)?.synonyms.get(of.name);
    if (synonym === undefined) return "value";
    current = substituted(synonym.type, parametersOf(synonym.parameters, head.arguments));
  }
  return "value";
};
