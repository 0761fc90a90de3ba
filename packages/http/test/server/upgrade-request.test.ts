import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { ArgumentError } from "@tallystick/core";
import { expect } from "chai";
import type { Channel } from "../../src/streams/channel.js";
import type { ChannelServer } from "../../src/streams/channel-server.js";
import { channels } from "../../src/server/channels.js";
import {
  asksForWebSocket,
  serveUpgrades,
  serveWithoutUpgrade,
} from "../../src/server/upgrade-request.js";
import { incomingRequest } from "../fixtures/incoming-request.js";

const websocket = { upgrade: "websocket", connection: "Upgrade" };

describe("an upgrade request", () => {
  const rows: ReadonlyArray<readonly [method: string, upgrade: string | undefined, is: boolean]> = [
    ["GET", "websocket", true],
    ["GET", "WebSocket", true],
    ["POST", "websocket", false],
    ["GET", "h2c", false],
    ["GET", "websocket, h2c", false],
    ["GET", undefined, false],
  ];
  for (const [method, upgrade, is] of rows) {
    it(`with ${method} and ${upgrade ?? "nothing"} is ${is ? "" : "not "}for a websocket`, () => {
      const headers = upgrade === undefined ? {} : { upgrade };
      expect(asksForWebSocket(incomingRequest({ method, headers }))).to.equal(is);
    });
  }
});

describe("the upgrade requests of a server", () => {
  let server: Server;
  let taken: string[];
  const channelServer: ChannelServer = {
    upgrade: (request, socket) => {
      taken.push(request.url ?? "");
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    },
    connections: () => 0,
    close: () => Promise.resolve(),
  };
  const served: ReadonlyArray<Channel> = channels;

  beforeEach(async () => {
    taken = [];
    server = createServer((request: IncomingMessage, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on("end", () => {
        const { method, url, headers } = request;
        response.setHeader("Connection", "close");
        response.end(JSON.stringify({ method, url, headers, body }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const send = (head: ReadonlyArray<string>, body = ""): Promise<string> =>
    new Promise((resolve) => {
      // border: a server that listens on an address has one
      const { port } = server.address() as AddressInfo;
      const socket = connect(port, "127.0.0.1", () =>
        socket.write(`${[...head, "", body].join("\r\n")}`),
      );
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString("utf8");
      });
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(text));
    });
  const upgradeHead = (target: string, method = "GET") => [
    `${method} ${target} HTTP/1.1`,
    "Host: localhost",
    ...Object.entries(websocket).map(([name, value]) => `${name}: ${value}`),
  ];

  it("go to the channels by their paths, and to others where they are for others", async () => {
    serveUpgrades(server, served, channelServer);
    server.on("upgrade", (request: IncomingMessage, socket) => {
      if (!socket.destroyed && !socket.writableEnded) {
        taken.push(`other ${request.url}`);
        socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      }
    });
    for (const target of ["/v2/updates", "/v2/updates?x=1", "//v2/updates", "/v2/nowhere", "/chat"])
      await send(upgradeHead(target));
    await send(upgradeHead("/v2/updates", "POST"));
    expect(taken).to.deep.equal([
      "/v2/updates",
      "/v2/updates?x=1",
      "//v2/updates",
      "other /v2/nowhere",
      "other /chat",
      "other /v2/updates",
    ]);
  });

  it("go to the channels below the prefix that an application mounts them under", async () => {
    serveUpgrades(server, served, channelServer, "/shop/ledger");
    server.on("upgrade", (request: IncomingMessage, socket) => {
      if (socket.writableEnded) return;
      taken.push(`other ${request.url}`);
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    });
    for (const target of ["/shop/ledger/v2/updates", "/shop/ledger/v2/updates?x=1", "/v2/updates"])
      await send(upgradeHead(target));
    expect(taken).to.deep.equal(["/v2/updates", "/v2/updates?x=1", "other /v2/updates"]);
  });

  it("are not those of a Koa application", () => {
    const koa = { listen: () => server };
    // border: the compiler would not let it through
    expect(() => serveUpgrades(koa as unknown as Server, served, channelServer)).to.throw(
      ArgumentError,
      "server.on: expected a function, found nothing",
    );
  });

  it("have a prefix of plain words only", () => {
    for (const wrong of ["ledger", "/", "/ledger/", "/a?b", "//a"]) {
      expect(() => serveUpgrades(server, served, channelServer, wrong)).to.throw(
        ArgumentError,
        `prefix: found the text "${wrong}", expected a path such as /ledger`,
      );
    }
  });

  it("that offer another protocol are served as if they had not, with their bodies", async () => {
    server.on("upgrade", (request: IncomingMessage, socket, head: Buffer) =>
      serveWithoutUpgrade(server, request, socket, head),
    );
    const answer = await send(
      [
        "POST /v2/x?y=z HTTP/1.1",
        "Host: localhost",
        "Connection: Upgrade, HTTP2-Settings",
        "Upgrade: h2c",
        "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
        "X-Kept: first",
        "X-Kept: second",
        "Content-Length: 5",
      ],
      "hello",
    );
    const seen = Object(JSON.parse(answer.split("\r\n\r\n")[1] ?? ""));
    expect(seen).to.include({ method: "POST", url: "/v2/x?y=z", body: "hello" });
    expect(seen.headers).to.include({ "x-kept": "first, second", host: "localhost" });
    expect(seen.headers).to.not.have.any.keys("upgrade", "http2-settings");
  });

  it("keep the wish to close the connection", async () => {
    server.on("upgrade", (request: IncomingMessage, socket, head: Buffer) =>
      serveWithoutUpgrade(server, request, socket, head),
    );
    const answer = await send([
      "GET / HTTP/1.1",
      "Host: localhost",
      "Connection: close, Upgrade",
      "Upgrade: h2c",
    ]);
    expect(Object(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).headers).to.include({
      connection: "close",
    });
  });
});
