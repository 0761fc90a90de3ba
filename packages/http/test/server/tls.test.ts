import { Duplex } from "node:stream";
import { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { expect } from "chai";
import {
  admits,
  connectionEvent,
  connectionEventOf,
  plainOrTlsServer,
  tlsError,
} from "../../src/server/tls.js";
import { rootCertificate, serverCertificate, serverKey } from "@tallystick/dev";

const tls = { certificate: serverCertificate, key: serverKey };

describe("TLS of a server", () => {
  it("needs a certificate and its own key", () => {
    expect(tlsError(tls)).to.equal(undefined);
    for (const wrong of [
      { ...tls, certificate: rootCertificate },
      { ...tls, certificate: "" },
      { ...tls, key: "" },
      { ...tls, key: serverCertificate },
    ])
      expect(tlsError(wrong)).to.match(/certificate and its key/);
  });

  it("makes a server of its own kind, which gets connections by another event", () => {
    const nothing = (): void => undefined;
    const [plain, secure] = [
      plainOrTlsServer({}, undefined, nothing),
      plainOrTlsServer({}, tls, nothing),
    ];
    expect(plain.constructor).to.not.equal(secure.constructor);
    expect(plain.listenerCount(connectionEvent(undefined))).to.equal(1);
    expect(secure.listeners(connectionEvent(tls))[0]).to.equal(admits);
    expect(secure.listenerCount(connectionEvent(tls))).to.equal(2);
    expect(connectionEvent(undefined)).to.not.equal(connectionEvent(tls));
  });

  it("knows the event of a connection that was taken", () => {
    expect(connectionEventOf(new Socket())).to.equal("connection");
    const pipe = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    expect(connectionEventOf(new TLSSocket(pipe))).to.equal("secureConnection");
  });
});
