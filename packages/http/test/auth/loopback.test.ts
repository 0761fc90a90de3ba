import { expect } from "chai";
import fc from "fast-check";
import {
  comesFromLoopback,
  isLoopbackAddress,
  isLoopbackHost,
  isLoopbackOrigin,
} from "../../src/auth/loopback.js";
import { incomingRequest } from "../fixtures/incoming-request.js";

const comes = (from: string, host: string | undefined): boolean =>
  comesFromLoopback(incomingRequest({ from, headers: host === undefined ? {} : { host } }));

describe("addresses of this machine", () => {
  it("are all of 127/8, in either form, and ::1", () => {
    const octet = fc.nat(255);
    fc.assert(
      fc.property(octet, octet, octet, (a, b, c) => {
        expect(isLoopbackAddress(`127.${a}.${b}.${c}`)).to.equal(true);
        expect(isLoopbackAddress(`::ffff:127.${a}.${b}.${c}`)).to.equal(true);
      }),
    );
    expect(isLoopbackAddress("::1")).to.equal(true);
  });

  const others = [
    "",
    "0.0.0.0",
    "::",
    "10.0.0.1",
    "128.0.0.1",
    "1127.0.0.1",
    "127.0.0.1.example.com",
    "127.0.0",
    "127.0.0.1 ",
    "::ffff:10.0.0.1",
    "::2",
    "localhost",
  ];
  for (const address of others) {
    it(`are not ${JSON.stringify(address)}`, () => {
      expect(isLoopbackAddress(address)).to.equal(false);
    });
  }

  it("may be listened on by the name localhost, and by no other name", () => {
    expect(isLoopbackHost("localhost")).to.equal(true);
    expect(isLoopbackHost("127.0.0.1")).to.equal(true);
    for (const host of ["localhost.example.com", "LOCALHOST.", "0.0.0.0", "node"])
      expect(isLoopbackHost(host), host).to.equal(false);
  });
});

describe("a request made on this machine", () => {
  const names: ReadonlyArray<readonly [host: string | undefined, isOwn: boolean]> = [
    ["localhost", true],
    ["localhost:7575", true],
    ["LocalHost:7575", true],
    ["wallet.localhost:3000", true],
    ["127.0.0.1:7575", true],
    ["127.8.9.10", true],
    ["[::1]:7575", true],
    // a name of someone else's that leads to 127.0.0.1
    ["rebound.example.com", false],
    ["rebound.example.com:7575", false],
    ["localhost.example.com", false],
    ["notlocalhost", false],
    ["127.0.0.1.example.com", false],
    ["localhost:7575:7575", false],
    ["localhost:123456", false],
    ["", false],
    [undefined, false],
  ];
  for (const [host, isOwn] of names) {
    it(`is ${isOwn ? "" : "not "}one with the host ${JSON.stringify(host) ?? "absent"}`, () => {
      expect(comes("127.0.0.1", host)).to.equal(isOwn);
      // once more: names that were good before are remembered
      expect(comes("::1", host)).to.equal(isOwn);
    });
  }

  it("is none from elsewhere, whatever host it names", () => {
    for (const from of ["10.0.0.1", "::ffff:10.0.0.1", ""])
      expect(comes(from, "localhost"), from).to.equal(false);
  });
});

describe("a page of this machine", () => {
  const origins: ReadonlyArray<readonly [origin: string, isOwn: boolean]> = [
    ["http://localhost", true],
    ["http://localhost:3000", true],
    ["https://127.0.0.1:7575", true],
    ["http://wallet.localhost:3000", true],
    ["HTTP://localhost", true],
    ["http://[::1]:3000", true],
    ["null", false],
    ["", false],
    ["file://", false],
    ["http://evil.example.com", false],
    ["http://localhost.evil.example.com", false],
    ["http://evil.example.com/localhost", false],
    ["http://me@localhost", false],
    ["http://localhost/", false],
    ["ws://localhost", false],
    ["chrome-extension://localhost", false],
  ];
  for (const [origin, isOwn] of origins) {
    it(`is ${isOwn ? "" : "not "}one of the origin ${JSON.stringify(origin)}`, () => {
      expect(isLoopbackOrigin(origin)).to.equal(isOwn);
    });
  }
});
