import { makeFolder, messageOf } from "@tallystick/background";
import { defaultLedgerConfig, type Ledger, openLedger } from "@tallystick/node";
import type { NodeConnection } from "../client/node-connection.js";
import type { Surroundings } from "../commands/command.js";
import { CommandError, orThrow, usageError } from "../command-error.js";
import { openAddress } from "../open-address.js";
import { loadPackages } from "../package-modules.js";
import { openErrorOf } from "../start-errors.js";
import { isFolder, storeAddress } from "../store-address.js";
import { namesIn } from "../target-folder.js";
import { type CopiedPackages, copyPackages } from "./copy-packages.js";
import { type ForkNote, readForkNote, writeForkNote } from "./fork-note.js";
import { ForkedJournal } from "./import-contracts.js";
import { contractsOf, type ForkedFlags, openSource } from "./source-ledger.js";

/** The flags of a fork of a running ledger. */
export interface ForkNodeFlags extends ForkedFlags {
  readonly to?: string | undefined;
  readonly packages?: ReadonlyArray<string> | undefined;
  readonly coin?: boolean | undefined;
  readonly "sign-for-others"?: boolean | undefined;
  readonly participant?: string | undefined;
}

/** Whether a source is the address of a node and not of a store. */
export const isNodeAddress = (from: string): boolean => /^https?:\/\//i.test(from);

const PROGRESS_MS = 1_000;

/** What the target says of an earlier run; a folder with anything else is not touched. */
const noteOf = async (to: string): Promise<ForkNote | undefined> => {
  const names = await namesIn("--to", to);
  const note = await readForkNote(to);
  if (note?.isComplete === true) throw usageError(`--to: the fork in ${to} is complete`);
  if (note === undefined && names.length > 0)
    throw usageError(`--to: expected a new folder, but ${to} is not empty`);
  return note;
};

const agrees = (a: ForkNote, b: ForkNote): boolean =>
  a.from === b.from &&
  a.offset === b.offset &&
  a.signsForOthers === b.signsForOthers &&
  a.parties.join() === b.parties.join();

const openTarget = async (to: string, flags: ForkNodeFlags): Promise<Ledger> => {
  const { participant: participantName = defaultLedgerConfig.participantName } = flags;
  const loaded = await loadPackages(flags.packages ?? []);
  const { coinPackages } = await import("@tallystick/coin");
  const packages = flags.coin === true ? [...coinPackages, ...loaded] : loaded;
  const opened = await openLedger({ data: to, packages, config: { participantName } });
  return orThrow(opened, openErrorOf(to));
};

const copiedTo = async (ledger: Ledger, node: NodeConnection): Promise<CopiedPackages> => {
  try {
    return await copyPackages(node, ledger);
  } finally {
    await ledger.close();
  }
};

/**
 * Makes a local journal of what some parties see of a running ledger: their active contracts with
 * their ids, the packages, and all stakeholders. The same command resumes after a failure.
 *
 * @throws {CommandError} why it ended; what was imported stays
 */
export const forkNode = async (
  flags: ForkNodeFlags,
  { env, out }: Pick<Surroundings, "env" | "out">,
): Promise<void> => {
  const { to = "", participant = defaultLedgerConfig.participantName } = flags;
  if (to === "" || !isFolder(to)) throw usageError("fork: expected --to with a new folder");
  const begun = await noteOf(to);
  const at = flags.at ?? (begun === undefined ? undefined : String(begun.offset));
  const source = await openSource({ ...flags, at }, env);
  // a token that may not read them is refused before anything is made
  await contractsOf(source).next();
  const note: ForkNote = {
    version: 1,
    from: source.url,
    offset: source.offset,
    parties: [...source.parties],
    signsForOthers: flags["sign-for-others"] === true,
    isComplete: false,
  };
  if (begun !== undefined && !agrees(begun, note)) {
    throw usageError(
      `--to: ${to} has the beginning of another fork; use its flags, or a new folder`,
    );
  }
  try {
    makeFolder(to);
  } catch (thrown) {
    throw new CommandError(`--to: ${messageOf(thrown)}`);
  }
  await writeForkNote(to, note);
  const ledger = await openTarget(to, flags);
  const packages = await copiedTo(ledger, source.node);
  out(`packages: ${packages.copied} copied`);
  const store = await openAddress(storeAddress(to), false, "--to");
  try {
    const journal = await ForkedJournal.open(store, `participant-${participant}`, note);
    let printedMs = performance.now();
    const imported = await journal.import(source, (contracts) => {
      if (performance.now() - printedMs < PROGRESS_MS) return;
      printedMs = performance.now();
      out(`contracts: ${contracts} imported so far`);
    });
    const unread = [...packages.unread, ...imported.reasons];
    for (const reason of unread) out(`not read: ${reason}`);
    await writeForkNote(to, { ...note, isComplete: true });
    out(
      `${to} begins with ${imported.contracts} contracts of ${note.from} at offset ${note.offset}; ` +
        `${imported.unread} contracts and ${packages.unread.length} packages could not be read`,
    );
  } finally {
    await store.close();
  }
};
