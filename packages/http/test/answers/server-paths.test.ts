import { expect } from "chai";
import { withoutPaths } from "../../src/answers/server-paths.js";

describe("A text for clients", () => {
  const rows: ReadonlyArray<readonly [string, string]> = [
    ["ENOENT: open '/var/lib/x/journal.db'", "ENOENT: open '(a file of the node)'"],
    ["cannot write /data/views.db-wal: full", "cannot write (a file of the node): full"],
    ["at C:\\data\\journal.db now", "at (a file of the node) now"],
    ["a and/or b, 3/4 of them", "a and/or b, 3/4 of them"],
    ["nothing at all", "nothing at all"],
  ];
  for (const [text, shown] of rows)
    it(`becomes: ${shown}`, () => expect(withoutPaths(text)).to.equal(shown));
});
