import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rootCertificate, serverCertificate, serverKey } from "@tallystick/dev";
import { expect } from "chai";
import { invoked, tempFolder } from "../ledger-folder.js";
import { start, startNode } from "../process.js";

const example = (name: string): string =>
  fileURLToPath(new URL(`../../../../../examples/curl/${name}`, import.meta.url));

const served = ["--network", "off", "--packages", example("notes.js")];

describe("A fork of a ledger that wants certificates of its clients", () => {
  const written = (name: string, text: string): string => {
    const file = join(tempFolder(), name);
    writeFileSync(file, text);
    return file;
  };

  /** What a fork that is served has: the contracts of a party, and the packages. */
  const servedOf = async (to: string, party: string): Promise<string> => {
    const node = await startNode(to, served);
    const env = { TALLYSTICK_URL: node.base };
    let found = "";
    for (const command of [
      ["user", "grant", "ledger-api-user", "--act-as", party],
      ["contracts", "list", "--party", party],
      ["dar", "list"],
    ]) {
      const { err, out } = await invoked(command, env);
      expect(err, command.join(" ")).to.equal("");
      found += out.join("\n");
    }
    node.child.kill("SIGTERM");
    await node.ended;
    return found;
  };

  it("has the contracts and packages of the ledger, for who presents one", async () => {
    const ca = written("ca.pem", rootCertificate);
    const certificate = written("certificate.pem", serverCertificate);
    const key = written("key.pem", serverKey);
    const own = ["--tls-certificate", certificate, "--tls-key", key];
    const node = start([
      "serve",
      "--port",
      "0",
      "--data",
      ":memory:",
      ...served,
      ...own,
      "--tls-client-ca",
      ca,
    ]);
    try {
      const port = /https:\/\/[^\s:]+:(\d+)/.exec(await node.firstLine)?.[1] ?? "";
      const url = `https://localhost:${port}`;
      const env = {
        TALLYSTICK_URL: url,
        TALLYSTICK_TLS_CA: ca,
        TALLYSTICK_CLIENT_CERTIFICATE: certificate,
        TALLYSTICK_CLIENT_KEY: key,
      };
      const at = async (...args: ReadonlyArray<string>) => {
        const { code, err, out } = await invoked([...args, "--json"], env);
        expect([code, err], args.join(" ")).to.deep.equal([0, ""]);
        return JSON.parse(out.join("\n"));
      };
      const { party } = await at("party", "allocate", "alice");
      await at("dar", "upload", example("example.dar"));
      const note = JSON.stringify({ author: party, reader: party, words: "kept" });
      await at("submit", "create", "#notes:Notes:Note", note, "--act-as", party);
      const [{ contractId }] = await at("contracts", "list", "--party", party);
      const packages: ReadonlyArray<{ packageId: string }> = await at("dar", "list");

      const to = join(tempFolder(), "fork");
      const fork = [
        "fork",
        "--from",
        url,
        "--to",
        to,
        "--party",
        "alice",
        "--packages",
        served[3] ?? "",
      ];
      expect((await invoked([...fork, "--tls-ca", ca])).err).to.match(
        /serves only clients with certificates, give one .* by --tls-certificate and --tls-key/,
      );
      const { code, err, out } = await invoked([...fork, "--tls-ca", ca, ...own]);
      expect([code, err]).to.deep.equal([0, ""]);
      expect(out.at(-1)).to.contain(`begins with 1 contracts of ${url}`);

      const found = await servedOf(to, party);
      expect(found).to.contain(contractId);
      for (const { packageId } of packages) expect(found).to.contain(packageId);
    } finally {
      node.child.kill("SIGTERM");
      await node.ended;
    }
  });
});
