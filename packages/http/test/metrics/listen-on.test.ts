import { createServer, type Server } from "node:http";
import { expect } from "chai";
import { baseAddress, listenOn } from "../../src/metrics/listen-on.js";
import { leftOf, rightOf } from "../fixtures/outcomes.js";

describe("listening", () => {
  const servers: Server[] = [];
  const listen = (host: string, port = 0) => {
    const server = createServer();
    servers.push(server);
    return listenOn(server, { host, port });
  };
  afterEach(async () => {
    const open = servers.splice(0).filter(({ listening }) => listening);
    await Promise.all(open.map((server) => new Promise((resolve) => server.close(resolve))));
  });

  it("gives the address it got", async () => {
    const address = rightOf(await listen("127.0.0.1"));
    expect(address).to.include({ address: "127.0.0.1", family: "IPv4" });
    expect(address.port).to.be.within(1, 65_535);
  });

  it("says that a port is taken", async () => {
    const { port } = rightOf(await listen("127.0.0.1"));
    expect(leftOf(await listen("127.0.0.1", port))).to.deep.equal({
      kind: "port-taken",
      message: `port ${port} on 127.0.0.1 is taken by another process`,
    });
  });

  for (const port of ["80", -1, 70_000, Number.NaN, undefined]) {
    it(`refuses the port ${String(port)}, which may be anything in JavaScript`, async () => {
      const error = leftOf(
        await listenOn(createServer(), { host: "127.0.0.1", port: port as number }),
      );
      expect(error.message).to.match(/^port: expected a whole number from 0 to 65535, found \w/);
    });
  }

  it("says that the server listens already", async () => {
    await listen("127.0.0.1");
    const [server] = servers;
    const error = server && leftOf(await listenOn(server, { host: "127.0.0.1", port: 0 }));
    expect(error?.message).to.equal("the server listens already; close it first");
  });

  it("says that an address is not there", async () => {
    const error = leftOf(await listen("192.0.2.1"));
    expect(error.kind).to.equal("unavailable");
    expect(error.message).to.match(/^cannot listen on 192\.0\.2\.1:0: /);
  });

  it("writes an address as the beginning of a URL", () => {
    expect(baseAddress({ address: "127.0.0.1", port: 1, family: "IPv4" })).to.equal(
      "http://127.0.0.1:1",
    );
    const six = baseAddress({ address: "::1", port: 7575, family: "IPv6" });
    expect(six).to.equal("http://[::1]:7575");
    expect(new URL(six).port).to.equal("7575");
  });
});
