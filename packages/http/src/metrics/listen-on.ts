import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { foundValue } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** Why a server does not listen. */
export type ListenError =
  | { readonly kind: "port-taken"; readonly message: string }
  | { readonly kind: "not-loopback"; readonly message: string }
  | { readonly kind: "unavailable"; readonly message: string };

/** Where to listen; port 0 lets the system choose. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const maxPort = 65_535;

/** What a server cannot do, which it would throw or understand in another way. */
const unusable = (server: Server, port: unknown): string | undefined => {
  if (server.listening) return "the server listens already; close it first";
  const isPort = Number.isInteger(port) && Number(port) >= 0 && Number(port) <= maxPort;
  return isPort
    ? undefined
    : `port: expected a whole number from 0 to ${maxPort}, found ${foundValue(port)}`;
};

/** Starts to listen. Right: the actual address. */
export const listenOn = (
  server: Server,
  { host, port }: ListenAddress,
): Promise<Either<ListenError, AddressInfo>> =>
  new Promise((resolve) => {
    const message = unusable(server, port);
    if (message !== undefined) {
      resolve(left({ kind: "unavailable", message }));
      return;
    }
    const failed = (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      resolve(
        left(
          taken
            ? { kind: "port-taken", message: `port ${port} on ${host} is taken by another process` }
            : {
                kind: "unavailable",
                message: `cannot listen on ${host}:${port}: ${error.message}`,
              },
        ),
      );
    };
    server.once("error", failed);
    server.listen(port, host, () => {
      server.off("error", failed);
      const address = server.address();
      resolve(
        typeof address === "object" && address !== null
          ? right(address)
          : left({ kind: "unavailable", message: "the server has no network address" }),
      );
    });
  });

/** The address as a base URL, `http://127.0.0.1:7575`. */
export const baseAddress = (
  { address, port, family }: AddressInfo,
  scheme: "http" | "https" = "http",
): string => `${scheme}://${family === "IPv6" ? `[${address}]` : address}:${port}`;
