import { invalidArgument, type LedgerError } from "@tallystick/core";

/** Which of the two encodings of a format a request uses. */
export interface FormatChoice {
  /** Name of the field of the current encoding. */
  readonly present: "eventFormat" | "updateFormat";
  readonly hasPresent: boolean;
  readonly hasFilter: boolean;
  readonly verbose: boolean;
}

/** Names of the current encodings in error texts, which clients compare (ledger-api 2.5). */
const protobufNames = { eventFormat: "event_format", updateFormat: "update_format" } as const;

const choose = (name: string): string =>
  `Please use either backwards compatible arguments (filter and verbose) or ${name}`;

const bothAreSet = (name: string, other: "filter" | "verbose"): string =>
  `Both ${name} and ${other} are set. ${choose(name)}, but not both.`;

// clients compare the sentences, so the field is separate and not a prefix
const refused = (reason: string, field: string): LedgerError => ({
  ...invalidArgument(reason),
  field,
});

/**
 * INVALID_ARGUMENT when a request mixes both encodings or uses neither (ledger-api 2.5); undefined
 * when it uses exactly one.
 */
export const formatChoiceError = (choice: FormatChoice): LedgerError | undefined => {
  const { present, hasPresent, hasFilter, verbose } = choice;
  const name = protobufNames[present];
  if (hasPresent && hasFilter) return refused(bothAreSet(name, "filter"), "filter");
  if (hasPresent && verbose) return refused(bothAreSet(name, "verbose"), "verbose");
  return hasPresent || hasFilter
    ? undefined
    : refused(`Either filter/verbose or ${name} is required. ${choose(name)}.`, present);
};
