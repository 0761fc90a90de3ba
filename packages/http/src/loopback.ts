/** True for an address that only this machine can reach. */
export const isLoopbackAddress = (address: string): boolean => {
  const plain = address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
  return plain === "::1" || /^127(?:\.\d{1,3}){3}$/.test(plain);
};

/** True for a host to listen on that may stand for loopback addresses; the address it leads to is checked once more after listening. */
export const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || isLoopbackAddress(host);

/**
 * True when the `Host` header of a request names this machine. A web page that points its own name at 127.0.0.1 would
 * otherwise reach a node whose secret everybody knows.
 */
export const namesLoopback = (hostHeader: string | undefined): boolean => {
  if (hostHeader === undefined) return false;
  const host = hostHeader.replace(/:\d{1,5}$/, "").toLowerCase();
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    isLoopbackAddress(host)
  );
};
