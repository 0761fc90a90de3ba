import { readFile, stat } from "node:fs/promises";
import { messageOf } from "@tallystick/background";
import {
  logAlone,
  verifierKeyOf,
  type WitnessPolicy,
  witnessPolicyOf,
} from "@tallystick/transparency";
import { orThrow, usageError } from "../command-error.js";

/** Most bytes of a proof, a key, a note or a policy that is read. */
const maxFileBytes = 64 * 1024 * 1024;

/** The text of a file that a flag or an argument names. @throws {CommandError} */
export const textOfFile = async (what: string, file: string): Promise<string> => {
  try {
    const { size } = await stat(file);
    if (size > maxFileBytes)
      throw new Error(`expected at most ${maxFileBytes} bytes, found ${size}`);
    return await readFile(file, "utf8");
  } catch (thrown) {
    throw usageError(`${what}: ${messageOf(thrown)}`);
  }
};

const keyForm = /^[^+\s]+\+[0-9a-f]{8}\+/;

/** The text of a verifier key, given directly or as a file that contains it. */
export const keyGiven = async (flag: string, given: string): Promise<string> =>
  (keyForm.test(given) ? given : await textOfFile(flag, given)).trim();

/** Whose signatures count: a log's key alone, or those of a policy. */
export const policyGiven = async (flags: {
  readonly key?: string | undefined;
  readonly policy?: string | undefined;
}): Promise<WitnessPolicy> => {
  if (flags.policy !== undefined) {
    const text = await textOfFile("--policy", flags.policy);
    return orThrow(witnessPolicyOf(text), ({ message }) => usageError(message));
  }
  const text = await keyGiven("--key", flags.key ?? "");
  return logAlone(orThrow(verifierKeyOf(text), ({ message }) => usageError(`--key: ${message}`)));
};
