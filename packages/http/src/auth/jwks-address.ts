import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type IPv6 = InstanceType<typeof ipaddr.IPv6>;

/** Addresses in public ranges that clouds use for their own services. */
const guestServices: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** All of today's global unicast addresses of IPv6. */
const globalUnicast: [IPv6, number] = [new ipaddr.IPv6([0x2000, 0, 0, 0, 0, 0, 0, 0]), 3];

/** The only range whose translated addresses mean the same everywhere (RFC 6052). */
const wellKnownTranslation: [IPv6, number] = [
  new ipaddr.IPv6([0x64, 0xff9b, 0, 0, 0, 0, 0, 0]),
  96,
];

const bytesPerIPv4 = 4;

const isPublicIPv4 = (octets: number[]): boolean => {
  const address = new ipaddr.IPv4(octets);
  return address.range() === "unicast" && !guestServices.has(address.toString());
};

/** An IPv6 address that maps to an IPv4 one is as public as that. */
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
 * True for a public IP address: not for loopback, private, link-local (where clouds serve the
 * credentials of a machine), multicast, reserved or translated addresses, nor for other text.
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
