import { writeFileSync } from "node:fs";
import { request } from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";
import { Client, credentials } from "@grpc/grpc-js";
import { expect } from "chai";
import { rootCertificate, serverCertificate, serverKey } from "@tallystick/dev";
import { scratchFolder, start, type Started } from "../process.js";

const healthPath = "/grpc.health.v1.Health/Check";

/** The bytes of a status of health: serving. */
const serving = Buffer.from([8, 1]);

/** The answer of a health check, or why there is none. */
const healthOf = (address: string, by = credentials.createInsecure()): Promise<Buffer | string> =>
  new Promise((resolve) => {
    const client = new Client(address, by, { "grpc.use_local_subchannel_pool": 1 });
    const same = (bytes: Buffer): Buffer => bytes;
    client.makeUnaryRequest(healthPath, same, same, Buffer.alloc(0), (error, answer) => {
      client.close();
      resolve(answer ?? error?.details ?? "");
    });
  });

const grpcIn = (line: string): string | undefined => /gRPC: (\S+)/.exec(line)?.[1];

describe("tallystick serve --grpc", () => {
  let folder: string;
  let remove: () => Promise<void>;
  const running: Array<Started> = [];

  const serve = (args: ReadonlyArray<string>): Started => {
    const memory = ["serve", "--data", ":memory:", "--network", "off", "--port", "0"];
    const started = start([...memory, ...args]);
    running.push(started);
    return started;
  };

  const written = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  beforeEach(async () => {
    [folder, remove] = await scratchFolder();
  });
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
    await remove();
  });

  it("says where it listens, and answers there", async () => {
    const line = await serve(["--grpc", "0"]).firstLine;
    expect(await healthOf(grpcIn(line) ?? "")).to.deep.equal(serving);
  });

  it("is nowhere when it is off, and where logins are configured and nothing is said", async () => {
    expect(grpcIn(await serve(["--grpc", "off"]).firstLine)).to.equal(undefined);
    const login = `{ unsafe: { secret: "${"s".repeat(40)}", audience: "a" } }`;
    const config = written("c.yaml", `auth: { services: [${login}] }\n`);
    expect(grpcIn(await serve(["--config", config]).firstLine)).to.equal(undefined);
    const both = await serve(["--config", config, "--grpc", "0"]).firstLine;
    expect(grpcIn(both)).to.match(/^127\.0\.0\.1:\d+$/);
  });

  for (const [what, address, code, says] of [
    ["is no address", "here", 2, /--grpc: expected off, a port, or HOST:PORT, found here/],
    ["is beyond this machine without logins", "0.0.0.0:0", 2, /gRPC only on a loopback address/],
    ["is of no machine", "no.such.host.invalid:0", 2, /gRPC only on a loopback address/],
  ] as const) {
    it(`does not start when the address ${what}`, async () => {
      const ended = await serve(["--grpc", address]).ended;
      expect(ended.code, ended.err).to.equal(code);
      expect(ended.err).to.match(says);
    });
  }

  it("does not start on a port that another process has", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const ended = await serve(["--grpc", port]).ended;
    expect(ended.code, ended.err).to.equal(4);
    expect(ended.err).to.match(/is taken by another process. Choose another port with --grpc/);
    other.close();
  });

  it("demands certificates of its clients over HTTP and gRPC, with threads that read", async () => {
    const files = {
      "--tls-certificate": written("c.pem", serverCertificate),
      "--tls-key": written("k.pem", serverKey),
      "--tls-client-ca": written("ca.pem", rootCertificate),
    };
    const line = await serve(["--grpc", "0", "--threads", "1", ...Object.entries(files).flat()])
      .firstLine;
    const base = /https:\S+/.exec(line)?.[0] ?? "";
    const readyWith = (own: object): Promise<unknown> =>
      new Promise((resolve) => {
        const options = { ca: rootCertificate, agent: false, ...own };
        request(`${base}/readyz`, options, (answer) => resolve(answer.resume().statusCode))
          .on("error", (error: NodeJS.ErrnoException) => resolve(error.code))
          .end();
      });
    expect(await readyWith({ cert: serverCertificate, key: serverKey })).to.equal(200);
    expect(await readyWith({})).to.match(/^(ERR_SSL|ECONNRESET|EPIPE)/);
    const root = Buffer.from(rootCertificate);
    const [key, certificate] = [Buffer.from(serverKey), Buffer.from(serverCertificate)];
    const address = grpcIn(line) ?? "";
    const known = credentials.createSsl(root, key, certificate);
    expect(await healthOf(address, known)).to.deep.equal(serving);
    expect(await healthOf(address, credentials.createSsl(root))).to.be.a("string");
  });
});
