import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { FileSettings } from "../src/settings-codec.js";
import { readSettingsFile } from "../src/settings-file.js";
import { SettingsErrors } from "../src/settings-errors.js";
import { tempFolder } from "./ledger-folder.js";
import { thrownBy } from "./thrown-by.js";

const written = (text: string): string => {
  const path = join(tempFolder(), "config.yaml");
  writeFileSync(path, text);
  return path;
};

const read = async (path: string): Promise<FileSettings | undefined> => {
  const errors = new SettingsErrors();
  const settings = await readSettingsFile(path, errors.add);
  errors.throwAll();
  return settings;
};

describe("A configuration file", () => {
  const ACCEPTED: ReadonlyArray<readonly [string, string, object]> = [
    ["YAML", "server:\n  port: 8080\n", { server: { port: 8080 } }],
    ["JSON", '{"server":{"port":8080}}', { server: { port: 8080 } }],
    ["nothing", "", {}],
    ["a comment alone", "# later\n", {}],
    ["an anchor", "log: &l\n  level: warn\n", { log: { level: "warn" } }],
    ["pruning by age", "ledger:\n  pruneAfterMicros: 0\n", { ledger: { pruneAfterMicros: 0 } }],
    [
      "the rate of the scrubber",
      "ledger:\n  scrubEventsPerSecond: 0\n  scrubEveryMs: 1\n",
      { ledger: { scrubEventsPerSecond: 0, scrubEveryMs: 1 } },
    ],
  ];
  for (const [name, text, wanted] of ACCEPTED) {
    it(`may have ${name}`, async () => {
      const settings = await read(written(text));
      expect(JSON.parse(JSON.stringify(settings))).to.deep.equal(wanted);
    });
  }

  const REFUSED: ReadonlyArray<readonly [string, string, RegExp]> = [
    ["neither YAML nor JSON", "server: [", /is neither YAML nor JSON/],
    ["a list", "- server\n", /config\.yaml/],
    ["a text", "server", /config\.yaml/],
    ["an unknown setting", "sevrer:\n  port: 1\n", /sevrer/],
    ["an unknown setting within one", "server:\n  prot: 1\n", /server.*prot/],
    ["a number that is a text", "server:\n  port: high\n", /server\.port/],
    ["a fraction", "ledger:\n  snapshotEveryEvents: 1.5\n", /ledger\.snapshotEveryEvents/],
    ["a negative age", "ledger:\n  pruneAfterMicros: -1\n", /ledger\.pruneAfterMicros/],
    ["no time between two scrubs", "ledger:\n  scrubEveryMs: 0\n", /ledger\.scrubEveryMs/],
    ["a level there is not", "log:\n  level: loud\n", /log\.level/],
  ];
  for (const [name, text, message] of REFUSED) {
    it(`may not have ${name}, and the answer names file and setting`, async () => {
      const path = written(text);
      const error = await thrownBy(() => read(path));
      expect(error.message).to.match(message).and.to.include(path);
    });
  }

  it("must be there", async () => {
    const path = join(tempFolder(), "gone.yaml");
    const { message } = await thrownBy(() => read(path));
    expect(message).to.match(/cannot read the configuration file .*ENOENT/);
  });
});
