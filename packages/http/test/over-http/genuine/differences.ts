import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "chai";

/** By reason: the questions whose answers differ, each with what does. */
export type Differences = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The known differences in a file. */
export const listedDifferences = (file: string): Differences =>
  JSON.parse(readFileSync(file, "utf8"));

/** Takes off what differs no longer, and puts what is new under a reason yet to be given. */
const updated = (listed: Differences, found: Readonly<Record<string, string>>): Differences => {
  const reasonOf = (name: string): string =>
    Object.keys(listed).find((reason) => listed[reason]?.[name] !== undefined) ?? "?";
  const next: Record<string, Record<string, string>> = {};
  for (const [name, aspects] of Object.entries(found))
    next[reasonOf(name)] = { ...next[reasonOf(name)], [name]: aspects };
  return next;
};

/**
 * Expects exactly the listed differences: the list can only shrink, and what differs no longer is
 * taken off it.
 *
 * @param file of the list, which `UPDATE_DIFFERENCES=1` writes
 */
export const expectListed = (file: string, found: Readonly<Record<string, string>>): void => {
  const listed = listedDifferences(file);
  if (process.env["UPDATE_DIFFERENCES"] === "1")
    writeFileSync(file, `${JSON.stringify(updated(listed, found), null, 2)}\n`);
  expect(found).to.deep.equal(Object.assign({}, ...Object.values(listed)));
};
