import { checkArgument, decodeLedgerEvent, type TransactionCommitted } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  AuditError,
  type AuditedJournal,
  checkJournal,
  emptyJournal,
  eventsAfter,
} from "../log/audited-journal.js";
import type { Claim, ClaimedContract } from "./claim.js";

/** Where a claim became false. */
export interface BrokenClaim {
  /** The first offset after which it does not hold. */
  readonly offset: number;
  /** What it was about before and after, if the claim says so. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What became of a claim. */
export interface ClaimOutcome {
  /** Undefined: it holds up to the end. */
  readonly broken: BrokenClaim | undefined;
  /** Events that were read. */
  readonly events: number;
  /** Transactions that created or archived contracts of the template. */
  readonly changes: number;
}

const isOf = (template: string, templateId: string, packageName: string): boolean => {
  if (templateId === template || templateId.endsWith(`:${template}`)) return true;
  return `#${packageName}${templateId.slice(templateId.indexOf(":"))}` === template;
};

/** The contracts of a template, as transactions change them. */
class ClaimedContracts {
  readonly #template: string;
  readonly #active = new Map<string, ClaimedContract>();

  constructor(template: string) {
    this.#template = template;
  }

  get all(): ReadonlyArray<ClaimedContract> {
    return [...this.#active.values()];
  }

  /** @returns whether one of them was created or archived */
  take({ nodes }: TransactionCommitted): boolean {
    let isChanged = false;
    for (const node of nodes) {
      const { contractId, templateId, packageName } = node;
      if (node.kind === "create") {
        if (!isOf(this.#template, templateId, packageName)) continue;
        const { payload, signatories, observers } = node;
        this.#active.set(contractId, { contractId, templateId, payload, signatories, observers });
        isChanged = true;
      } else if (node.consuming && this.#active.delete(contractId)) {
        isChanged = true;
      }
    }
    return isChanged;
  }
}

/**
 * Finds the first offset at which a claim became false: it is looked at after each transaction that
 * creates or archives a contract of its template, from the beginning of the journal on.
 *
 * @throws {AuditError} when the journal cannot be read, or its beginning was pruned
 */
export const bisect = async (journal: AuditedJournal, claim: Claim): Promise<ClaimOutcome> => {
  checkJournal(journal);
  checkArgument("claim", claim, "object", { template: "text", holds: "function" });
  const contracts = new ClaimedContracts(claim.template);
  const valueNow = (): string | undefined => claim.value?.(contracts.all);
  let [events, changes] = [0, 0];
  let before = valueNow();
  for await (const { type, data, revision } of eventsAfter(journal, 0)) {
    const offset = revision + 1;
    events += 1;
    if (type === "SubmissionPruned") throw pruned(offset);
    if (type !== "TransactionCommitted") continue;
    const event = decodeLedgerEvent(type, data, offset);
    if (isLeft(event)) throw new AuditError("unreadable", `offset ${offset}: ${event.left.reason}`);
    if (event.right.type === "SubmissionPruned") throw pruned(offset);
    if (event.right.type !== "TransactionCommitted" || !contracts.take(event.right)) continue;
    changes += 1;
    const after = valueNow();
    if (!claim.holds(contracts.all)) return { broken: { offset, before, after }, events, changes };
    before = after;
  }
  if (events === 0) throw emptyJournal(journal);
  return { broken: undefined, events, changes };
};

const pruned = (offset: number): AuditError =>
  new AuditError("missing", `offset ${offset} was pruned: what was active then is not known`);
