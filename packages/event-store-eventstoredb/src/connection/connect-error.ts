import { status } from "@grpc/grpc-js";
import { errorText, NO_ANSWER } from "./call-error.js";
import { type ConnectionString, type HostPort, printableAddress } from "./connection-string.js";

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
];

const ofClearText =
  "it closed the connection: a server that wants TLS does that; leave out tls=false";

const isDeadline = (error: object): boolean =>
  "code" in error && error.code === status.DEADLINE_EXCEEDED;

/** Why a node cannot be reached: its address with the scheme, the error, and the likely cause. */
export const connectReason = (
  { scheme, tls }: Pick<ConnectionString, "scheme" | "tls">,
  node: HostPort,
  error: unknown,
): string => {
  const address = printableAddress({ scheme, hosts: [node], tls });
  const thrown = typeof error === "object" && error !== null ? error : new Error(String(error));
  if (isDeadline(thrown)) return `${address}: ${NO_ANSWER}`;
  const reason = errorText(thrown);
  const closed = /^(Failed to connect|Connection dropped|.*ECONNRESET|.*socket hang up)/i;
  const cause =
    causes.find(([pattern]) => pattern.test(reason))?.[1] ??
    (!tls && closed.test(reason) ? ofClearText : undefined);
  return `${address}: ${reason}${cause === undefined ? "" : ` (${cause})`}`;
};
