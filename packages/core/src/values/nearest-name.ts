/** How many letters must be changed, left out or put in to make one name of the other. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

const longestName = 100;

/** The name that was probably meant by one that is none of them; undefined when none is near. */
export const nearestName = (name: string, names: ReadonlyArray<string>): string | undefined => {
  if (name.length > longestName) return undefined;
  const found = name.toLowerCase();
  const [nearest] = names
    .map((each) => ({ each, far: distance(found, each.toLowerCase()) }))
    .filter(({ each, far }) => far <= Math.max(1, Math.floor(each.length / 3)))
    .sort((a, b) => a.far - b.far);
  return nearest?.each;
};
