import type { PackageId } from "../values/ids.js";
import { type Either, getOrElse, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { PackageInfo } from "../packages/catalog.js";
import { invalidArgument, invalidField, ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { PackageVetting, ParticipantEvent } from "../events/participant-event.js";
import type { Micros } from "../values/time.js";
import { dependenciesIn, definesTemplates } from "../packages/package-contents.js";
import type {
  PackageReference,
  RegisterPackages,
  UpdateVettingCommand,
  VettingChange,
} from "./participant-command.js";
import type { ParticipantState } from "./participant-state.js";
import { entriesOf, getIn, hasIn } from "../collections/persistent-map.js";
import { vettingOf } from "../packages/vetting-state.js";

type Decision = Either<LedgerError, ReadonlyArray<ParticipantEvent>>;

/** References to packages one change may hold in all its steps. */
export const maxVettingReferences = 10_000;

/** The vetting of packages after a command, by id; only those that the command names. */
type Draft = Map<string, PackageVetting>;

/**
 * Registers packages that are not registered yet, each once, and vets all of them when the command
 * says so. Left KNOWN_PACKAGE_VERSION when two packages of one name and version would be vetted,
 * TOPOLOGY_SERIAL_MISMATCH.
 */
export const registerPackages = (
  state: ParticipantState,
  { packages, vet, expectedSerial }: RegisterPackages,
  recordTime: Micros,
): Decision => {
  const overtaken = serialError(state, expectedSerial);
  if (overtaken !== undefined) return left(overtaken);
  const added = new Map<string, PackageInfo>();
  const draft: Draft = new Map();
  for (const info of packages) {
    if (!hasIn(state.packages, info.packageId)) added.set(info.packageId, info);
    else if (!vettingOf(state.vetting, info.packageId).isVetted && vet)
      draft.set(info.packageId, { packageId: info.packageId, isVetted: true });
  }
  const clash = vet ? sameVersion(state, added, [...added.keys(), ...draft.keys()]) : undefined;
  if (clash !== undefined) return left(clash);
  const registered = Array.from(
    added.values(),
    ({ packageId, name, version, model }): ParticipantEvent => ({
      type: "PackageRegistered",
      packageId,
      name,
      version,
      model,
      isVetted: vet,
      recordTime,
    }),
  );
  return right([...registered, ...changedEvents(draft, recordTime)]);
};

/**
 * Changes which packages may be used (ledger-api 2.13). Left TOPOLOGY_SERIAL_MISMATCH,
 * UNRESOLVED_VETTING_REFERENCE, AMBIGUOUS_VETTING_REFERENCE, KNOWN_PACKAGE_VERSION,
 * TOPOLOGY_DEPENDENCIES_NOT_VETTED.
 */
export const updateVetting = (
  state: ParticipantState,
  command: UpdateVettingCommand,
  recordTime: Micros,
): Decision => {
  const malformed = changesError(command.changes);
  if (malformed !== undefined) return left(malformed);
  const overtaken = serialError(state, command.expectedSerial);
  if (overtaken !== undefined) return left(overtaken);
  const draft: Draft = new Map();
  for (const [at, change] of command.changes.entries()) {
    const error = applyChange(state, draft, change, at);
    if (error !== undefined) return left(error);
  }
  for (const [packageId, vetting] of draft)
    if (isSame(vetting, vettingOf(state.vetting, packageId))) draft.delete(packageId);
  const newlyVetted = [...draft.values()].flatMap((to) => (to.isVetted ? [to.packageId] : []));
  const error =
    sameVersion(state, new Map(), newlyVetted, draft) ??
    (command.allowUnvettedDependencies ? undefined : unvettedDependency(state, draft));
  return error === undefined ? right(changedEvents(draft, recordTime)) : left(error);
};

const serialError = (
  { vetting: { serial } }: ParticipantState,
  expected: number | undefined,
): LedgerError | undefined =>
  expected === undefined || expected === serial
    ? undefined
    : ledgerError(
        "TOPOLOGY_SERIAL_MISMATCH",
        `The vetted packages have the serial ${serial}, but the change is based on ${expected}.`,
      );

const changesError = (changes: ReadonlyArray<VettingChange>): LedgerError | undefined => {
  const count = changes.reduce((sum, { packages }) => sum + packages.length, 0);
  if (count > maxVettingReferences) {
    return invalidArgument(
      `found ${count} package references, expected at most ${maxVettingReferences}`,
      "changes",
    );
  }
  for (const [at, change] of changes.entries()) {
    const field = `changes[${at}]`;
    const bare = change.packages.findIndex((of) => of.packageId === "" && of.packageName === "");
    if (bare >= 0)
      return invalidField(`${field}.packages[${bare}]`, "expected a packageId or a packageName");
    if (change.kind === "unvet") continue;
    const { validFromInclusive: from, validUntilExclusive: until } = change;
    if (from !== undefined && until !== undefined && from >= until) {
      return invalidField(
        `${field}.newValidUntilExclusive`,
        "expected a time after newValidFromInclusive",
      );
    }
  }
  return undefined;
};

/** Applies one step to the draft. */
const applyChange = (
  state: ParticipantState,
  draft: Draft,
  change: VettingChange,
  at: number,
): LedgerError | undefined => {
  for (const [index, reference] of change.packages.entries()) {
    const found = referredTo(state, reference, `changes[${at}].packages[${index}]`);
    if (change.kind === "unvet") {
      // what matches no package is out of use already
      for (const packageId of getOrElse((): ReadonlyArray<string> => [])(found))
        draft.set(packageId, { packageId, isVetted: false });
      continue;
    }
    if (isLeft(found)) return found.left;
    const [packageId, second] = found.right;
    if (packageId === undefined || second !== undefined) {
      return ledgerError(
        "AMBIGUOUS_VETTING_REFERENCE",
        `${shown(reference)} matches several packages, such as ${packageId} and ${second}; expected one.`,
        { field: `changes[${at}].packages[${index}]` },
      );
    }
    const { validFromInclusive: from, validUntilExclusive: until } = change;
    draft.set(packageId, {
      packageId,
      isVetted: true,
      ...(from === undefined ? {} : { validFromInclusive: String(from) }),
      ...(until === undefined ? {} : { validUntilExclusive: String(until) }),
    });
  }
  return undefined;
};

const shown = ({ packageId, packageName, packageVersion }: PackageReference): string =>
  `The reference to a package (id "${packageId.slice(0, 64)}", name "${packageName.slice(0, 100)}", version "${packageVersion.slice(0, 40)}")`;

/** Ids of the registered packages a reference matches; at least one. */
const referredTo = (
  { packages }: ParticipantState,
  reference: PackageReference,
  field: string,
): Either<LedgerError, ReadonlyArray<string>> => {
  const { packageId, packageName, packageVersion } = reference;
  const matches = ({ name, version }: { readonly name: string; readonly version: string }) =>
    (packageName === "" || packageName === name) &&
    (packageVersion === "" || packageVersion === version);
  const found: Array<string> = [];
  if (packageId === "") {
    for (const [id, info] of entriesOf(packages)) if (matches(info)) found.push(id);
  } else {
    const info = getIn(packages, packageId);
    if (info !== undefined && matches(info)) found.push(packageId);
  }
  return found.length > 0
    ? right(found.toSorted())
    : left(
        ledgerError(
          "UNRESOLVED_VETTING_REFERENCE",
          `${shown(reference)} matches no package of this node.`,
          { ...publicReference(reference), field },
        ),
      );
};

/** The sentence of a public node about a reference without a package; also in the context. */
const publicReference = ({ packageId, packageName, packageVersion }: PackageReference) => {
  const named = [
    ["package-id", packageId],
    ["package-name", packageName],
    ["package-version", packageVersion],
  ].filter(([, value]) => value !== "");
  const shownReference = named.map(([key, value]) => `${key}: '${value}'`).join(", ");
  const reason =
    packageId === ""
      ? `No packages with name ${packageName} and version ${packageVersion}`
      : `No packages with package ID ${packageId}`;
  return {
    publicCause: `The vetted package reference ${shownReference} does not match any package in the package store. Reason: ${reason}`,
    context: { reason, reference: shownReference },
  };
};

const isSame = (a: PackageVetting, b: PackageVetting): boolean =>
  a.isVetted === b.isVetted &&
  a.validFromInclusive === b.validFromInclusive &&
  a.validUntilExclusive === b.validUntilExclusive;

/**
 * KNOWN_PACKAGE_VERSION when a package that is to be vetted shares name and version with another
 * vetted one. Packages without templates and interfaces are skipped: no command names them.
 */
const sameVersion = (
  state: ParticipantState,
  added: ReadonlyMap<string, PackageInfo>,
  newlyVetted: ReadonlyArray<string>,
  draft: Draft = new Map(),
): LedgerError | undefined => {
  if (newlyVetted.length === 0) return undefined;
  const subject = new Set(newlyVetted);
  const holders = new Map<string, string>();
  const infos = [...Array.from(entriesOf(state.packages), ([, info]) => info), ...added.values()];
  // those vetted already first, so that the message names the new one second
  for (const info of infos.toSorted(
    (a, b) => Number(subject.has(a.packageId)) - Number(subject.has(b.packageId)),
  )) {
    const { packageId, name, version, model } = info;
    const stays = draft.get(packageId) ?? vettingOf(state.vetting, packageId);
    if (!(subject.has(packageId) || stays.isVetted) || !definesTemplates(model)) continue;
    const first = holders.get(`${name} ${version}`);
    if (first !== undefined && subject.has(packageId)) {
      return ledgerError(
        "KNOWN_PACKAGE_VERSION",
        `Two packages of the name ${name} and the version ${version} cannot both be vetted: ${first} and ${packageId}. Give the second one another version, or unvet the first.`,
        { context: { firstPackage: first, secondPackage: packageId } },
      );
    }
    holders.set(`${name} ${version}`, packageId);
  }
  return undefined;
};

/**
 * TOPOLOGY_DEPENDENCIES_NOT_VETTED when a change would leave a package vetted without one it needs.
 */
const unvettedDependency = (state: ParticipantState, draft: Draft): LedgerError | undefined => {
  if (draft.size === 0) return undefined;
  const isVetted = (packageId: PackageId): boolean =>
    (draft.get(packageId) ?? vettingOf(state.vetting, packageId)).isVetted;
  for (const [packageId, { model }] of entriesOf(state.packages)) {
    if (!isVetted(packageId)) continue;
    for (const needed of dependenciesIn(model)) {
      if (!draft.has(packageId) && !draft.has(needed)) continue;
      if (!hasIn(state.packages, needed) || !isVetted(needed)) {
        return ledgerError(
          "TOPOLOGY_DEPENDENCIES_NOT_VETTED",
          `Package ${packageId} depends on package ${needed}, which would not be vetted.`,
          { context: { package_id: packageId, dependency: needed } },
        );
      }
    }
  }
  return undefined;
};

const changedEvents = (draft: Draft, recordTime: Micros): ReadonlyArray<ParticipantEvent> =>
  draft.size === 0
    ? []
    : [{ type: "PackagesVettingChanged", changes: [...draft.values()], recordTime }];
