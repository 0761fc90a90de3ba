import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { CommandError } from "../src/command-error.js";
import { readTls, tlsFilesOf } from "../src/tls-files.js";
import { thrownBy } from "./thrown-by.js";

describe("The files of the certificate", () => {
  for (const [what, given, inFile, expected] of [
    ["none are given", {}, {}, undefined],
    ["both are given", { certificate: "c", key: "k" }, {}, { certificate: "c", key: "k" }],
    [
      "both are in the file, in its folder",
      {},
      { tlsCertificate: "c", tlsKey: "/k" },
      { certificate: "/folder/c", key: "/k" },
    ],
    [
      "what is given wins over the file",
      { certificate: "c" },
      { tlsCertificate: "x", tlsKey: "k" },
      { certificate: "c", key: "/folder/k" },
    ],
  ] as const) {
    it(`are found when ${what}`, () => {
      expect(tlsFilesOf(given, inFile, "/folder")).to.deep.equal(expected);
    });
  }

  for (const [what, given, inFile] of [
    ["the key is missing", { certificate: "c" }, {}],
    ["the certificate is missing", { key: "k" }, {}],
    ["the file has one alone", {}, { tlsKey: "k" }],
  ] as const) {
    it(`are an error when ${what}`, () => {
      expect(() => tlsFilesOf(given, inFile, "/folder")).to.throw(
        CommandError,
        "--tls-certificate and --tls-key must be given together",
      );
    });
  }

  it("are read, and named when they cannot be", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tls-files-"));
    const [certificate, key] = [join(folder, "c.pem"), join(folder, "k.pem")];
    writeFileSync(certificate, "one");
    const missing = await thrownBy(() => readTls({ certificate, key }));
    expect(missing.message).to.match(/k\.pem/);
    writeFileSync(key, "two");
    expect(await readTls({ certificate, key })).to.deep.equal({ certificate: "one", key: "two" });
    expect(await readTls(undefined)).to.equal(undefined);
    rmSync(folder, { recursive: true });
  });
});
