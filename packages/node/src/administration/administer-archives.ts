import type { Timers } from "@tallystick/background";
import {
  entriesOf,
  getIn,
  type LedgerError,
  ledgerError,
  type PackageInfo,
  type PackageId,
  type ParticipantState,
  vettedAmong,
} from "@tallystick/core";
import type { Archive, Dar } from "@tallystick/daml-lf";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import type { UploadedDar } from "../ledger/administration-requests.js";
import type { Administration } from "../ledger/administration.js";
import type { DarFile } from "../ledger/dar-file.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import { type DarReader, readingHere } from "./dar-reader.js";
import type { LoadedPackages } from "./loaded-packages.js";
import { onLatestVetting } from "./on-latest-vetting.js";
import { noArchive, type ArchiveStore } from "./archive-store.js";
import type { Pipeline } from "../pipeline/pipeline.js";

type ArchiveAdministration = Pick<Administration, "uploadDar" | "validateDar" | "packageArchive">;

/** That, and the registration of a DAR that was read before. */
interface ArchiveRegistration extends ArchiveAdministration {
  /** Uploads and vets a DAR, unless all of its packages are registered. */
  registerDar(dar: DarFile): Promise<Either<LedgerError, void>>;
}

/** Where archives are kept, and the code that runs of them. */
export interface KeptArchives {
  readonly archives: ArchiveStore;
  readonly uploaded: LoadedPackages;
  readonly darReader: DarReader;
  /** Other work may run between two packages of a DAR that the ledger is opened with. */
  readonly timers: Timers;
}

type ArchivePipeline = Pick<Pipeline, "committed" | "enqueue" | "refusal">;

/** DARs that may wait to be read; each is in memory meanwhile. */
const maxWaitingDars = 8;

/** The reader of DARs; loaded with the first one, as most runs have none. */
const damlLf = () => import("@tallystick/daml-lf");

/**
 * The archives of a participant's packages (ledger-api 2.13, daml-lf A). They are durable before
 * the event that registers them.
 */
export const archiveAdministration = (
  pipeline: ArchivePipeline,
  kept: KeptArchives,
  config: LedgerConfig,
): ArchiveRegistration => {
  const { archives, uploaded, darReader, timers } = kept;
  const oneByOne = queueOf(maxWaitingDars);
  const registered = (packageId: PackageId) =>
    getIn(pipeline.committed().state.participant.packages, packageId);
  const readBy = async (
    reader: Pick<DarReader, "read">,
    bytes: Uint8Array,
    maxTotalBytes: number,
  ): Promise<Either<LedgerError, Dar>> => {
    const { packages } = pipeline.committed().state.participant;
    // what was registered was checked then
    const known = new Set(Array.from(entriesOf(packages), ([packageId]) => packageId));
    const whole = await reader.read({ bytes, maxTotalBytes, registered: known });
    if (isLeft(whole)) return whole;
    const { dar, invalid } = whole.right;
    const error = identityError(dar, registered) ?? invalid;
    return error === undefined ? right(dar) : left(error);
  };
  const read = (bytes: Uint8Array) => readBy(darReader, bytes, config.maxUnpackedDarBytes);
  const register = async (dar: Dar, vet: boolean): Promise<Either<LedgerError, unknown>> => {
    const outcome = await onLatestVetting(() => registerNow(pipeline, kept, dar, vet));
    // otherwise the first command that uses it would split it into definitions
    if (vet && !isLeft(outcome)) await uploaded.decode([dar.main.packageId]);
    return outcome;
  };
  return {
    uploadDar: (bytes, vetAllPackages) =>
      oneByOne(async () => {
        const refused = pipeline.refusal();
        if (refused !== undefined) return left(refused);
        const dar = await read(bytes);
        if (isLeft(dar)) return dar;
        return map(() => uploadedOf(dar.right))(await register(dar.right, vetAllPackages));
      }),
    registerDar: async ({ packageIds, bytes }) => {
      if (packageIds.every((packageId) => registered(packageId) !== undefined))
        return right(undefined);
      const { defaultDarLimits } = await damlLf();
      // nobody waits for a ledger that is being opened
      const dar = await readBy(readingHere(timers), bytes, defaultDarLimits.maxTotalBytes);
      return isLeft(dar) ? dar : map(() => undefined)(await register(dar.right, true));
    },
    validateDar: (bytes) =>
      oneByOne(async () => {
        const dar = await read(bytes);
        if (isLeft(dar)) return dar;
        return map(() => uploadedOf(dar.right))(
          await vettablePackages(dar.right, true, pipeline.committed().state.participant, uploaded),
        );
      }),
    packageArchive: async (packageId) =>
      // an archive without its event is from an interrupted upload
      registered(packageId) === undefined
        ? left(noArchive(packageId))
        : map((payload: Uint8Array) => ({ packageId, payload }))(await archives.read(packageId)),
  };
};

