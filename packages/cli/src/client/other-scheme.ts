import { isIP } from "node:net";
import { connect } from "node:tls";

/** The server at an address speaks TLS and the address does not, or the other way round. */
export class OtherSchemeError extends Error {}

const withoutTls = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/;

/** How what is no answer in HTTP appears, as servers with TLS give none in clear text. */
const withoutHttp = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_.*)$/;

const probeTimeoutMs = 3_000;

const codeIn = (thrown: unknown): string => {
  const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
};

/** Whether a server answers a greeting in TLS; nothing is sent to it besides. */
const speaksTls = ({ hostname, port }: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const host = hostname.replaceAll(/^\[|\]$/g, "");
    const socket = connect({
      host,
      port: Number(port === "" ? 80 : port),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      rejectUnauthorized: false,
      timeout: probeTimeoutMs,
    });
    const end = (does: boolean): void => {
      resolve(does);
      socket.destroy();
    };
    socket.once("secureConnect", () => end(true));
    socket.once("error", (error) => end(codeIn(error).includes("ALERT")));
    socket.once("timeout", () => end(false));
    socket.once("close", () => end(false));
  });

/** The same address in the other scheme. */
const inScheme = ({ host, pathname }: URL, scheme: string): string =>
  `${scheme}://${host}${pathname === "/" ? "" : pathname}`;

/**
 * What was thrown when an address was asked; where its scheme is not that of its server, an error
 * that says so.
 */
export const schemeError = async (address: URL, thrown: unknown): Promise<unknown> => {
  const code = codeIn(thrown);
  if (address.protocol === "https:") {
    return withoutTls.test(code)
      ? new OtherSchemeError(`it answers without TLS (${code}); try ${inScheme(address, "http")}`)
      : thrown;
  }
  return withoutHttp.test(code) && (await speaksTls(address))
    ? new OtherSchemeError(`it speaks TLS (${code}); try ${inScheme(address, "https")}`)
    : thrown;
};
