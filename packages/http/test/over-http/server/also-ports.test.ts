import { createServer, type Server } from "node:net";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { createHttpServer, type HttpServer } from "../../../src/index.js";
import { memoryLedger } from "../../fixtures/fake-ledger.js";

/** A server that holds a free port of this machine. */
const holdPort = (): Promise<{ readonly server: Server; readonly port: number }> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve({ server, port: typeof address === "object" ? (address?.port ?? 0) : 0 });
    });
  });
const release = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));

const serverOn = async (alsoPorts: ReadonlyArray<number>): Promise<HttpServer> => {
  const made = await createHttpServer({
    ledger: await memoryLedger(),
    logger: pino({ level: "silent" }),
    config: { port: 0, alsoPorts },
  });
  if (isLeft(made)) throw new Error(made.left.message);
  return made.right;
};

describe("Further ports", () => {
  it("serve the same, and close with the first", async () => {
    const held = await holdPort();
    await release(held.server);
    const server = await serverOn([held.port]);
    const base = await server.listen();
    if (isLeft(base)) throw new Error(base.left.message);
    const other = `http://127.0.0.1:${held.port}`;
    for (const each of [base.right, other]) {
      const answer = await fetch(`${each}/livez`);
      expect([answer.status, await answer.text()]).to.deep.equal([200, ""]);
    }
    await server.close();
    const gone = await fetch(`${other}/livez`).catch(() => "gone");
    expect(gone).to.equal("gone");
  });

  it("that are taken are reported, and then none is served", async () => {
    const [held, free] = [await holdPort(), await holdPort()];
    await release(free.server);
    const server = await serverOn([free.port, held.port]);
    const base = await server.listen();
    expect(isLeft(base) ? base.left.kind : undefined).to.equal("port-taken");
    const gone = await fetch(`http://127.0.0.1:${free.port}/livez`).catch(() => "gone");
    expect(gone).to.equal("gone");
    await release(held.server);
  });
});
