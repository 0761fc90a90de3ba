import {
  type AuthorizedNode,
  authorizedNodes,
  type Catalog,
  type Command,
  contractIdParts,
  errorCatalogue,
  getIn,
  type Json,
  type LedgerConfiguration,
  type LedgerError,
  type LedgerState,
  type PastEvent,
  type SubmissionRecord,
  submissionOfEvent,
  type TransactionCommitted,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { DrawnTransaction } from "@tallystick/core/picture";
import { coinMovements } from "./coin-movements.js";
import { drawnStory } from "./drawn-story.js";
import type { RuleBook, RuleFinding, RuleId } from "../rules/rule.js";

/** Who asked for something. */
export interface Asked
  extends Pick<SubmissionRecord, "userId" | "commandId" | "workflowId" | "actAs" | "readAs"> {
  /** The commands; empty of a rejection, which is decided before commands are read. */
  readonly commands: ReadonlyArray<Command>;
  /** External parties that signed. */
  readonly signedBy: ReadonlyArray<string>;
}

/** What decided it. */
export interface DecidedBy {
  readonly configuration: Omit<LedgerConfiguration, "packageCode">;
  /** Packages of the transaction. */
  readonly packages: ReadonlyArray<{
    readonly packageId: string;
    readonly name: string;
    readonly version: string;
    /** The version of its code; undefined of a package that came as an archive. */
    readonly codeVersion: string | undefined;
  }>;
}

/** A contract that was made or consumed. */
export interface StoryContract {
  readonly contractId: string;
  readonly templateId: string;
  readonly payload: Json | undefined;
  /** The node that did it. */
  readonly node: number;
  /** Where the contract was made. */
  readonly madeAt: number | undefined;
}

/** What becomes of the command when it is decided again, and of the rules of audits. */
export type Again =
  | { readonly kind: "same" }
  | { readonly kind: "differs"; readonly findings: ReadonlyArray<RuleFinding> }
  | { readonly kind: "unknown"; readonly reasons: ReadonlyArray<string> };

/** What happened at one offset. */
export interface Story {
  readonly offset: number;
  readonly event: PastEvent;
  readonly asked: Asked | undefined;
  readonly decidedBy: DecidedBy | undefined;
  readonly nodes: ReadonlyArray<AuthorizedNode>;
  readonly consumed: ReadonlyArray<StoryContract>;
  readonly made: ReadonlyArray<StoryContract>;
  /** Units of the coin that parties got and gave. */
  readonly coins: ReadonlyMap<string, bigint>;
  /** What it consumed and made, for a picture; undefined of what is no transaction. */
  readonly drawn: DrawnTransaction | undefined;
  /** Why it was rejected, and by which rule. */
  readonly refused: (LedgerError & { readonly rule: string }) | undefined;
  readonly again: Again;
}

/**
 * Tells what happened at an offset.
 *
 * @param state before the event, which must not have been folded into it yet
 * @param catalog of that state, with the code that says which contracts are holdings
 */
export const storyOf = (
  state: LedgerState,
  event: PastEvent,
  catalog: Catalog,
): Omit<Story, "again"> => {
  const isTransaction = event.type === "TransactionCommitted";
  const nodes = isTransaction ? authorizedNodes(event) : [];
  const rejection = event.type === "CommandRejected" ? event.error : undefined;
  return {
    offset: state.offset + 1,
    event,
    asked: askedIn(state, event),
    decidedBy: askedOf(event) === undefined ? undefined : decidedBy(state, event),
    nodes,
    consumed: isTransaction ? consumedBy(state, event) : [],
    made: nodes.flatMap(({ node, nodeId }) =>
      node.kind === "create" ? [contractOf(node.contractId, node, nodeId)] : [],
    ),
    coins: isTransaction ? coinMovements(state, event.nodes) : new Map(),
    drawn: isTransaction ? drawnStory(state, event, catalog) : undefined,
    refused:
      rejection === undefined
        ? undefined
        : { ...rejection, rule: errorCatalogue[rejection.code].description },
  };
};

type Submitted = Extract<PastEvent, SubmissionRecord>;

const askedOf = (event: PastEvent): Submitted | undefined =>
  event.type === "TransactionCommitted" || event.type === "CommandRejected" ? event : undefined;

const askedIn = (state: LedgerState, found: PastEvent): Asked | undefined => {
  const event = askedOf(found);
  if (event === undefined) return undefined;
  const { userId, commandId, workflowId, actAs, readAs = [] } = event;
  const command = submissionOfEvent(state, event);
  const signatures = "external" in event ? (event.external?.signatures ?? []) : [];
  return {
    userId,
    commandId,
    workflowId,
    actAs,
    readAs,
    commands: isLeft(command) ? [] : command.right.commands,
    signedBy: signatures.map(({ party }) => party),
  };
};

const decidedBy = ({ configuration, participant }: LedgerState, event: PastEvent): DecidedBy => {
  const { packageCode, ...rest } = configuration;
  const nodes = event.type === "TransactionCommitted" ? event.nodes : [];
  const ids = new Set(nodes.map(({ templateId }) => templateId.split(":")[0] ?? ""));
  return {
    configuration: rest,
    packages: [...ids].map((packageId) => {
      const registered = getIn(participant.packages, packageId);
      const code = packageCode.find((each) => each.packageId === packageId);
      const { name = "", version = "" } = registered ?? {};
      return { packageId, name, version, codeVersion: code?.codeVersion };
    }),
  };
};

const contractOf = (
  contractId: string,
  { templateId, payload }: { readonly templateId: string; readonly payload: Json | undefined },
  node: number,
): StoryContract => ({
  contractId,
  templateId,
  payload,
  node,
  madeAt: contractIdParts(contractId)?.offset,
});

const consumedBy = (
  { contracts }: LedgerState,
  { nodes }: TransactionCommitted,
): ReadonlyArray<StoryContract> =>
  nodes.flatMap((node, at) => {
    if (node.kind === "create" || !node.consuming) return [];
    const { contractId, templateId } = node;
    const here = nodes.find((each) => each.kind === "create" && each.contractId === contractId);
    const payload =
      getIn(contracts, contractId)?.payload ?? (here?.kind === "create" ? here.payload : undefined);
    return [contractOf(contractId, { templateId, payload }, at)];
  });

/** The rules by which commands are decided again. */
const deciding: ReadonlyArray<RuleId> = ["R1", "R2", "R4"];

/** The results of the rules for an event. */
export const againIn = (book: RuleBook, { type }: PastEvent): Again => {
  const findings = book.findings();
  if (findings.length > 0) return { kind: "differs", findings };
  const results = [...book.results()].filter(([rule]) => deciding.includes(rule));
  const reasons = [...new Set(results.flatMap(([, result]) => result.reasons))];
  if (reasons.length > 0) return { kind: "unknown", reasons };
  return results.some(([, { checked }]) => checked > 0)
    ? { kind: "same" }
    : { kind: "unknown", reasons: [`a ${type} is not decided`] };
};
