import { cpSync } from "node:fs";
import { messageOf } from "@tallystick/background";
import {
  defaultDomain,
  isLogDomain,
  JournalLog,
  lastEventOf,
  LogFolder,
  openedByPolicy,
  openedNote,
  originOf,
} from "@tallystick/audit";
import type { SignerKey, VerifierKey } from "@tallystick/transparency";
import type { FlagsOf } from "../commands/command-rows.js";
import { CommandError, usageError } from "../command-error.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { expectNoFile } from "../given-folder.js";
import { type Found, formatIn, print } from "./format.js";
import { type AuditSurroundings, logFolderOf, withSource } from "./audit-source.js";
import { cosignatureOf, witnessesIn } from "./cosignatures.js";
import { policyGiven, textOfFile } from "./given-key.js";

type CheckpointFlags = FlagsOf<"audit checkpoint">;

/** Compares the journal with a checkpoint, which a policy may ask more signatures of. */
const compare = async (
  file: string,
  policy: string | undefined,
  log: JournalLog,
  key: VerifierKey,
): Promise<void> => {
  const note = await textOfFile("--against", file);
  log.compare(
    policy === undefined
      ? openedNote(note, key)
      : openedByPolicy(note, await policyGiven({ policy })),
  );
};

/** The note with cosignatures of witnesses, which are kept with it. */
const cosigned = async (
  signed: string,
  { witness, policy }: CheckpointFlags,
  log: JournalLog,
  folder: LogFolder,
): Promise<string> => {
  let note = signed;
  for (const each of witnessesIn(witness)) {
    const lines = await cosignatureOf(each, log, signed);
    // a witness that cosigns again replaces nothing: the note has both times
    if (!note.includes(lines)) note += lines;
  }
  if (policy !== undefined) openedByPolicy(note, await policyGiven({ policy }));
  if (note !== signed) folder.keep(note);
  return note;
};

const publish = (folder: LogFolder, to: string): void => {
  try {
    cpSync(folder.published, to, { recursive: true });
  } catch (thrown) {
    throw usageError(`--publish: ${messageOf(thrown)}`);
  }
};

const checkOrigin = (origin: string | undefined, held: SignerKey | undefined): void => {
  if (origin === undefined) return;
  if (!isLogDomain(origin))
    throw usageError(`--origin: expected a domain such as ledger.example, found "${origin}"`);
  if (held !== undefined && !held.verifier.name.startsWith(`${origin}/`))
    throw usageError(`--origin: the log is ${held.verifier.name}, fixed by its first checkpoint`);
};

/** Runs `tallystick audit checkpoint`: signs what the journal has, or compares it. */
export const checkpoint = async (
  flags: CheckpointFlags,
  surroundings: AuditSurroundings,
): Promise<ExitCode> => {
  const format = formatIn(flags.format);
  const { out } = surroundings;
  expectNoFile("--log", flags.log, "the folder of the log");
  expectNoFile("--publish", flags.publish, "a folder");
  return withSource(flags, surroundings, async (source) => {
    const folder = new LogFolder(flags.log ?? logFolderOf(undefined, source.folder));
    if (flags.list === true) {
      print("checkpoint", format, notesFound([...folder.checkpoints()], "kept"), out);
      return exitCode.done;
    }
    const held = folder.key();
    checkOrigin(flags.origin, held);
    witnessesIn(flags.witness);
    if ((await lastEventOf(source)) === undefined)
      throw new CommandError("the journal has no event to sign", exitCode.inconclusive);
    const log = await JournalLog.open(source, folder);
    const domain = flags.origin ?? defaultDomain;
    const key = held ?? folder.makeKey(originOf(source, domain, log.incarnation));
    if (flags.against !== undefined) {
      await compare(flags.against, flags.policy, log, key.verifier);
      const line = `holds: the journal extends the checkpoint in ${flags.against}`;
      const data = { verdict: "holds", origin: key.verifier.name };
      const cases = [{ kind: "checkpoint", name: key.verifier.name, failures: [] }];
      print("checkpoint", format, { lines: [line], data, cases }, out);
      return exitCode.done;
    }
    const note = await cosigned(log.sign(key), flags, log, folder);
    if (flags.publish !== undefined) publish(folder, flags.publish);
    print("checkpoint", format, notesFound([note], "signed"), out);
    return exitCode.done;
  });
};

/** Checkpoints as a file that keeps what is printed must have them. */
const notesFound = (notes: ReadonlyArray<string>, verdict: string): Found => ({
  lines: notes.map((note) => note.trimEnd()),
  data: { verdict, checkpoints: notes },
  cases: notes.map((note) => {
    const [origin = "", size = ""] = note.split("\n");
    return { kind: "checkpoint", name: `${origin}, ${size} events`, failures: [] };
  }),
});
