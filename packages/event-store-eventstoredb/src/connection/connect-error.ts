import { status } from "@grpc/grpc-js";
import { errorText, NO_ANSWER } from "./call-error.js";
import { type ConnectionString, type HostPort, printableAddress } from "./connection-string.js";

const causes: ReadonlyArray<readonly [reason: RegExp, cause: string]> = [
  [/ECONNREFUSED/, "no server listens there"],
  [/Name resolution failed|ENOTFOUND|EAI_AGAIN/, "the host name cannot be resolved"],
  [/wrong version number|packet length too long/i, "it does not use TLS; set tls=false"],
  [
    /verify the first certificate|issuer certificate|self.signed certificate/i,
    "its certificate is signed by an unknown authority; set tlsCAFile to the root certificate",
  ],
  [/altnames|does not match certificate/i, "its certificate is for other host names"],
  [/certificate has expired/i, "its certificate has expired"],
  [
    /alert (bad certificate|certificate required|unknown ca)/i,
    "it requires a client certificate; set userCertFile and userKeyFile",
  ],
];

const ofClearText = "it closed the connection, as servers that require TLS do; remove tls=false";

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
