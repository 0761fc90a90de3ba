import { request } from "node:http";
import { createServer } from "node:net";
import { expect } from "chai";
import { developmentToken, type Node, scratchFolder, startNode } from "../process.js";

const ledgerPorts = [2975, 3975, 4975];
const validatorPorts = [2903, 3903, 4903];
const webPorts = [2000, 3000, 4000];
const ports = [...ledgerPorts, ...validatorPorts, ...webPorts];

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Asks a loopback port in the name of a host, as browsers do that resolve it to there. */
const ask = (
  port: number,
  path: string,
  host = `localhost:${port}`,
  token?: string,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const sent = request(
      { host: "127.0.0.1", port, path, headers: { host, ...authorization } },
      (reply) => {
        let text = "";
        reply.on("data", (chunk: Buffer) => {
          text += chunk.toString();
        });
        reply.on("end", () => resolve({ status: reply.statusCode ?? 0, text }));
      },
    );
    sent.on("error", reject);
    sent.end();
  });

/** What a node says that does not get its ports. */
const portTaken = (folder: string): Promise<string> =>
  startNode(folder, ["--localnet"]).then(
    () => "started",
    (error: Error) => error.message,
  );
const anyPort = new RegExp(`\\b(?:${ports.join("|")})\\b`);

/** False where another program of this machine has one of them. */
const areFree = (await Promise.all(ports.map(isFree))).every(Boolean);

describe("--localnet on the real ports of the public LocalNet", () => {
  let node: Node | undefined;
  let remove: (() => Promise<void>) | undefined;

  if (!areFree) {
    it("says which port another program has", async () => {
      const [folder, removeFolder] = await scratchFolder();
      expect(await portTaken(folder)).to.match(anyPort);
      await removeFolder();
    });
    return;
  }

  before(async () => {
    const [folder, removeFolder] = await scratchFolder();
    remove = removeFolder;
    // another program may have one of them for a moment
    while (node === undefined) {
      node = await startNode(folder, ["--localnet"]).catch((error: Error) => {
        if (!anyPort.test(error.message)) throw error;
        return undefined;
      });
    }
  });
  after(async () => {
    node?.child.kill("SIGTERM");
    await node?.ended;
    await remove?.();
  });

  it("serves ledger, validator and scan on all nine, as one ledger", async () => {
    const token = developmentToken();
    const answers = new Set<string>();
    for (const port of ports) {
      const ready = await ask(port, "/api/validator/readyz");
      expect(ready, `${port}`).to.deep.equal({ status: 200, text: "" });
      expect((await ask(port, "/v2/version", undefined, token)).status, `${port}`).to.equal(200);
      answers.add((await ask(port, "/api/validator/v0/validator-user")).text);
      answers.add((await ask(port, "/v0/validator-user")).text);
    }
    expect(answers.size).to.equal(1);
    const dso = await ask(4000, "/api/scan/v0/dso");
    expect([dso.status, dso.text.includes("dso_party_id")]).to.deep.equal([200, true]);
  });

  for (const host of ["wallet.localhost", "scan.localhost", "sv.localhost", "ans.localhost"]) {
    it(`answers to the name ${host} on the ports of the web front ends`, async () => {
      for (const port of webPorts) {
        const { status, text } = await ask(port, "/api/scan/v0/dso-party-id", `${host}:${port}`);
        expect([status, text.includes("DSO::1220")], `${port}`).to.deep.equal([200, true]);
      }
    });
  }

  it("takes the public LocalNet's tokens for the users of the wallet", async () => {
    const token = developmentToken();
    for (const port of validatorPorts) {
      const status = await ask(port, "/api/validator/v0/wallet/user-status", undefined, token);
      expect(JSON.parse(status.text), `${port}`).to.include({ user_onboarded: true });
    }
  });

  it("says which port is taken, and does not run without it", async () => {
    const [folder, removeFolder] = await scratchFolder();
    expect(await portTaken(folder)).to.match(anyPort);
    await removeFolder();
  });
});
