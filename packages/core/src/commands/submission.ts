import type { DurationParts } from "../values/duration.js";
import type { ContractId, PackageId, PartyId, TemplateId, UserId } from "../values/ids.js";
import type { Json } from "../values/json.js";
import type { Command } from "./composite-command.js";

/**
 * Which earlier completions a change id is compared with: those after an offset, or of a time back
 * from now. `empty`: as far back as the participant remembers.
 */
export type SubmittedDeduplication =
  | { readonly kind: "empty" }
  | { readonly kind: "duration"; readonly duration: DurationParts }
  | { readonly kind: "offset"; readonly offset: number | bigint };

/** A contract that comes with a submission, as another participant gave it. */
export interface DisclosedBlob {
  /** Base64. */
  readonly createdEventBlob: string;
  /** These three must agree with the blob; "" or absent: not checked. */
  readonly templateId?: TemplateId;
  readonly contractId?: ContractId;
  readonly synchronizerId?: string;
}

/** A contract key that is worth loading early. */
export interface SubmittedPrefetchKey {
  readonly templateId: TemplateId;
  readonly contractKey: Json;
  /** Default 1; not 0. */
  readonly limit?: number;
}

/**
 * A group of commands that take effect together, as submitted (specification 2.1): well-formed, but
 * no rule is checked yet. Empty texts count as absent; the participant chooses what is absent.
 */
export interface Submission {
  readonly commands: ReadonlyArray<Command>;
  /** Identical in every repeat of one intended change. */
  readonly commandId: string;
  readonly actAs: ReadonlyArray<PartyId>;
  readonly userId?: UserId;
  readonly readAs?: ReadonlyArray<PartyId>;
  readonly workflowId?: string;
  readonly deduplicationPeriod?: SubmittedDeduplication;
  /** ISO 8601 text; at most one of the two lower bounds of ledger time. */
  readonly minLedgerTimeAbs?: string;
  /** Counted from receipt. */
  readonly minLedgerTimeRel?: DurationParts;
  readonly submissionId?: string;
  readonly disclosedContracts?: ReadonlyArray<DisclosedBlob>;
  readonly synchronizerId?: string;
  readonly packageIdSelectionPreference?: ReadonlyArray<PackageId>;
  readonly prefetchContractKeys?: ReadonlyArray<SubmittedPrefetchKey>;
  readonly tapsMaxPasses?: number;
}
