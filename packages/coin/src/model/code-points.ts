/** The length of a text as Daml counts it: in code points, not UTF-16 units. */
export const codePoints = (shown: string): number => {
  let count = 0;
  for (const _ of shown) count += 1;
  return count;
};
