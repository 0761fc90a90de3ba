import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { rootCertificate, serverCertificate, serverKey } from "@tallystick/dev";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { callMetadata, askNode, channelParts, openChannel } from "../../src/connection/channel.js";
import { parseConnectionString } from "../../src/connection/connection-string.js";
import { gossipMethods } from "../../src/protocol/service-methods.js";

describe("A channel to a node with TLS", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "channel-"));
    writeFileSync(join(folder, "root.pem"), rootCertificate);
  });
  after(() => rmSync(folder, { recursive: true }));

  /** What server name a server hears of a call, which it refuses. */
  const heardName = async (host: string): Promise<string | false | null> => {
    const server = createSecureServer({ cert: serverCertificate, key: serverKey });
    server.on("stream", (stream) => stream.close());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const text = `esdb://${host}:${port}?tlsCAFile=${join(folder, "root.pem")}`;
    const settings = parseConnectionString(text);
    const parts = isLeft(settings) ? settings : channelParts(settings.right);
    if (isLeft(parts)) throw new Error(parts.left.reason);
    const heard = once(server, "secureConnection");
    const channel = openChannel(parts.right, { host, port }, "127.0.0.1");
    const metadata = callMetadata(parts.right, "test", false);
    const asked = askNode(channel, gossipMethods.read, metadata, 10_000).catch(String);
    // border: what the event has
    const [socket] = (await heard) as [TLSSocket];
    expect(await asked).to.be.a("string");
    channel.close();
    server.close();
    return socket.servername;
  };

  it("sends the name of the node, and no name of one that has an address alone", async () => {
    expect(await heardName("localhost")).to.equal("localhost");
    expect(await heardName("127.0.0.1")).to.equal(false);
  });
});
