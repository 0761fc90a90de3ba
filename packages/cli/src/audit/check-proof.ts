import { timestampToText } from "@tallystick/core";
import {
  checkProof as checkedProof,
  type CheckedProof,
  type ProofError,
  type WitnessPolicy,
} from "@tallystick/transparency";
import type { FlagsOf } from "../commands/command-rows.js";
import { CommandError, orThrow, usageError } from "../command-error.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { formatIn, print } from "./format.js";
import { policyGiven, textOfFile } from "./given-key.js";

const policyOf = async (flags: FlagsOf<"audit check-proof">): Promise<WitnessPolicy> => {
  if ((flags.key === undefined) === (flags.policy === undefined))
    throw usageError("check-proof: expected either --key or --policy");
  return policyGiven(flags);
};

const refused = ({ message }: ProofError): CommandError =>
  new CommandError(`the proof is invalid: ${message}`, exitCode.inconsistent);

const dataOf = ({ event, checkpoint }: CheckedProof): object => ({
  verdict: "holds",
  origin: checkpoint.origin,
  size: checkpoint.size,
  ...event,
  rows: event.rows.map(({ name, text }) => ({ name, text })),
});

const linesOf = ({ event, checkpoint }: CheckedProof): ReadonlyArray<string> => [
  `log: ${checkpoint.origin}, ${checkpoint.size} events`,
  ...checkpoint.signatures.flatMap(({ key, time }) =>
    time === undefined
      ? [`signed by: ${key.name}`]
      : [`cosigned by: ${key.name}, ${timestampToText(time * 1_000_000)}`],
  ),
  `event: offset ${event.offset}, ${event.type}, ${timestampToText(event.recordTime)}`,
  ...(event.updateId === undefined ? [] : [`update: ${event.updateId}`]),
  `disclosed: ${event.rows.length} of ${event.rowCount} rows`,
  ...event.rows.map(({ name, text }) => `${name}: ${text}`),
  "verdict: holds",
];

/** Runs `tallystick audit check-proof`: checks a proof with the key of its log alone. */
export const checkProof = async (
  file: string,
  flags: FlagsOf<"audit check-proof">,
  out: (line: string) => void,
): Promise<ExitCode> => {
  const format = formatIn(flags.format);
  const policy = await policyOf(flags);
  const proof = orThrow(checkedProof(await textOfFile("check-proof", file), policy), refused);
  const name = `offset ${proof.event.offset} of ${proof.checkpoint.origin}`;
  const cases = [{ kind: "check-proof", name, failures: [] }];
  print("check-proof", format, { lines: linesOf(proof), data: dataOf(proof), cases }, out);
  return exitCode.done;
};
