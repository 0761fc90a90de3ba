import { expect } from "chai";
import { environmentOf, OTHER_RUNS } from "../src/other-nodes.js";
import { repositoryRoot } from "../src/repository.js";
import { testFiles } from "../src/test-everything.js";

describe("The tests on other Nodes", () => {
  it("are there, for each word", () => {
    const files = testFiles(repositoryRoot);
    const words = OTHER_RUNS.flatMap((run) => run.words);
    expect(words.filter((word) => !files.some((file) => file.includes(word)))).to.deep.equal([]);
  });

  it("are on each version that is supported besides the oldest", () => {
    const majors = new Set(OTHER_RUNS.map(({ node }) => node.split(".")[0]));
    expect([...majors]).to.have.members(["22", "24", "26"]);
  });

  it("find that Node and its npm by their names", () => {
    const given = { PATH: "/bin", npm_execpath: "/npm-cli.js", HOME: "/root" };
    const env = environmentOf("/nodes/24/bin/node", given);
    expect([env["PATH"], env["npm_execpath"], env["HOME"]]).to.deep.equal([
      "/nodes/24/bin:/bin",
      undefined,
      "/root",
    ]);
  });
});
