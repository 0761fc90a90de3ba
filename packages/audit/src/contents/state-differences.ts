import {
  acceptanceOf,
  entriesOf,
  getIn,
  type LedgerState,
  type PersistentMap,
} from "@tallystick/core";

/** Differences that are named: more say nothing new. */
const maxDifferences = 20;

/** The maps of a state, by the names that messages have of their entries. */
const mapsOf = (state: LedgerState): Readonly<Record<string, PersistentMap<unknown>>> => {
  const { contracts, keys, participant } = state;
  const { packages, vetting, parties, users, identityProviders } = participant;
  return {
    contract: contracts,
    key: keys,
    package: packages,
    vetting: vetting.exceptions,
    party: parties,
    user: users,
    "identity provider": identityProviders,
  };
};

/** The rest of a state, by names. */
const valuesOf = ({
  offset,
  recordTime,
  configuration,
  pruning,
  participant: { participantId, synchronizerId, usersMadeOnce, vetting },
}: LedgerState): Readonly<Record<string, unknown>> => ({
  offset,
  recordTime,
  configuration,
  pruning,
  participantId,
  synchronizerId,
  usersMadeOnce,
  "serial of vetting": vetting.serial,
});

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/** JSON with its fields in one order, as states come from different codecs. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, sorted(field)]),
  );
};

/** The differences between the state in a snapshot and the fold of the journal up to its offset. */
export const stateDifferences = (
  found: LedgerState,
  expected: LedgerState,
): ReadonlyArray<string> => {
  const differences: Array<string> = [];
  const values = valuesOf(found);
  for (const [name, value] of Object.entries(valuesOf(expected)))
    if (!isSame(value, values[name])) differences.push(`its ${name} differs`);
  const maps = mapsOf(found);
  for (const [name, map] of Object.entries(mapsOf(expected))) {
    const other = maps[name] ?? map;
    for (const [key, value] of entriesOf(map)) {
      if (differences.length >= maxDifferences) return differences;
      const there = getIn(other, key);
      if (there === undefined) differences.push(`it lacks the ${name} ${key}`);
      else if (!isSame(there, value)) differences.push(`the ${name} ${key} differs`);
    }
    for (const [key] of entriesOf(other)) {
      if (differences.length >= maxDifferences) return differences;
      if (getIn(map, key) === undefined)
        differences.push(`it has the ${name} ${key}, which the journal does not have`);
    }
  }
  return [...differences, ...acceptedDifferences(found, expected)].slice(0, maxDifferences);
};

/** Of accepted commands only those count that are still remembered. */
const acceptedDifferences = (
  { deduplication: found }: LedgerState,
  { deduplication: expected }: LedgerState,
): ReadonlyArray<string> => {
  const differences: Array<string> = [];
  if (found.prunedOffset !== expected.prunedOffset)
    differences.push(`commands are forgotten up to offset ${found.prunedOffset}`);
  for (const [one, other] of [
    [expected, found],
    [found, expected],
  ] as const) {
    for (const [changeId] of entriesOf(one.accepted)) {
      if (differences.length >= maxDifferences) return differences;
      if (!isSame(acceptanceOf(one, changeId), acceptanceOf(other, changeId)))
        differences.push(`the accepted command ${JSON.stringify(changeId)} differs`);
    }
  }
  return differences;
};
