import { open } from "node:fs/promises";
import { messageOf } from "@tallystick/background";
import {
  decideAt,
  decisionCase,
  decisionData,
  decisionLines,
  type PastDecision,
} from "@tallystick/audit";
import { plainText } from "../client/table-text.js";
import { orThrow, usageError } from "../command-error.js";
import type { FlagsOf } from "../commands/command-rows.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { packagesFrom } from "../package-modules.js";
import { type AuditSurroundings, withSource } from "./audit-source.js";
import { formatIn, print } from "./format.js";
import { momentOf } from "./moment.js";

/** Most bytes of a file with a command: a node takes no longer one by default. */
const maxBytes = 10 * 1024 * 1024;

/** The text of a file that is not too long. */
const textIn = async (file: string): Promise<string> => {
  const opened = await open(file, "r");
  try {
    const bytes = Buffer.alloc(maxBytes + 1);
    let read = 0;
    for (let more = 1; more > 0 && read < bytes.length; read += more)
      more = (await opened.read(bytes, read, bytes.length - read)).bytesRead;
    if (read > maxBytes) throw new Error(`expected at most ${maxBytes} bytes`);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, read));
  } finally {
    await opened.close();
  }
};

const commandsIn = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await textIn(file));
  } catch (thrown) {
    throw usageError(`--command: ${file}: expected JSON: ${messageOf(thrown)}`);
  }
};

const codes: Readonly<Record<PastDecision["verdict"], ExitCode>> = {
  accepted: exitCode.done,
  refused: exitCode.done,
  unknown: exitCode.inconclusive,
};

/**
 * Runs `tallystick audit explain --command`: tells what a command would have done at a moment. Ends
 * with 0 whether it is accepted or rejected, and 7 when it cannot be decided here.
 */
export const printDecision = async (
  file: string,
  flags: FlagsOf<"audit explain">,
  { env, out, progress }: AuditSurroundings,
): Promise<ExitCode> => {
  const format = formatIn(flags.format);
  const commands = await commandsIn(file);
  return withSource(flags, { env, progress }, async (source) => {
    const packages = await packagesFrom(flags.packages ?? []);
    const moment = await momentOf(flags.at, source);
    const decision = orThrow(await decideAt(source, { commands, moment, packages }), (error) =>
      usageError(
        error.kind === "packages"
          ? `--packages: ${error.message}`
          : `--command: ${file}: ${error.message}`,
      ),
    );
    const found = {
      lines: decisionLines(decision).map(plainText),
      data: decisionData(decision),
      cases: [decisionCase(decision)],
    };
    print("explain", format, found, out);
    return codes[decision.verdict];
  });
};
