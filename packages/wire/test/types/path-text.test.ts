import { expect } from "chai";
import { pathText } from "../../src/types/path-text.js";

describe("the text of a path", () => {
  const rows: ReadonlyArray<readonly [path: ReadonlyArray<string | number>, text: string]> = [
    [[], ""],
    [["a"], "a"],
    [["commands", 0, "CreateCommand", "templateId"], "commands[0].CreateCommand.templateId"],
    [[3, "a"], "[3].a"],
    [["map", "7"], "map.7"],
    [["a", 1, 2], "a[1][2]"],
  ];
  for (const [path, text] of rows) {
    it(`of ${JSON.stringify(path)} is "${text}"`, () => {
      expect(pathText(path)).to.equal(text);
    });
  }
});
