import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { messageOf } from "@tallystick/background";
import { bisect, type Claim, claimOf, storiesData } from "@tallystick/audit";
import { isLeft } from "fp-ts/lib/Either.js";
import { usageError } from "../command-error.js";
import type { FlagsOf } from "../commands/command-rows.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { importedModule, packagesFrom } from "../package-modules.js";
import { type AuditSurroundings, withSource } from "./audit-source.js";
import { explained, explanationLines } from "./explain.js";

const modules: ReadonlySet<string> = new Set([".js", ".mjs"]);

/** The claim that a module exports as `claim` or by default. */
const claimIn = async (file: string): Promise<Claim> => {
  const wrong = (reason: string) => usageError(`CLAIM: ${file} ${reason}`);
  const module = await importedModule(file, (reason) => usageError(`CLAIM: ${reason}`));
  const claim = claimAmong(module);
  if (claim === undefined) throw wrong("exports no claim: expected { template, holds(contracts) }");
  return {
    ...claim,
    holds: (active) => {
      try {
        return claim.holds(active);
      } catch (thrown) {
        throw wrong(`holds() throws: ${messageOf(thrown)}`);
      }
    },
  };
};

const isClaim = (value: unknown): value is Claim =>
  typeof value === "object" &&
  value !== null &&
  "template" in value &&
  typeof value.template === "string" &&
  "holds" in value &&
  typeof value.holds === "function" &&
  (!("value" in value) || typeof value.value === "function");

const claimAmong = (module: unknown): Claim | undefined => {
  if (typeof module !== "object" || module === null) return undefined;
  return Object.values(module).find(isClaim);
};

/** A claim as it is written, or in a file. */
const readClaim = async (given: string): Promise<Claim> => {
  const found = await stat(given).catch(() => undefined);
  if (found?.isFile() === true && modules.has(extname(given))) return claimIn(given);
  const text = found?.isFile() === true ? await readFile(given, "utf8") : given;
  const claim = claimOf(text);
  if (isLeft(claim)) throw usageError(`CLAIM: ${claim.left.message}`);
  return claim.right;
};

/** Runs `tallystick bisect`. Ends with 6 when the claim became false. */
export const printBroken = async (
  given: string,
  flags: FlagsOf<"bisect">,
  { env, out, progress }: AuditSurroundings,
): Promise<ExitCode> => {
  const claim = await readClaim(given);
  const packages = await packagesFrom(flags.packages ?? []);
  return withSource(flags, { env, progress }, async (source) => {
    const { broken, events, changes } = await bisect(source, claim);
    const about = `${changes} changes of ${claim.template} in ${events} events`;
    if (broken === undefined) {
      if (flags.json === true) out(JSON.stringify({ holds: true, events, changes }));
      else out(`the claim holds to the end: ${about}`);
      return exitCode.done;
    }
    const { offset, before, after } = broken;
    const story = await explained(source, String(offset), packages);
    if (flags.json === true) {
      out(JSON.stringify({ holds: false, ...broken, stories: storiesData(story.stories) }));
    } else {
      const change = after === undefined ? "" : `: ${before ?? "nothing"} before, ${after} after`;
      out(`the claim became false at offset ${offset}${change}`);
      for (const line of explanationLines(story, String(offset))) out(line);
    }
    return exitCode.ruleViolated;
  });
};
