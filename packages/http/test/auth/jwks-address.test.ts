import { expect } from "chai";
import fc from "fast-check";
import { isPublicAddress } from "../../src/auth/jwks-address.js";

const open = [
  "1.1.1.1",
  "8.8.8.8",
  "172.15.255.255",
  "172.32.0.1",
  "100.63.255.255",
  "2606:4700::1111",
  "::ffff:8.8.8.8",
  "64:ff9b::808:808",
  "2002:808:808::1",
];

const barred: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["loopback", ["127.0.0.1", "127.255.255.254", "::1"]],
  ["this network", ["0.0.0.0", "0.1.2.3", "::"]],
  ["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fdff::1"]],
  ["shared with a carrier", ["100.64.0.1", "100.100.100.200", "100.127.255.255"]],
  ["link-local", ["169.254.0.1", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1"]],
  ["a cloud's own", ["169.254.169.254", "fd00:ec2::254", "168.63.129.16", "192.0.0.192"]],
  ["multicast or broadcast", ["224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"]],
  ["reserved or for documents", ["240.0.0.1", "192.0.2.1", "198.18.0.1", "2001:db8::1", "4000::1"]],
  [
    "IPv4 in IPv6 dress",
    [
      "::ffff:127.0.0.1",
      "::ffff:a9fe:a9fe",
      "::ffff:168.63.129.16",
      "::127.0.0.1",
      "::ffff:0:10.0.0.1",
      "64:ff9b::7f00:1",
      "64:ff9b::a9fe:a9fe",
      "64:ff9b:1::808:808",
      "2002:7f00:1::",
      "2002:c0a8:101::1",
      "2001:0:808:808::1",
    ],
  ],
  ["no address", ["", "localhost", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "8.8.8.8:80"]],
];

describe("Addresses keys may be fetched from", () => {
  for (const address of open)
    it(`include ${address}`, () => expect(isPublicAddress(address)).to.equal(true));
  for (const [kind, addresses] of barred) {
    for (const address of addresses) {
      it(`do not include ${address}: ${kind}`, () =>
        expect(isPublicAddress(address)).to.equal(false));
    }
  }

  it("are the same for an IPv4 address in each of its IPv6 forms", () => {
    const octet = fc.nat(255);
    const barredToo = (bytes: ReadonlyArray<number>): ReadonlyArray<string> => {
      const hex = bytes.map((each) => each.toString(16).padStart(2, "0"));
      const halves = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
      return [`::ffff:${halves}`, `64:ff9b::${halves}`, `2002:${halves}::1`];
    };
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), (bytes) => {
        const expected = isPublicAddress(bytes.join("."));
        for (const form of barredToo(bytes)) expect(isPublicAddress(form)).to.equal(expected);
      }),
    );
  });
});
