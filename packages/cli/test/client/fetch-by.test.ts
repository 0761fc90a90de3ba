import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificate, serverCertificate, serverKey } from "@tallystick/dev";
import { expect } from "chai";
import { invoked } from "../ledger-folder.js";

describe("A command that asks a node with certificates", () => {
  let server: Server;
  let url: string;
  let folder: string;
  let files: Readonly<Record<"ca" | "certificate" | "key", string>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "client-tls-"));
    const written = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    files = {
      ca: written("ca.pem", rootCertificate),
      certificate: written("certificate.pem", serverCertificate),
      key: written("key.pem", serverKey),
    };
    const own = { cert: serverCertificate, key: serverKey, ca: rootCertificate };
    const demanding = { ...own, requestCert: true, rejectUnauthorized: true };
    server = createServer(demanding, (request, response) => {
      const party = { party: "alice::1220", isLocal: true };
      if (request.url?.startsWith("/v2/parties") !== true) response.writeHead(404).end();
      else response.end(JSON.stringify({ partyDetails: [party], nextPageToken: "" }));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    url = `https://localhost:${typeof address === "object" ? address?.port : ""}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  const asked = (flags: ReadonlyArray<string>, env = {}) =>
    invoked(["party", "list", "--url", url, "--token", "a.b.c", ...flags], env);

  it("trusts the issuers and presents the certificate that flags name", async () => {
    const own = ["--tls-certificate", files.certificate, "--tls-key", files.key];
    const { code, out, err } = await asked(["--tls-ca", files.ca, ...own]);
    expect([code, err]).to.deep.equal([0, ""]);
    expect(out.join("\n")).to.contain("alice::1220");
  });

  it("takes the same from the environment", async () => {
    const { code, err } = await asked([], {
      TALLYSTICK_TLS_CA: files.ca,
      TALLYSTICK_CLIENT_CERTIFICATE: files.certificate,
      TALLYSTICK_CLIENT_KEY: files.key,
    });
    expect([code, err]).to.deep.equal([0, ""]);
  });

  it("says that the node wants a certificate", async () => {
    const { code, err } = await asked(["--tls-ca", files.ca]);
    expect(code).to.equal(1);
    expect(err).to.match(
      /serves only clients with certificates, give one .* by --tls-certificate and --tls-key/,
    );
  });

  it("refuses a certificate without its key, and files that are no PEM", async () => {
    const half = await asked(["--tls-certificate", files.certificate]);
    expect([half.code, half.err]).to.deep.equal([
      2,
      "tallystick: --tls-certificate and --tls-key must be given together",
    ]);
    const other = await asked(["--tls-ca", files.key]);
    expect([other.code, other.err.includes("--tls-ca: ")], other.err).to.deep.equal([2, true]);
  });
});
