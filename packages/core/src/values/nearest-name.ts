/** Names are not similar when more than this part of their letters differ. */
const alikePart = 3;

/** Longest name that is compared. */
const maxCompared = 60;

/** How many letters differ, are missing or too many; two swapped ones count as one. */
const distance = (a: string, b: string): number => {
  let before: ReadonlyArray<number> = [];
  let last: ReadonlyArray<number> = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = row > 1 && a[row - 2] === b[column - 1] && a[row - 1] === b[column - 2];
      next.push(isSwapped ? Math.min(least, (before[column - 2] ?? least) + 1) : least);
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
};

/** The known name most similar to another; undefined when none is. Case is ignored. */
export const nearestName = (name: string, known: Iterable<string>): string | undefined => {
  if (name.length > maxCompared) return undefined;
  let best: { readonly name: string; readonly far: number } | undefined;
  for (const each of known) {
    const far = distance(name.toLowerCase(), each.toLowerCase());
    const most = Math.ceil(Math.max(name.length, each.length) / alikePart);
    if (far <= most && far < (best?.far ?? Infinity)) best = { name: each, far };
  }
  return best?.name;
};
