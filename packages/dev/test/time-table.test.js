import { expect } from "chai";
import { processorSeconds, timeTable } from "../src/time-table.js";

describe("the time of the tests", () => {
  it("is printed by package, longest first, with the files that took long", () => {
    const of = (/** @type {string} */ name, /** @type {number} */ processorSeconds) => ({
      name,
      processorSeconds,
      seconds: 60,
      files: [
        { file: `${name}/quick.test.js`, processorSeconds: 1 },
        { file: `${name}/slow.test.js`, processorSeconds: processorSeconds - 1 },
      ],
    });
    const rows = timeTable([of("packages/a", 5), of("packages/b", 25.4), of("packages/c", 0.2)]);
    expect(rows.map((row) => row.replace(/ +/g, " "))).to.deep.equal([
      "Processor time of the tests: 31 s",
      " packages/b 25 s, done after 60 s",
      " packages/b/slow.test.js: 24 s",
      " packages/a 5 s, done after 60 s",
    ]);
  });

  it("grows with what this process does", () => {
    const before = processorSeconds();
    const { user } = process.cpuUsage();
    while (process.cpuUsage().user < user + 30_000);
    expect(processorSeconds() - before).to.be.least(0.02);
  });
});
