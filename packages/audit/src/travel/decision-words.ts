import { errorCatalogue, timestampToText, type TraceStep } from "@tallystick/core";
import type { JunitCase } from "../report/junit.js";
import { toldData } from "../story/story-data.js";
import { refusedLines, toldLines } from "../story/story-text.js";
import { entityOf } from "../story/story-words.js";
import type { PastDecision, UserAuthority } from "./decide-at.js";

/** The effects that a command would have had, for people, line by line. */
export const decisionLines = (decision: PastDecision): ReadonlyArray<string> => {
  const { offset, at, command, authority, story, error, steps, notes, verdict } = decision;
  const told = story === undefined ? undefined : toldLines(story);
  return [
    `the command ${command.commandId} for ${command.actAs.join(", ")}, decided after offset ${offset}, ${timestampToText(at)}`,
    `  ${authorityWords(authority)}`,
    ...(told ?? (error === undefined ? [] : refusedLines(error))),
    ...(steps.length === 0 ? [] : ["trace:", ...stepLines(steps)]),
    ...notes.map((note) => `note: ${note}`),
    verdictWords[verdict],
  ];
};

const verdictWords: Readonly<Record<PastDecision["verdict"], string>> = {
  accepted: "verdict: accepted; its ids contain zeros in place of random values",
  refused: "verdict: refused",
  unknown: "verdict: inconclusive: it cannot be decided here",
};

const authorityWords = ({ userId, isKnown, rights, missing }: UserAuthority): string => {
  if (!isKnown)
    return `the journal has no user ${JSON.stringify(userId)}; its rights come from its token`;
  const held = rights.map((right) =>
    "party" in right ? `${right.kind} for ${right.party}` : right.kind,
  );
  const has = held.length === 0 ? "no right for them" : held.join(", ");
  return missing.length === 0
    ? `the user ${userId} has ${has}`
    : `the user ${userId} has ${has}; its requests for ${missing.join(", ")} are rejected before they reach the ledger`;
};

/** The steps, each below the exercise in which it happened. */
const stepLines = (steps: ReadonlyArray<TraceStep>): ReadonlyArray<string> => {
  let depth = 1;
  const lines: Array<string> = [];
  for (const step of steps) {
    if (step.kind === "end" || step.kind === "tryCommit" || step.kind === "tryRollback") depth -= 1;
    const words = stepWords(step);
    if (words !== undefined) lines.push(`${"  ".repeat(depth)}${words}`);
    if (step.kind === "exercise" || step.kind === "tryBegin") depth += 1;
  }
  return lines;
};

const stepWords = (step: TraceStep): string | undefined => {
  switch (step.kind) {
    case "create": {
      const { templateId, contractId, signatories } = step.node;
      return `create ${entityOf(templateId)} ${contractId}, signed by ${signatories.join(", ")}`;
    }
    case "exercise": {
      const { choice, templateId, contractId, actingParties } = step.node;
      return `exercise ${choice} on ${entityOf(templateId)} ${contractId} by ${actingParties.join(", ")}${step.byKey ? ", found by its key" : ""}`;
    }
    case "fetch": {
      const { contract, templateId, actingParties, byKey } = step;
      return `fetch ${entityOf(templateId)} ${contract.contractId} by ${actingParties.join(", ")}${byKey ? ", found by its key" : ""}`;
    }
    case "query":
      return `look up the key ${JSON.stringify(step.key.value)} of ${entityOf(step.templateId)}: ${step.found.length === 0 ? "none" : step.found.join(", ")}`;
    case "guard":
      return step.holds ? undefined : `the precondition of ${entityOf(step.templateId)} fails`;
    case "tryBegin":
      return "try";
    case "tryRollback":
      return "roll back";
    case "tryCommit":
    case "end":
      return undefined;
  }
};

/**
 * The effects that a command would have had, as JSON; the same journal and command give the same
 * bytes.
 */
export const decisionData = (decision: PastDecision): object => {
  const { offset, at, command, authority, story, error, steps, notes, verdict } = decision;
  const { userId, commandId, actAs, readAs, commands } = command;
  return {
    verdict: verdict === "unknown" ? "inconclusive" : verdict,
    decidedBehind: offset,
    at: timestampToText(at),
    command: { userId, commandId, actAs, readAs, commands },
    authority,
    story: story === undefined ? undefined : toldData(story),
    refused:
      error === undefined ? undefined : { ...error, rule: errorCatalogue[error.code].description },
    trace: steps.map(stepData),
    notes,
  };
};

const stepData = (step: TraceStep): object =>
  "contract" in step ? { ...step, contract: step.contract.contractId } : step;

/**
 * The effects that a command would have had, as a test case: it fails when the command is rejected.
 */
export const decisionCase = ({
  command,
  offset,
  error,
  verdict,
  notes,
}: PastDecision): JunitCase => ({
  kind: "explain",
  name: `${command.commandId} after offset ${offset}`,
  failures:
    verdict !== "refused" || error === undefined
      ? []
      : [{ message: `${error.code}: ${error.cause}`, place: `offset ${offset + 1}` }],
  skipped: verdict === "unknown" ? notes.join("; ") : undefined,
});
