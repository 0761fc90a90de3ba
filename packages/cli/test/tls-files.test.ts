import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import { readTls, tlsFilesOf } from "../src/tls-files.js";

const together = left("--tls-certificate and --tls-key must be given together");

describe("The files of the certificate", () => {
  for (const [what, given, inFile, expected] of [
    ["none are given", {}, {}, right(undefined)],
    ["both are given", { certificate: "c", key: "k" }, {}, right({ certificate: "c", key: "k" })],
    [
      "both are in the file, beside it",
      {},
      { tlsCertificate: "c", tlsKey: "/k" },
      right({ certificate: "/folder/c", key: "/k" }),
    ],
    [
      "what is given wins over the file",
      { certificate: "c" },
      { tlsCertificate: "x", tlsKey: "k" },
      right({ certificate: "c", key: "/folder/k" }),
    ],
    ["the key is missing", { certificate: "c" }, {}, together],
    ["the certificate is missing", { key: "k" }, {}, together],
    ["the file has one alone", {}, { tlsKey: "k" }, together],
  ] as const) {
    it(`are found when ${what}`, () => {
      expect(tlsFilesOf(given, inFile, "/folder")).to.deep.equal(expected);
    });
  }

  it("are read, and named when they cannot be", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tls-files-"));
    const [certificate, key] = [join(folder, "c.pem"), join(folder, "k.pem")];
    writeFileSync(certificate, "one");
    const missing = await readTls({ certificate, key });
    expect(missing)
      .to.have.property("left")
      .that.matches(/k\.pem/);
    writeFileSync(key, "two");
    expect(await readTls({ certificate, key })).to.deep.equal(
      right({ certificate: "one", key: "two" }),
    );
    expect(await readTls(undefined)).to.deep.equal(right(undefined));
    rmSync(folder, { recursive: true });
  });
});
