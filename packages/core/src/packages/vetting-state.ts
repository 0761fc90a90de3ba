import type { PackageId } from "../values/ids.js";
import type {
  PackageRegistered,
  PackagesVettingChanged,
  PackageVetting,
} from "../events/participant-event.js";
import type { Micros } from "../values/time.js";
import type { VettedPackage } from "../events/participant-records.js";
import {
  emptyMap,
  getIn,
  type PersistentMap,
  removeIn,
  setIn,
} from "../collections/persistent-map.js";
import type { Edit } from "../collections/hash-trie.js";

/**
 * Which packages new submissions may use (ledger-api 2.13). Every registered package may be used
 * except those listed here.
 */
export interface VettingState {
  /** Grows by one with each change. */
  readonly serial: number;
  /** By package id: those that are unvetted or vetted for a time only. */
  readonly exceptions: PersistentMap<PackageVetting>;
}

/** The state without packages. */
export const emptyVetting = (seed: number): VettingState => ({
  serial: 0,
  exceptions: emptyMap(seed),
});

/** The vetting after one more event. */
export const evolveVetting = (
  { serial, exceptions }: VettingState,
  event: PackageRegistered | PackagesVettingChanged,
  edit?: Edit,
): VettingState => {
  if (event.type === "PackageRegistered") {
    const { packageId, isVetted } = event;
    return isVetted
      ? { serial: serial + 1, exceptions }
      : { serial, exceptions: setIn(exceptions, packageId, { packageId, isVetted }, edit) };
  }
  let changed = exceptions;
  for (const vetting of event.changes) {
    changed = isAlwaysUsable(vetting)
      ? removeIn(changed, vetting.packageId, edit)
      : setIn(changed, vetting.packageId, vetting, edit);
  }
  return { serial: serial + 1, exceptions: changed };
};

const isAlwaysUsable = (vetting: PackageVetting): boolean =>
  vetting.isVetted &&
  vetting.validFromInclusive === undefined &&
  vetting.validUntilExclusive === undefined;

/** The times that a stored vetting holds between; absent ones are open. */
export const vettedTimes = ({
  validFromInclusive: from,
  validUntilExclusive: until,
}: Omit<PackageVetting, "packageId" | "isVetted">): Omit<VettedPackage, "packageId"> => ({
  ...(from === undefined ? {} : { validFromInclusive: BigInt(from) }),
  ...(until === undefined ? {} : { validUntilExclusive: BigInt(until) }),
});

export const vettingOf = ({ exceptions }: VettingState, packageId: PackageId): PackageVetting =>
  getIn(exceptions, packageId) ?? { packageId, isVetted: true };

/** True when new submissions may use a registered package at this time. */
export const isUsableAt = (state: VettingState, packageId: PackageId, at: Micros): boolean => {
  const exception = getIn(state.exceptions, packageId);
  if (exception === undefined) return true;
  const { isVetted, validFromInclusive, validUntilExclusive } = exception;
  return (
    isVetted &&
    (validFromInclusive === undefined || BigInt(validFromInclusive) <= at) &&
    (validUntilExclusive === undefined || at < BigInt(validUntilExclusive))
  );
};

/** The vetted ones among some packages, in their order, with the times they are vetted for. */
export const vettedAmong = (
  state: VettingState,
  packageIds: Iterable<PackageId>,
): ReadonlyArray<VettedPackage> => {
  const vetted: Array<VettedPackage> = [];
  for (const packageId of packageIds) {
    const vetting = vettingOf(state, packageId);
    if (vetting.isVetted) vetted.push({ packageId, ...vettedTimes(vetting) });
  }
  return vetted;
};