/** Stores the archives of a DAR and registers its packages, if the vetting is still the checked. */
const registerNow = async (
  pipeline: ArchivePipeline,
  { archives, uploaded }: KeptArchives,
  dar: Dar,
  vet: boolean,
): Promise<Either<LedgerError, unknown>> => {
  const { participant } = pipeline.committed().state;
  const usable = await vettablePackages(dar, vet, participant, uploaded);
  if (isLeft(usable)) return usable;
  const stored = await archives.keep(dar.packages);
  if (isLeft(stored)) return stored;
  const { right: packages } = usable;
  const based = vet ? { expectedSerial: participant.vetting.serial } : {};
  return pipeline.enqueue({ kind: "RegisterPackages", packages, vet, ...based });
};

/** The packages of a DAR; Left NOT_VALID_UPGRADE_PACKAGE when they cannot be vetted now. */
const vettablePackages = async (
  dar: Dar,
  vet: boolean,
  participant: ParticipantState,
  uploaded: LoadedPackages,
): Promise<Either<LedgerError, ReadonlyArray<PackageInfo>>> => {
  const { archiveModel } = await damlLf();
  const added = dar.packages.map((archive) => ({
    ...archive,
    checked: infoOf(archive, archiveModel(archive)),
  }));
  await uploaded.add(added);
  const packages = added.map(({ checked }) => checked);
  const all = new Map<string, PackageInfo>(entriesOf(participant.packages));
  for (const info of packages) all.set(info.packageId, info);
  const isAdded = new Set(packages.map(({ packageId }) => packageId));
  const isVetted = (packageId: string): boolean =>
    isAdded.has(packageId) || vettedAmong(participant.vetting, [packageId]).length > 0;
  const error = vet ? await uploaded.upgradeError(participant, all.values(), isVetted) : undefined;
  return error === undefined ? right(packages) : left(error);
};

const infoOf = (
  { packageId, name, version }: Archive,
  model: PackageInfo["model"],
): PackageInfo => ({ packageId, name, version, model });

const uploadedOf = ({ main, packages }: Dar): UploadedDar => ({
  mainPackageId: main.packageId,
  packageIds: packages.map(({ packageId }) => packageId),
});

const identityError = (
  { packages }: Dar,
  registered: (packageId: PackageId) => PackageInfo | undefined,
): LedgerError | undefined =>
  packages
    .map((archive) => otherIdentity(archive, registered(archive.packageId)))
    .find((found) => found !== undefined);

/**
 * DAR_VALIDATION_ERROR when a definition this node was opened with gives the package id another
 * name or version than the archive does.
 */
const otherIdentity = (
  { packageId, name, version }: Archive,
  known: PackageInfo | undefined,
): LedgerError | undefined => {
  if (known === undefined || (known.name === name && known.version === version)) return undefined;
  const reason = `package ${packageId} is ${name} ${version}, but this node has a definition for it as ${known.name} ${known.version}`;
  return ledgerError("DAR_VALIDATION_ERROR", `Package validation failed. ${reason}`, {
    context: { validationError: reason },
  });
};

type Task<A> = () => Promise<Either<LedgerError, A>>;

/**
 * Runs tasks one by one, so that only one DAR is unpacked at a time; more than `maxWaiting` are
 * rejected.
 */
const queueOf = (maxWaiting: number): (<A>(task: Task<A>) => Promise<Either<LedgerError, A>>) => {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return (task) => {
    if (waiting >= maxWaiting) {
      return Promise.resolve(
        left(
          ledgerError(
            "PARTICIPANT_BACKPRESSURE",
            `${waiting} DARs are waiting to be read. Try again later.`,
            { context: { reason: `${waiting} DARs are waiting` }, definiteAnswer: true },
          ),
        ),
      );
    }
    waiting++;
    const done = last.then(task).finally(() => waiting--);
    // an error is the caller's, not that of the next in line
    last = done.catch(() => undefined);
    return done;
  };
};
