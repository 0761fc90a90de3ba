import type { DryRun, TransactionNode } from "@tallystick/core";
import type { TriedContract } from "../ledger/dry-run.js";

/** The contracts of the ledger that a command used, in the order of their first use. */
export const triedContracts = (
  { trace, steps, event }: DryRun,
  readers: ReadonlySet<string>,
): ReadonlyArray<TriedContract> => {
  const byKey = new Set<string>();
  for (const step of steps) {
    if (step.kind === "exercise" && step.byKey) byKey.add(step.node.contractId);
    if (step.kind === "fetch" && step.byKey) byKey.add(step.contract.contractId);
    if (step.kind === "query") for (const contractId of step.found) byKey.add(contractId);
  }
  const nodes: ReadonlyArray<TransactionNode> =
    event?.type === "TransactionCommitted" ? event.nodes : nodesOf(steps);
  const consumed = new Set(
    nodes.flatMap((node) => (node.kind === "exercise" && node.consuming ? [node.contractId] : [])),
  );
  return [...trace.inputs.values()].map(({ contractId, templateId, signatories, observers }) => ({
    contractId,
    templateId,
    signatories,
    observers,
    foundBy: [...signatories, ...observers].some((party) => readers.has(party))
      ? "party"
      : "disclosure",
    byKey: byKey.has(contractId),
    consumed: consumed.has(contractId),
  }));
};

const nodesOf = (steps: DryRun["steps"]): ReadonlyArray<TransactionNode> =>
  steps.flatMap((step) => (step.kind === "exercise" ? [step.node] : []));
