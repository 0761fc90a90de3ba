import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type IPv6 = InstanceType<typeof ipaddr.IPv6>;

/** Addresses in public ranges behind which a cloud answers its own guests. */
const guestServices: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** All of today's global unicast addresses of IPv6. */
const globalUnicast: [IPv6, number] = [new ipaddr.IPv6([0x2000, 0, 0, 0, 0, 0, 0, 0]), 3];

/** The one range whose translated addresses mean the same everywhere (RFC 6052). */
const wellKnownTranslation: [IPv6, number] = [
  new ipaddr.IPv6([0x64, 0xff9b, 0, 0, 0, 0, 0, 0]),
  96,
];

const bytesPerIPv4 = 4;

const isPublicIPv4 = (octets: number[]): boolean => {
  const address = new ipaddr.IPv4(octets);
  return address.range() === "unicast" && !guestServices.has(address.toString());
};

/** An IPv6 address that leads to an IPv4 one is as public as that one is. */
const isPublicIPv6 = (address: IPv6): boolean => {
  if (address.zoneId !== undefined) return false;
  const bytes = address.toByteArray();
  const embeddedAt = (start: number) => isPublicIPv4(bytes.slice(start, start + bytesPerIPv4));
  switch (address.range()) {
    case "unicast":
      return address.match(globalUnicast);
    case "ipv4Mapped":
    case "rfc6145":
      return embeddedAt(12);
    case "rfc6052":
      return address.match(wellKnownTranslation) && embeddedAt(12);
    case "6to4":
      return embeddedAt(2);
    default:
      return false;
  }
};

/**
 * True for an IP address anyone on the Internet could ask: not for loopback, private, link-local
 * (where clouds keep the credentials of a machine), multicast, reserved or translated addresses,
 * and not for what is no IP address.
 */
export const isPublicAddress = (text: string): boolean => {
  // Only the usual form: other spellings of numbers, such as octal ones, mean different addresses
  // to different readers.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv6
    ? isPublicIPv6(address)
    : isPublicIPv4(address.toByteArray());
};
