import { type ChannelCredentials, Client, credentials, status } from "@grpc/grpc-js";
import { createHttpServer } from "@tallystick/http";
import { type Ledger, openLedger } from "@tallystick/node";
import { expect } from "chai";
import { pino } from "pino";
import { type GrpcServer, serveGrpc } from "../../src/index.js";
import {
  rootCertificate,
  serverCertificate,
  serverKey,
  strangerCertificate,
  strangerKey,
} from "@tallystick/dev";
import { rightOf } from "../fixtures/served.js";

const tls = { certificate: serverCertificate, key: serverKey, clientCa: rootCertificate };

const root = Buffer.from(rootCertificate);

const by = (certificate: string, key: string): ChannelCredentials =>
  credentials.createSsl(root, Buffer.from(key), Buffer.from(certificate));

describe("gRPC with certificates of clients", () => {
  let ledger: Ledger;
  let server: GrpcServer;
  let lenient: GrpcServer;
  before(async () => {
    ledger = rightOf(await openLedger({}));
    const logger = pino({ level: "silent" });
    const { calls } = rightOf(await createHttpServer({ ledger, logger, config: { port: 0 } }));
    const limits = { maxMessageBytes: 1_000_000, maxConnections: 10, closeTimeoutMs: 1_000 };
    const parts = { calls, logger, host: "127.0.0.1", ports: [0], ...limits };
    server = rightOf(await serveGrpc({ ...parts, tls }));
    lenient = rightOf(await serveGrpc({ ...parts, tls: { ...tls, clientAuth: "optional" } }));
  });
  after(async () => {
    await server.close();
    await lenient.close();
    await ledger.close();
  });

  /** How a call of the version, which needs no token, ends for a client. */
  const calledBy = (own: ChannelCredentials, { address } = server): Promise<number> =>
    new Promise((resolve) => {
      // a channel of its own: others to this address have other certificates
      const client = new Client(address, own, { "grpc.use_local_subchannel_pool": 1 });
      const same = (bytes: Buffer): Buffer => bytes;
      const path = "/com.daml.ledger.api.v2.VersionService/GetLedgerApiVersion";
      client.makeUnaryRequest(path, same, same, Buffer.alloc(0), (error) => {
        client.close();
        resolve(error === null ? status.OK : error.code);
      });
    });

  it("refuses a client without one, with one of an unknown issuer, and in clear text", async () => {
    expect(await calledBy(credentials.createSsl(root))).to.equal(status.UNAVAILABLE);
    const stranger = by(strangerCertificate, strangerKey);
    expect(await calledBy(stranger)).to.equal(status.UNAVAILABLE);
    expect(await calledBy(credentials.createInsecure())).to.equal(status.UNAVAILABLE);
  });

  it("serves a client with one of a known issuer", async () => {
    expect(await calledBy(by(serverCertificate, serverKey))).to.equal(status.OK);
  });

  it("serves a client with none where they are optional, and none of an unknown issuer", async () => {
    expect(await calledBy(credentials.createSsl(root), lenient)).to.equal(status.OK);
    expect(await calledBy(by(serverCertificate, serverKey), lenient)).to.equal(status.OK);
    const stranger = by(strangerCertificate, strangerKey);
    expect(await calledBy(stranger, lenient)).to.equal(status.UNAVAILABLE);
    expect(await calledBy(credentials.createInsecure(), lenient)).to.equal(status.UNAVAILABLE);
  });
});
