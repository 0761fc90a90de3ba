import { readFile, stat } from "node:fs/promises";
import { timestampToText } from "@tallystick/core";
import {
  checkProof as checkedProof,
  type CheckedProof,
  logAlone,
  type ProofError,
  verifierKeyOf,
  type WitnessPolicy,
  witnessPolicyOf,
} from "@tallystick/transparency";
import type { FlagsOf } from "../commands/command-rows.js";
import { CommandError, messageOf, orThrow, usageError } from "../command-error.js";
import { exitCode } from "../exit-code.js";

/** Most bytes of a proof that is read. */
const maxProofBytes = 64 * 1024 * 1024;

const textOf = async (what: string, file: string): Promise<string> => {
  try {
    const { size } = await stat(file);
    if (size > maxProofBytes)
      throw new Error(`expected at most ${maxProofBytes} bytes, found ${size}`);
    return await readFile(file, "utf8");
  } catch (thrown) {
    throw usageError(`${what}: ${messageOf(thrown)}`);
  }
};

const keyForm = /^[^+\s]+\+[0-9a-f]{8}\+/;

const policyOf = async ({ key, policy }: FlagsOf<"audit check-proof">): Promise<WitnessPolicy> => {
  if ((key === undefined) === (policy === undefined))
    throw usageError("check-proof: expected either --key or --policy");
  if (policy !== undefined) {
    return orThrow(witnessPolicyOf(await textOf("--policy", policy)), ({ message }) =>
      usageError(message),
    );
  }
  const given = key ?? "";
  const text = keyForm.test(given) ? given : await textOf("--key", given);
  return logAlone(
    orThrow(verifierKeyOf(text.trim()), ({ message }) => usageError(`--key: ${message}`)),
  );
};

const refused = ({ message }: ProofError): CommandError =>
  new CommandError(`the proof does not hold: ${message}`, exitCode.inconsistent);

const jsonOf = ({ event, checkpoint }: CheckedProof): string =>
  JSON.stringify({
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
      : [`seen by: ${key.name}, ${timestampToText(time * 1_000_000)}`],
  ),
  `event: offset ${event.offset}, ${event.type}, ${timestampToText(event.recordTime)}`,
  ...(event.updateId === undefined ? [] : [`update: ${event.updateId}`]),
  `shown: ${event.rows.length} of ${event.rowCount} rows`,
  ...event.rows.map(({ name, text }) => `${name}: ${text}`),
  "verdict: holds",
];

/** Runs `tallystick audit check-proof`: checks a proof with the key of its log alone. */
export const checkProof = async (
  file: string,
  flags: FlagsOf<"audit check-proof">,
  out: (line: string) => void,
): Promise<void> => {
  const policy = await policyOf(flags);
  const proof = orThrow(checkedProof(await textOf("check-proof", file), policy), refused);
  for (const line of flags.json === true ? [jsonOf(proof)] : linesOf(proof)) out(line);
};
