import {
  type Command,
  type CompiledCatalog,
  type Contract,
  contractIdOf,
  contractOfNode,
  emptyLedger,
  evolve,
  evolveAll,
  type LedgerError,
  type LedgerEvent,
  type LedgerState,
  timestampFromText,
  prepare,
  withoutPause,
  type TransactionNode,
  type TransactionTrace,
} from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { coinRelease } from "../../src/index.js";
import { rightOf, sha256, start, synchronizerId } from "../coin-values.js";
import { catalogOf } from "../compiled-packages.js";
import type {
  RecordedCommand,
  RecordedHistory,
  RecordedNode,
  RecordedSubmit,
} from "./recorded-history.js";
import { jsonOf } from "./recorded-values.js";
import { tradingAppPackage } from "./trading-app.js";

const packages = [...coinRelease["0.6.1"], tradingAppPackage];

/** The packages of the replayed ledgers. */
export const replayCatalog = (): CompiledCatalog => catalogOf(packages);

/** What our engine makes of a submission. */
export interface OurTransaction {
  readonly nodes: ReadonlyArray<TransactionNode>;
  readonly trace: TransactionTrace;
}

const partiesIn = ({ line, steps }: RecordedHistory): ReadonlySet<string> => {
  const parties = new Set<string>();
  for (const { submit } of steps)
    for (const party of [...submit.actAs, ...(submit.readAs ?? [])]) parties.add(party);
  for (const [, party] of line.matchAll(/\["Party", ?"([^"\\]*)"\]/g))
    if (party !== undefined) parties.add(party);
  return parties;
};

/**
 * A ledger on which a recorded history takes place. What was recorded is what happens, so that each
 * step is judged on the genuine state before it.
 */
export class ReplayLedger {
  private state: LedgerState;
  private readonly catalog = replayCatalog();
  private readonly contracts = new Map<string, Contract>();
  private readonly names = new Map<string, string>();
  private steps = 0;

  constructor(private readonly history: RecordedHistory) {
    const events: ReadonlyArray<LedgerEvent> = [
      {
        type: "LedgerInitialized",
        participantId: synchronizerId,
        synchronizerId,
        recordTime: start,
      },
      ...[...partiesIn(history)].map(
        (party): LedgerEvent => ({
          type: "PartyAllocated",
          party,
          annotations: {},
          identityProviderId: "",
          recordTime: start,
        }),
      ),
    ];
    this.state = evolveAll(emptyLedger(), events);
  }

  /** The names of the contracts by their ids here. */
  get nameOfId(): ReadonlyMap<string, string> {
    return this.names;
  }

  /** The id a recorded contract has here; one of nobody for a contract that never was. */
  private idOf(name: string): string {
    return this.contracts.get(name)?.contractId ?? `00${sha256(`unknown ${name}`)}`;
  }

  /** What our engine answers. */
  submit(submit: RecordedSubmit): Either<LedgerError, OurTransaction> {
    const now = rightOf(timestampFromText(submit.time));
    const seed = this.seed();
    const actAs = [...new Set(submit.actAs)].sort();
    const work = prepare(
      this.state,
      {
        commands: submit.commands.map((command) => this.commandOf(command)),
        commandId: seed,
        actAs,
        userId: "user",
        readAs: [...new Set(submit.readAs ?? [])].filter((party) => !actAs.includes(party)).sort(),
        workflowId: "",
        deduplicationPeriod: { kind: "empty" },
        submissionId: "",
        disclosedContracts: submit.disclosed.flatMap((name) => {
          const contract = this.contracts.get(name);
          return contract === undefined ? [] : [{ contract: right(contract), blobDigest: "" }];
        }),
        synchronizerId: "",
        packageIdSelectionPreference: [],
        prefetchContractKeys: [],
        tapsMaxPasses: 3,
      },
      {
        now,
        receivedAt: now,
        seed,
        submissionId: seed,
        freshName: seed,
        catalog: this.catalog,
        sha256,
      },
    );
    const prepared = withoutPause(work);
    if (isLeft(prepared)) return prepared;
    const { nodes, trace } = prepared.right;
    if (trace === undefined) throw new Error("what was prepared has no trace");
    return right({ nodes, trace });
  }

  /** Lets a recorded transaction take place. */
  take(submit: RecordedSubmit, roots: ReadonlyArray<RecordedNode>): void {
    const effectiveAt = rightOf(timestampFromText(submit.time));
    const seed = this.seed();
    this.steps++;
    const nodes: Array<TransactionNode> = [];
    for (const root of roots) this.addNodes(nodes, root, seed, effectiveAt);
    this.state = evolve(this.state, {
      type: "TransactionCommitted",
      updateId: seed,
      userId: "user",
      commandId: seed,
      submissionId: seed,
      workflowId: "",
      actAs: submit.actAs,
      recordTime: effectiveAt,
      deduplicationPeriod: { kind: "empty" },
      effectiveAt,
      seed,
      nodes,
    });
  }

  private seed(): string {
    return sha256(`${this.history.name} ${this.steps}`).slice(0, 56);
  }

  private commandOf(command: RecordedCommand): Command {
    const { template: templateId } = command;
    const argument = jsonOf(command.arg, (name) => this.idOf(name));
    switch (command.c) {
      case "create":
        return { kind: "CreateCommand", templateId, createArguments: argument };
      case "exercise":
        return {
          kind: "ExerciseCommand",
          templateId,
          contractId: this.idOf(command.contract),
          choice: command.choice,
          choiceArgument: argument,
        };
      case "createAndExercise":
        return {
          kind: "CreateAndExerciseCommand",
          templateId,
          createArguments: argument,
          choice: command.choice,
          choiceArgument: jsonOf(command.choiceArg, (name) => this.idOf(name)),
        };
    }
  }

  private addNodes(
    nodes: Array<TransactionNode>,
    node: RecordedNode,
    seed: string,
    createdAt: number,
  ): void {
    if ("create" in node) {
      this.addCreate(nodes, node, seed, createdAt);
    } else if ("exercise" in node) {
      const [packageName = ""] = node.template.split(":");
      nodes.push({
        kind: "exercise",
        nodeId: nodes.length,
        contractId: this.idOf(node.exercise),
        templateId: `${node.package}${node.template.slice(packageName.length)}`,
        packageName,
        choice: node.choice,
        argument: null,
        actingParties: node.acting,
        consuming: node.consuming,
        result: null,
        lastDescendantNodeId: nodes.length,
        signatories: [],
        observers: [],
      });
      for (const child of node.children) this.addNodes(nodes, child, seed, createdAt);
    }
  }

  private addCreate(
    nodes: Array<TransactionNode>,
    node: Extract<RecordedNode, { readonly create: string }>,
    seed: string,
    createdAt: number,
  ): void {
    const [packageName = ""] = node.template.split(":");
    const content = {
      templateId: `${node.package}${node.template.slice(packageName.length)}`,
      packageName,
      payload: jsonOf(node.arg, (name) => this.idOf(name)),
      signatories: node.signatories,
      observers: node.stakeholders.filter((party) => !node.signatories.includes(party)),
      createdAt,
    };
    const nodeId = nodes.length;
    const discriminator = `${seed}${nodeId.toString(16).padStart(8, "0")}`;
    const contractId = contractIdOf(discriminator, this.state.offset + 1, content, sha256);
    const create = { kind: "create" as const, nodeId, contractId, ...content };
    nodes.push(create);
    this.contracts.set(node.create, contractOfNode(create, createdAt));
    this.names.set(contractId, node.create);
  }
}
