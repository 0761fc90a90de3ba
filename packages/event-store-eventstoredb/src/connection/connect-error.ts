import { type ConnectionString, type HostPort, printableAddress } from "./connection-string.js";

const textOf = (error: unknown): string => {
  if (typeof error !== "object" || error === null) return String(error);
  if ("details" in error && typeof error.details === "string" && error.details !== "")
    return error.details;
  return "message" in error ? String(error.message) : "an error without a message";
};

/** The text of the gRPC library, without its usual additions. */
const bareReason = (error: unknown): string =>
  textOf(error)
    .replace(/^No connection established\. Last error: (Error: )?/, "")
    .replace(/\s*Resolution note:\s*$/, "")
    .replace(/\s*\(\d{4}-\d\d-\d\dT[\d:.]+Z\)/, "")
    // the addresses of memory and source that OpenSSL puts around its reason
    .replace(/[0-9A-F]{8,}:error:[0-9A-F]+:SSL routines:[^:]*:([^:]+):.*/s, "$1")
    .trim()
    .replace(/\.$/, "");

/** The likely cause of a reason. */
const causes: ReadonlyArray<readonly [reason: RegExp, cause: string]> = [
  [/ECONNREFUSED/, "no server listens there"],
  [/Name resolution failed|ENOTFOUND|EAI_AGAIN/, "the name is not known here"],
  [
    /wrong version number|packet length too long/i,
    "it speaks clear text: tls=false is for such a server",
  ],
  [
    /verify the first certificate|issuer certificate|self.signed certificate/i,
    "its certificate is signed by no authority known here: tlsCAFile names the root",
  ],
  [/altnames|does not match certificate/i, "its certificate is for other names"],
  [/certificate has expired/i, "its certificate is too old"],
  [
    /alert (bad certificate|certificate required|unknown ca)/i,
    "it wants a certificate of the user: userCertFile and userKeyFile",
  ],
  [
    /Deadline exceeded|was not answered/i,
    "it does not answer: it is stopped, unreachable or too busy",
  ],
];

const ofClearText =
  "it closed the connection: a server that wants TLS does that; leave out tls=false";

/** Why a node cannot be reached: its address with the scheme, the error, and the likely cause. */
export const connectReason = (
  { scheme, tls }: Pick<ConnectionString, "scheme" | "tls">,
  node: HostPort,
  error: unknown,
): string => {
  const reason = bareReason(error);
  const closed = /^(Failed to connect|Connection dropped|.*ECONNRESET|.*socket hang up)/i;
  const cause =
    causes.find(([pattern]) => pattern.test(reason))?.[1] ??
    (!tls && closed.test(reason) ? ofClearText : undefined);
  const address = printableAddress({ scheme, hosts: [node], tls });
  return `${address}: ${reason}${cause === undefined ? "" : ` (${cause})`}`;
};
