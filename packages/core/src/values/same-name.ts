/**
 * What is wrong with names of which two are the same; undefined when none are. Names that differ in
 * upper and lower case only are the same, as in Daml-LF.
 */
export const sameName = (names: ReadonlyArray<string>): string | undefined => {
  const known = new Map<string, string>();
  for (const name of names) {
    const folded = name.toLowerCase();
    const other = known.get(folded);
    if (other === name) return `${name} is there twice`;
    if (other !== undefined)
      return `${other} and ${name} differ only in upper and lower case; rename one`;
    known.set(folded, name);
  }
  return undefined;
};
