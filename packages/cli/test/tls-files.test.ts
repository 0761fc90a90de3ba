import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { serverCertificate, serverKey } from "@tallystick/dev";
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
      "clients need certificates too",
      { certificate: "c", key: "k", clientCa: "a" },
      { tlsClientCa: "x" },
      { certificate: "c", key: "k", clientCa: "a" },
    ],
    [
      "the issuers are in the file",
      { certificate: "c", key: "k" },
      { tlsClientCa: "x" },
      { certificate: "c", key: "k", clientCa: "/folder/x" },
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

  it("are an error when only issuers of clients' certificates are given", () => {
    expect(() => tlsFilesOf({ clientAuth: "optional" }, {}, "/folder")).to.throw(
      "--tls-client-auth needs --tls-client-ca",
    );
    expect(() => tlsFilesOf({ clientCa: "a" }, {}, "/folder")).to.throw(
      CommandError,
      "--tls-client-ca needs --tls-certificate and --tls-key",
    );
  });

  const files = async (
    certificate: string,
    key: string | undefined,
    use: (c: string, k: string) => Promise<void>,
  ) => {
    const folder = mkdtempSync(join(tmpdir(), "tls-files-"));
    const [c, k] = [join(folder, "c.pem"), join(folder, "k.pem")];
    writeFileSync(c, certificate);
    if (key !== undefined) writeFileSync(k, key);
    await use(c, k);
    rmSync(folder, { recursive: true });
  };

  it("are read when they are PEM", async () => {
    await files(serverCertificate, serverKey, async (certificate, key) => {
      const read = { certificate: serverCertificate, key: serverKey };
      expect(await readTls({ certificate, key })).to.deep.equal(read);
    });
    expect(await readTls(undefined)).to.equal(undefined);
  });

  it("have issuers of clients' certificates, each of which is read", async () => {
    const bundle = `${serverCertificate}\n${serverCertificate}\n`;
    await files(serverCertificate, serverKey, (certificate, key) =>
      files(bundle, serverKey, async (clientCa) => {
        const given = { certificate, key, clientCa };
        expect((await readTls(given))?.clientCa).to.equal(bundle);
        writeFileSync(clientCa, `${serverCertificate}\n${blockOf("CERTIFICATE")}`);
        const second = await thrownBy(() => readTls(given));
        expect(second.message).to.match(/^--tls-client-ca: .*c\.pem cannot be read as PEM/);
        const noCertificate = await thrownBy(() => readTls({ ...given, clientCa: key }));
        expect(noCertificate.message).to.match(/^--tls-client-ca: .* PEM of PRIVATE KEY/);
      }),
    );
  });

  const blockOf = (kind: string) => `-----BEGIN ${kind}-----\nAAAA\n-----END ${kind}-----\n`;
  for (const [what, certificate, key, says] of [
    ["the key is missing", serverCertificate, undefined, /^--tls-key: .*k\.pem/],
    ["the key is no PEM", serverCertificate, "two", /^--tls-key: .*k\.pem is no PEM; expected/],
    ["the certificate is no PEM", "one", serverKey, /^--tls-certificate: .*c\.pem is no PEM/],
    ["the certificate is empty", "", serverKey, /^--tls-certificate: .*c\.pem is no PEM/],
    [
      "they are exchanged",
      serverKey,
      serverCertificate,
      /^--tls-certificate: .* PEM of PRIVATE KEY/,
    ],
    [
      "the certificate is broken",
      blockOf("CERTIFICATE"),
      serverKey,
      /^--tls-certificate: .*c\.pem cannot be read as PEM/,
    ],
    [
      "the key is broken",
      serverCertificate,
      blockOf("PRIVATE KEY"),
      /^--tls-key: .*k\.pem cannot be read as PEM/,
    ],
  ] as const) {
    it(`are named by their flags when ${what}`, () =>
      files(certificate, key, async (c, k) => {
        const thrown = await thrownBy(() => readTls({ certificate: c, key: k }));
        expect(thrown).to.be.instanceOf(CommandError);
        expect(thrown.message).to.match(says);
      }));
  }
});
