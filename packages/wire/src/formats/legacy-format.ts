import { invalidArgument, type LedgerError } from "@tallystick/core";

/** Which of the two encodings of a format a request uses. */
export interface FormatChoice {
  /** Name of the field that carries the present encoding. */
  readonly present: "eventFormat" | "updateFormat";
  readonly hasPresent: boolean;
  readonly hasFilter: boolean;
  readonly verbose: boolean;
}

/**
 * INVALID_ARGUMENT when a request mixes both encodings or uses neither (ledger-api 2.5); undefined
 * when its choice is clear.
 */
export const formatChoiceError = (choice: FormatChoice): LedgerError | undefined => {
  const { present, hasPresent, hasFilter, verbose } = choice;
  if (hasPresent && hasFilter)
    return invalidArgument(`found both ${present} and filter, expected only one of them`, "filter");
  if (hasPresent && verbose) {
    return invalidArgument(
      `found verbose beside ${present}, expected it inside the event format`,
      "verbose",
    );
  }
  return hasPresent || hasFilter
    ? undefined
    : invalidArgument(`found neither ${present} nor filter, expected one of them`, present);
};
