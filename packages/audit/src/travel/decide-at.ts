import {
  type CompositeCommand,
  type CompiledPackages,
  compilePackages,
  dryRun,
  entriesOf,
  getIn,
  ledgerCatalog,
  type LedgerError,
  type LedgerState,
  type Package,
  type PackageError,
  pingPackage,
  type TraceStep,
  type UserRight,
  withoutPause,
} from "@tallystick/core";
import type { EventStore } from "@tallystick/event-store";
import { archiveIn, LoadedPackages, sha256, softwareVersion } from "@tallystick/node";
import {
  decodeErrors,
  defaultTapsMaxPasses,
  defaultTapsMaxPassesLimit,
  JsCommands,
  validateSubmission,
} from "@tallystick/wire";
import { type Either, isLeft, left, map } from "fp-ts/lib/Either.js";
import type { AuditedJournal } from "../log/audited-journal.js";
import { withoutCode } from "../rules/package-rule.js";
import { type Story, storyOf } from "../story/story.js";
import { type Moment, type PastState, stateAt } from "./state-at.js";

/** A command that is decided at a moment of the past. */
export interface PastCommand {
  /** JSON as `POST /v2/commands/async/submit` takes it. */
  readonly commands: unknown;
  readonly moment: Moment;
  /** Packages with the code that decides; the built-in one is added. */
  readonly packages: ReadonlyArray<Package>;
}

/** Whether the user of a command could submit it, as the interface of a node decides. */
export interface UserAuthority {
  readonly userId: string;
  /** False of a user that the journal does not have: then its token alone said what it may do. */
  readonly isKnown: boolean;
  /** Rights of the user that let it act or read as the parties of the command. */
  readonly rights: ReadonlyArray<UserRight>;
  /** Parties as which it could not act or read. */
  readonly missing: ReadonlyArray<string>;
}

/** The effects that a command would have had. */
export interface PastDecision {
  /** The last event before it. */
  readonly offset: number;
  /** When it is decided: the time of the moment, or of that event. */
  readonly at: number;
  readonly command: CompositeCommand;
  readonly authority: UserAuthority;
  /** `unknown`: it cannot be decided here. */
  readonly verdict: "accepted" | "refused" | "unknown";
  /** Of a command that reached the ledger, accepted or not: what its event would say. */
  readonly story: Omit<Story, "again"> | undefined;
  /** Why it was rejected. */
  readonly error: LedgerError | undefined;
  /** Everything that it did, in order; of one that was rejected, before that. */
  readonly steps: ReadonlyArray<TraceStep>;
  /** Why it cannot be decided here, or may have been decided otherwise then. */
  readonly notes: ReadonlyArray<string>;
}

/** Why a command cannot be decided at all. */
export interface PastCommandError {
  readonly kind: "commands" | "packages";
  /** Names the field, what was found and what is expected. */
  readonly message: string;
}

/**
 * Decides a command on the state that a journal had at a moment: what it would have done and by
 * whose authority, or why it would have been rejected. Nothing is written. Ids that a node draws at
 * random are made of zeros, so the same journal and command give the same answer.
 *
 * @returns Left when the command is not one, or the packages cannot be used
 * @throws {AuditError} when the journal does not have the moment, was pruned beyond it, or cannot
 * be read
 */
export const decideAt = async (
  journal: AuditedJournal,
  { commands, moment, packages }: PastCommand,
): Promise<Either<PastCommandError, PastDecision>> => {
  const compiled = compilePackages([pingPackage, ...packages], sha256);
  if (isLeft(compiled)) return left(packagesError(compiled.left));
  const past = await stateAt(journal, moment);
  const uploaded = await uploadedIn(journal.store, past.state);
  const at = "time" in moment ? moment.time : past.recordTime;
  return map((command: CompositeCommand) =>
    decisionOf(past, command, at, { compiled: compiled.right, uploaded }),
  )(commandIn(commands, past.state));
};

const packagesError = ({ message }: PackageError): PastCommandError => ({
  kind: "packages",
  message,
});

const commandsError = (message: string): Either<PastCommandError, never> =>
  left({ kind: "commands", message });

