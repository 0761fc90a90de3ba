const tailLength = 4;
const longTail = 12;

/**
 * How the parties of a picture are called: by their names, with the end of the id after those that
 * several have, so that no two look alike.
 *
 * @param nameOf the name of a party, such as its hint
 */
export const partyLabels = (
  parties: Iterable<string>,
  nameOf: (party: string) => string,
): ReadonlyMap<string, string> => {
  const all = [...new Set(parties)];
  const ways: ReadonlyArray<(party: string) => string> = [
    nameOf,
    (party) => `${nameOf(party)}…${party.slice(-tailLength)}`,
    (party) => `${nameOf(party)}…${party.slice(-longTail)}`,
    (party) => party,
  ];
  const labels = new Map<string, string>();
  let open = all;
  for (const way of ways) {
    const counts = new Map<string, number>();
    for (const party of open) counts.set(way(party), (counts.get(way(party)) ?? 0) + 1);
    const taken = new Set(labels.values());
    const isClear = (party: string): boolean =>
      counts.get(way(party)) === 1 && !taken.has(way(party));
    for (const party of open.filter(isClear)) labels.set(party, way(party));
    open = open.filter((party) => !labels.has(party));
  }
  return labels;
};
