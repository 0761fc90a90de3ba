import { readFile } from "node:fs/promises";
import {
  defaultDomain,
  isLogDomain,
  JournalLog,
  lastEventOf,
  LogFolder,
  openedNote,
  originOf,
} from "@tallystick/audit";
import type { VerifierKey } from "@tallystick/transparency";
import type { FlagsOf } from "../commands/command-rows.js";
import { CommandError, messageOf, usageError } from "../command-error.js";
import { exitCode } from "../exit-code.js";
import { type AuditSurroundings, logFolderOf, withSource } from "./audit-source.js";

const compare = async (file: string, log: JournalLog, key: VerifierKey): Promise<void> => {
  let note: string;
  try {
    note = await readFile(file, "utf8");
  } catch (thrown) {
    throw usageError(`--against: ${messageOf(thrown)}`);
  }
  log.compare(openedNote(note, key));
};

/** Runs `tallystick audit checkpoint`: signs what the journal has, or compares it. */
export const checkpoint = async (
  { log: given, origin, against, list, ...flags }: FlagsOf<"audit checkpoint">,
  { env, out, progress }: AuditSurroundings,
): Promise<void> =>
  withSource(flags, { env, progress }, async (source) => {
    const folder = new LogFolder(logFolderOf(given, source.folder));
    if (list === true) {
      for (const note of folder.checkpoints()) out(note.trimEnd());
      return;
    }
    if (origin !== undefined && !isLogDomain(origin))
      throw usageError(`--origin: expected a domain such as ledger.example, found "${origin}"`);
    const held = folder.key();
    if (origin !== undefined && held !== undefined && !held.verifier.name.startsWith(`${origin}/`))
      throw usageError(`--origin: the log is ${held.verifier.name} since its first checkpoint`);
    if ((await lastEventOf(source)) === undefined)
      throw new CommandError("there is no event to sign", exitCode.inconclusive);
    const log = await JournalLog.open(source, folder);
    const key = held ?? folder.makeKey(originOf(source, origin ?? defaultDomain, log.incarnation));
    if (against !== undefined) {
      await compare(against, log, key.verifier);
      out(`holds: the journal begins with what ${against} was signed over`);
      return;
    }
    // as a file that keeps what is printed must have it
    out(log.sign(key).trimEnd());
  });
