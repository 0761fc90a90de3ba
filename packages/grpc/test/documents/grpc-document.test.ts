import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { channels, endpoints } from "@tallystick/http";
import { callRows } from "../../src/calls/call-rows.js";

const file = fileURLToPath(new URL("../../../../../docs/grpc.md", import.meta.url));
const mark =
  "<!-- from the table of calls; UPDATE_DOCS=1 npm test -- grpc-document writes it -->\n";

const home = "com.daml.ledger.api.v2.";

const table = (): string => {
  const rows = callRows.map(({ service, method, row }) => {
    const name = `| \`${service.slice(home.length)}\` | \`${method}\` |`;
    if (row.includes(" /in-process/")) return `${name} only over gRPC |`;
    return `${name} \`${row.startsWith("/") ? `websocket ${row}` : row}\` |`;
  });
  return `| Service | Call | Answered by |\n|---|---|---|\n${rows.join("\n")}\n`;
};

describe("docs/grpc.md", () => {
  it("names every call as the code does", () => {
    const [before = ""] = readFileSync(file, "utf8").split(mark);
    const wanted = `${before}${mark}\n${table()}`;
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, wanted);
    expect(readFileSync(file, "utf8")).to.equal(wanted);
  });

  it("has a row or a channel for every call", () => {
    const known = new Set([
      ...endpoints.map(({ method, path }) => `${method} ${path}`),
      ...channels.map(({ path }) => path),
    ]);
    const missing = callRows.filter(({ row }) => !known.has(row));
    expect(missing.filter(({ row }) => !row.includes(" /in-process/"))).to.deep.equal([]);
  });
});
