/**
 * What a value becomes when someone changes a base to a next one while others have made it the
 * current one.
 */
export type Patch<A> = (next: A, base: A, current: A) => A;

const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "bigint" ? part.toString() : part,
  ) ?? "";

/** A value that is changed as a whole. */
export const patchWhole = <A>(next: A, base: A, current: A): A =>
  shown(next) === shown(base) ? current : next;

/** A value that may be absent: what others have taken away stays away. */
export const patchOptional =
  <A>(patch: Patch<A>): Patch<A | undefined> =>
  (next, base, current) => {
    if (next === undefined) return base === undefined ? current : undefined;
    if (base === undefined) return next;
    return current === undefined ? undefined : patch(next, base, current);
  };

/**
 * Entries with keys: those added are there, those taken away are not, those changed are patched.
 *
 * @param keyOf the key of an entry as text
 */
export const patchEntries =
  <E>(keyOf: (entry: E) => string, patch: Patch<E>): Patch<ReadonlyArray<E>> =>
  (next, base, current) => {
    const nexts = new Map(next.map((entry) => [keyOf(entry), entry]));
    const bases = new Map(base.map((entry) => [keyOf(entry), entry]));
    const currents = new Set(current.map(keyOf));
    const kept = current.flatMap((entry) => {
      const [to, from] = [nexts.get(keyOf(entry)), bases.get(keyOf(entry))];
      if (to === undefined) return from === undefined ? [entry] : [];
      return [from === undefined ? to : patch(to, from, entry)];
    });
    const added = next.filter((entry) => !currents.has(keyOf(entry)) && !bases.has(keyOf(entry)));
    return [...kept, ...added];
  };
