import { expect } from "chai";
import { environmentOf, OTHER_RUNS } from "../src/other-nodes.js";
import { repositoryRoot } from "../src/repository.js";
import { testFiles } from "../src/test-everything.js";

describe("The tests on other Nodes", () => {
  it("are there, for each word", () => {
    const files = testFiles(repositoryRoot);
    for (const word of OTHER_RUNS.flatMap(({ words }) => words))
      expect(
        files.some((file) => file.includes(word)),
        word,
      ).to.equal(true);
  });

  it("are on each version that is supported besides the oldest", () => {
    const majors = new Set(OTHER_RUNS.map(({ node }) => node.split(".")[0]));
    expect([...majors].sort()).to.deep.equal(["22", "24", "26"]);
  });

  it("find that Node and its npm by their names", () => {
    const given = { PATH: "/bin", npm_execpath: "/npm-cli.js", HOME: "/root" };
    expect(environmentOf("/nodes/24/bin/node", given)).to.deep.equal({
      PATH: "/nodes/24/bin:/bin",
      HOME: "/root",
    });
  });
});
