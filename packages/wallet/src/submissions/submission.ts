import type { Command, DisclosedBlob, PartyId, SubmittedDeduplication } from "@tallystick/core";

/** A submission of an automation, or of a request to the wallet. */
export interface Submission {
  /** Derived from what the automation reacts to, so that deduplication detects a repeat. */
  readonly commandId: string;
  readonly actAs: ReadonlyArray<PartyId>;
  readonly readAs: ReadonlyArray<PartyId>;
  readonly commands: ReadonlyArray<Command>;
  /** Contracts that the parties do not see. */
  readonly disclosedContracts?: ReadonlyArray<DisclosedBlob>;
  /** Absent: as far back as the ledger remembers. */
  readonly deduplicationPeriod?: SubmittedDeduplication;
}

/** The most characters of a command id (a LedgerString, specification 2.1). */
export const maxCommandIdLength = 255;

/**
 * A command id from the name of an operation and what it reacts to. The same parts give the same
 * id; a long one is cut in its middle, which keeps the hashes at the ends of contract ids.
 *
 * @example
 * commandIdOf("complete-offer", "00ab"); // "complete-offer/00ab"
 */
export const commandIdOf = (
  name: string,
  ...reactsTo: ReadonlyArray<string | number | bigint>
): string => {
  const id = [name, ...reactsTo].join("/").replace(/[^A-Za-z0-9 ._:#/-]/g, "_");
  if (id.length <= maxCommandIdLength) return id;
  const half = Math.floor((maxCommandIdLength - 1) / 2);
  return `${id.slice(0, half)}.${id.slice(-half)}`;
};
