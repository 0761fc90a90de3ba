import { createPrivateKey, X509Certificate } from "node:crypto";
import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createSecureContext, TLSSocket } from "node:tls";
import type { Duplex } from "node:stream";
import type { TlsConfig } from "../endpoints/http-config.js";

const oldestTls = "TLSv1.2";

/** Checks a certificate and its key; undefined when they fit. */
export const tlsError = ({ certificate, key }: TlsConfig): string | undefined => {
  try {
    createSecureContext({ cert: certificate, key });
    const isItsKey = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
    return isItsKey ? undefined : "the key does not match the certificate";
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return `the certificate and its key cannot be used together: ${reason}`;
  }
};

/** A server with TLS if it has a certificate, else in clear text. */
export const plainOrTlsServer = (
  options: ServerOptions,
  tls: TlsConfig | undefined,
  listener: RequestListener,
): Server =>
  tls === undefined
    ? createServer(options, listener)
    : createTlsServer(
        { ...options, cert: tls.certificate, key: tls.key, minVersion: oldestTls },
        listener,
      );

/** The event of a new connection for requests. */
export const connectionEvent = (tls: TlsConfig | undefined): "connection" | "secureConnection" =>
  tls === undefined ? "connection" : "secureConnection";

/** The event with which the server of this connection reports connections. */
export const connectionEventOf = (socket: Duplex): "connection" | "secureConnection" =>
  socket instanceof TLSSocket ? "secureConnection" : "connection";