const commandIn = (
  commands: unknown,
  { participant: { synchronizerId } }: LedgerState,
): Either<PastCommandError, CompositeCommand> => {
  const read = JsCommands.read(commands);
  if (isLeft(read)) return commandsError([...new Set(decodeErrors(read.left))].join("; "));
  const valid = validateSubmission(read.right, {
    tapsMaxPassesDefault: defaultTapsMaxPasses,
    tapsMaxPassesLimit: defaultTapsMaxPassesLimit,
    synchronizerId,
    sha256,
  });
  return isLeft(valid) ? commandsError(`${valid.left.code}: ${valid.left.cause}`) : valid;
};

/** The Daml code that the state has; what cannot be read is left out. */
const uploadedIn = async (
  store: Pick<EventStore, "readStream" | "lastEvent">,
  { participant }: LedgerState,
): Promise<LoadedPackages> => {
  const uploaded = new LoadedPackages();
  const read = (packageId: string) => archiveIn(store, packageId);
  await uploaded.catchUp(() => participant.packages, { read });
  return uploaded;
};

interface Code {
  readonly compiled: CompiledPackages;
  readonly uploaded: LoadedPackages;
}

const decisionOf = (
  { offset, state }: PastState,
  command: CompositeCommand,
  at: number,
  code: Code,
): PastDecision => {
  const catalog = ledgerCatalog(code.compiled, code.uploaded)(state.participant.packages);
  const context = { now: at, receivedAt: at, catalog, sha256 };
  const { event, error, steps } = withoutPause(dryRun(state, command, context));
  const missing = error === undefined ? undefined : lackedCode(state, command, error, code);
  return {
    offset,
    at: Math.max(at, state.recordTime),
    command,
    authority: authorityOf(state, command),
    verdict: missing !== undefined ? "unknown" : error === undefined ? "accepted" : "refused",
    story: event === undefined ? undefined : storyOf(state, event, catalog),
    error,
    steps,
    notes: [...(missing === undefined ? [] : [missing]), ...versionNotes(state)],
  };
};

const versionNotes = ({ configuration }: LedgerState): ReadonlyArray<string> =>
  configuration.softwareVersion === "" || configuration.softwareVersion === softwareVersion
    ? []
    : [`version ${configuration.softwareVersion} decided then, and this is ${softwareVersion}`];

/** Why an error says nothing: it names a package of the ledger without code here. */
const lackedCode = (
  { participant, contracts }: LedgerState,
  { commands }: CompositeCommand,
  error: LedgerError,
  { compiled, uploaded }: Code,
): string | undefined => {
  const coded = new Set(compiled.packageCode.map(({ packageId }) => packageId));
  const used = commands.flatMap((command) =>
    "contractId" in command ? [getIn(contracts, command.contractId)?.templateId ?? ""] : [],
  );
  const named = JSON.stringify([commands.map(({ templateId }) => templateId), used, error]);
  for (const [packageId, { name }] of entriesOf(participant.packages)) {
    if (coded.has(packageId) || uploaded.has(packageId)) continue;
    if (named.includes(packageId) || named.includes(`#${name}:`))
      return withoutCode(`${name} (${packageId})`);
  }
  return undefined;
};

const authorityOf = (
  { participant: { users } }: LedgerState,
  { userId, actAs, readAs }: CompositeCommand,
): UserAuthority => {
  const user = getIn(users, userId);
  const held = user?.rights ?? [];
  const acts = (party: string): ReadonlyArray<UserRight> =>
    held.filter((right) => right.kind === "CanActAs" && right.party === party);
  const reads = (party: string): ReadonlyArray<UserRight> =>
    held.filter(
      (right) =>
        right.kind === "CanReadAsAnyParty" ||
        ((right.kind === "CanReadAs" || right.kind === "CanActAs") && right.party === party),
    );
  const needed = [
    ...actAs.map((party) => ({ party, by: acts(party) })),
    ...readAs.map((party) => ({ party, by: reads(party) })),
  ];
  return {
    userId,
    isKnown: user !== undefined,
    rights: [...new Set(needed.flatMap(({ by }) => by))],
    missing: needed.filter(({ by }) => by.length === 0).map(({ party }) => party),
  };
};
