import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { channels } from "../../src/server/channels.js";
import { endpoints } from "../../src/server/endpoints.js";

const file = fileURLToPath(new URL("../../../../../docs/http-api.md", import.meta.url));
const mark =
  "<!-- from the endpoint and channel tables; UPDATE_DOCS=1 npm test -- http-api-document writes it -->\n";

const families: ReadonlyArray<readonly [name: string, of: RegExp]> = [
  ["Commands", /^\/v2\/commands\//],
  ["Updates", /^\/v2\/updates/],
  ["Contracts and state", /^\/v2\/(?:state|events|contracts)\//],
  ["Parties", /^\/v2\/parties/],
  ["Users and rights", /^\/v2\/(?:users|authenticated-user)/],
  ["Identity providers", /^\/v2\/idps/],
  ["Signing outside the node", /^\/v2\/interactive-submission\/(?:prepare|execute)/],
  ["Packages", /^\/v2\/(?:dars|packages|package-vetting|interactive-submission\/preferred)/],
  [
    "The node",
    /^\/(?:v0\/dev\/|v2\/instruments|v2\/followers|v2\/version|v2\/participant-pruning|livez|readyz|docs\/)/,
  ],
];

const tables = (): string =>
  families
    .map(([name, of]) => {
      const rows = endpoints
        .filter(({ path }) => of.test(path))
        .map(({ method, path, summary }) => `| ${method} | \`${path}\` | ${summary} |`);
      const sockets = channels
        .filter(({ path }) => of.test(path))
        .map(({ path, summary }) => `| websocket | \`${path}\` | ${summary} |`);
      return `## ${name}\n\n| | | |\n|---|---|---|\n${[...rows, ...sockets].join("\n")}\n`;
    })
    .join("\n");

describe("docs/http-api.md", () => {
  it("has every endpoint and every channel in exactly one family", () => {
    for (const { path } of [...endpoints, ...channels]) {
      expect(
        families.filter(([, of]) => of.test(path)),
        path,
      ).to.have.length(1);
    }
  });

  it("names every endpoint and every channel as they are in the code", () => {
    const [before = ""] = readFileSync(file, "utf8").split(mark);
    const wanted = `${before}${mark}\n${tables()}`;
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, wanted);
    expect(readFileSync(file, "utf8")).to.equal(wanted);
  });
});
