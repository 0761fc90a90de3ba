import { canonicalJson, type CompiledCatalog, type Json } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { aligned, type Aligned } from "./alignment.js";
import { type ComparedNode, ourNodes, recordedNodes } from "./compared-nodes.js";
import { errorOf, type ComparedError, recordedError } from "./compared-errors.js";
import type { RecordedNode, RecordedStep } from "./recorded-history.js";
import { comparable } from "./recorded-values.js";
import type { OurTransaction, ReplayLedger } from "./replay-ledger.js";

/** One thing that is not as it was recorded. */
export interface Difference {
  /** `outcome`: accepted against refused; `error`: another error; `tree`: other nodes. */
  readonly kind: "outcome" | "error" | "message" | "tree" | "value";
  /** Template and choice of the commands. */
  readonly command: string;
  /** Equal for differences of one cause. */
  readonly signature: string;
  readonly theirs: Json;
  readonly ours: Json;
  /** Ours, where it was refused. */
  readonly error?: ComparedError;
  /** Theirs, where it was refused. */
  readonly recorded?: ComparedError;
}

/** The differences between what was recorded of a step and what our engine answers. */
export const compareStep = (
  ledger: ReplayLedger,
  step: RecordedStep,
  catalog: CompiledCatalog,
): ReadonlyArray<Difference> => {
  const command = commandOf(step);
  const answer = ledger.submit(step.submit);
  const recorded = "refused" in step.answer ? recordedError(step.answer.refused.error) : undefined;
  if (isLeft(answer)) {
    const error = errorOf(answer.left, ledger.nameOfId);
    return recorded === undefined
      ? [outcome(command, "accepted", `refused ${error.id}: ${error.text}`, { error })]
      : errorDifferences(command, recorded, error);
  }
  if (recorded !== undefined || !("transaction" in step.answer)) {
    const theirs = `refused ${recorded?.id}: ${recorded?.text}`;
    return [outcome(command, theirs, "accepted", recorded === undefined ? {} : { recorded })];
  }
  return treeDifferences(command, step.answer.transaction, answer.right, ledger.nameOfId, catalog);
};

/** The commands, in short. */
const commandOf = ({ submit }: RecordedStep): string =>
  submit.commands
    .map((each) => {
      const template = each.template.slice(each.template.lastIndexOf(":") + 1);
      return each.c === "create" ? `create ${template}` : `${template}.${each.choice}`;
    })
    .join(" + ");

const outcome = (
  command: string,
  theirs: string,
  ours: string,
  errors: Pick<Difference, "error" | "recorded">,
): Difference => ({
  kind: "outcome",
  command,
  signature: `${patternOf(theirs)} | ours ${patternOf(ours)}`,
  theirs,
  ours,
  ...errors,
});

/** A text without what differs from one occurrence to the next. */
const patternOf = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "TIME")
    .replaceAll(/'?\b(alice|bob|carol|prov|val|ext|dso)\b'?/g, "PARTY")
    .replaceAll(/-?\d+(\.\d+)?/g, "N")
    .slice(0, 300);

const errorDifferences = (
  command: string,
  recorded: ComparedError,
  error: ComparedError,
): ReadonlyArray<Difference> => {
  const [theirs, ours] = [recorded.shown, error.shown];
  const both = { command, theirs, ours, recorded, error };
  if (recorded.id !== error.id) {
    const signature = `${recorded.id}: ${patternOf(recorded.text)} | ours ${error.id}: ${patternOf(error.text)}`;
    return [{ kind: "error", signature, ...both }];
  }
  if (canonicalJson(recorded.shown) === canonicalJson(error.shown)) return [];
  const signature =
    recorded.text === error.text
      ? `${recorded.id}: particulars ${patternOf(canonicalJson(recorded.shown))} | ours ${patternOf(canonicalJson(error.shown))}`
      : `${recorded.id}: ${patternOf(recorded.text)} | ours ${patternOf(error.text)}`;
  return [{ kind: "message", signature, ...both }];
};

const treeDifferences = (
  command: string,
  roots: ReadonlyArray<RecordedNode>,
  transaction: OurTransaction,
  known: ReadonlyMap<string, string>,
  catalog: CompiledCatalog,
): ReadonlyArray<Difference> => {
  const theirs = recordedNodes(roots);
  const keyOf = ({ depth, what }: ComparedNode) => `${depth} ${what}`;
  const pairs = aligned(theirs, ourNodes(transaction, known, catalog), keyOf);
  const names = new Map(known);
  for (const [recorded, own] of pairs) {
    if (recorded !== undefined && own !== undefined && own.what.startsWith("create "))
      names.set(own.contract, recorded.contract);
  }
  const tree = treeDifference(command, pairs);
  return [...(tree === undefined ? [] : [tree]), ...valueDifferences(command, pairs, names)];
};

const treeDifference = (
  command: string,
  pairs: ReadonlyArray<Aligned<ComparedNode>>,
): Difference | undefined => {
  const lines = pairs.flatMap(([theirs, ours]) => {
    if (theirs !== undefined && ours !== undefined) return [];
    return [
      theirs === undefined ? `+ ${ours?.depth} ${ours?.what}` : `- ${theirs.depth} ${theirs.what}`,
    ];
  });
  if (lines.length === 0) return undefined;
  const signature = [...new Set(lines)].join("; ").slice(0, 600);
  const shown = (side: 0 | 1) =>
    pairs.flatMap((pair) => {
      const [node, other] = [pair[side], pair[1 - side]];
      return node === undefined
        ? []
        : [`${"  ".repeat(node.depth)}${node.what}${other === undefined ? "   <<<" : ""}`];
    });
  return { kind: "tree", command, signature, theirs: shown(0), ours: shown(1) };
};

const valueDifferences = (
  command: string,
  pairs: ReadonlyArray<Aligned<ComparedNode>>,
  names: ReadonlyMap<string, string>,
): ReadonlyArray<Difference> =>
  pairs.flatMap(([theirs, ours]) => {
    if (theirs === undefined || ours === undefined) return [];
    const found: Array<Difference> = [];
    const contract = names.get(ours.contract) ?? ours.contract;
    if (contract !== theirs.contract)
      found.push(value(command, `${ours.what} contract`, theirs.contract, contract));
    for (const name of new Set([...Object.keys(theirs.fields), ...Object.keys(ours.fields)])) {
      const wanted = comparable(theirs.fields[name] ?? null, new Map());
      const had = comparable(ours.fields[name] ?? null, names);
      if (canonicalJson(wanted) !== canonicalJson(had))
        found.push(value(command, `${ours.what} ${name}${pathOf(wanted, had)}`, wanted, had));
    }
    return found;
  });

/** Where two values begin to differ. */
const pathOf = (theirs: Json, ours: Json): string => {
  if (typeof theirs !== "object" || typeof ours !== "object" || theirs === null || ours === null)
    return ` ${typeof theirs === "string" ? patternOf(theirs) : ""}`;
  const [a, b] = [Object.entries(theirs), new Map(Object.entries(ours))];
  const differing = a.find(
    ([key, each]) => canonicalJson(each) !== canonicalJson(b.get(key) ?? null),
  );
  if (differing === undefined) return " (more in ours)";
  const [key, each] = differing;
  const step = Array.isArray(theirs) ? "[]" : `.${key}`;
  return b.has(key) ? `${step}${pathOf(each, b.get(key) ?? null)}` : `${step} missing`;
};

const value = (command: string, signature: string, theirs: Json, ours: Json): Difference => ({
  kind: "value",
  command,
  signature,
  theirs,
  ours,
});
