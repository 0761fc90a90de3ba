import { createPrivateKey, X509Certificate } from "node:crypto";
import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createSecureContext, type TlsOptions, TLSSocket } from "node:tls";
import type { Duplex } from "node:stream";
import type { TlsConfig } from "../endpoints/http-config.js";

const oldestTls = "TLSv1.2";

const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

const clientCaError = (clientCa: string): string | undefined => {
  try {
    // the first of them alone: those after it are read with the first connection
    void new X509Certificate(clientCa);
    return undefined;
  } catch (thrown) {
    return `the certificates of issuers cannot be read: ${reasonOf(thrown)}`;
  }
};

/** Checks a certificate, its key and those who issue to clients; undefined when they fit. */
export const tlsError = ({ certificate, key, clientCa }: TlsConfig): string | undefined => {
  try {
    createSecureContext({ cert: certificate, key });
    const isItsKey = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
    if (!isItsKey) return "the key does not match the certificate";
  } catch (thrown) {
    return `the certificate and its key cannot be used together: ${reasonOf(thrown)}`;
  }
  return clientCa === undefined ? undefined : clientCaError(clientCa);
};

/** What a server demands of the certificates of its clients. */
const clientsOf = ({ clientCa, clientAuth = "required" }: TlsConfig) =>
  clientCa === undefined
    ? {}
    : { ca: clientCa, requestCert: true, rejectUnauthorized: clientAuth === "required" };

/** How a server of any protocol speaks TLS. */
export const tlsOptions = (tls: TlsConfig): TlsOptions => ({
  cert: tls.certificate,
  key: tls.key,
  minVersion: oldestTls,
  ...clientsOf(tls),
});

/**
 * Ends the connections of clients whose certificate nobody checked: it is of an unknown issuer,
 * where clients may have none. To be called before the server's own listeners are.
 *
 * @returns whether the connection goes on
 */
export const admits = (socket: Duplex): boolean => {
  if (!(socket instanceof TLSSocket) || socket.authorized) return true;
  if (Object.keys(socket.getPeerCertificate()).length === 0) return true;
  socket.destroy();
  return false;
};

/** A server with TLS if it has a certificate, else in clear text. */
export const plainOrTlsServer = (
  options: ServerOptions,
  tls: TlsConfig | undefined,
  listener: RequestListener,
): Server =>
  tls === undefined
    ? createServer(options, listener)
    : createTlsServer({ ...options, ...tlsOptions(tls) }, listener).prependListener(
        "secureConnection",
        admits,
      );

/** The event of a new connection for requests. */
export const connectionEvent = (tls: TlsConfig | undefined): "connection" | "secureConnection" =>
  tls === undefined ? "connection" : "secureConnection";

/** The event with which the server of this connection reports connections. */
export const connectionEventOf = (socket: Duplex): "connection" | "secureConnection" =>
  socket instanceof TLSSocket ? "secureConnection" : "connection";
