import { usageError } from "./command-error.js";

/** Where the gRPC interface listens. */
export interface GrpcSettings {
  readonly host: string;
  readonly ports: ReadonlyArray<number>;
  /** True where nothing is said: a port that another node has is no error then. */
  readonly isDefault: boolean;
}

/** What decides where nothing is said. */
interface Surroundings {
  /** True for the development login, or without authorization. */
  readonly isDevelopment: boolean;
  /** The port of the JSON interface; undefined for the usual one. */
  readonly port: number | undefined;
  /** True on the ports of the public LocalNet. */
  readonly localNet: boolean;
}

const defaultHost = "127.0.0.1";

/** The port of a participant that runs alone. */
const defaultPort = 6_865;

/** Where the public LocalNet's three participants serve gRPC. */
const localNetPorts = [2_901, 3_901, 4_901];

const maxPort = 65_535;

const address = /^(?:(\[[\da-f:.]+\]|[\w.-]+):)?(\d{1,5})$/i;

const addressOf = (text: string, from: string): Omit<GrpcSettings, "isDefault"> => {
  const [, host = defaultHost, port = ""] = address.exec(text) ?? [];
  if (port === "" || Number(port) > maxPort)
    throw usageError(`${from}: expected off, a port, or HOST:PORT, found ${text.slice(0, 100)}`);
  return { host: host.replace(/^\[(.*)\]$/, "$1"), ports: [Number(port)] };
};

/**
 * Where the gRPC interface listens; undefined for nowhere. Where nothing is said, a node in
 * development serves it at 127.0.0.1:6865, unless any free port was chosen for its JSON interface.
 *
 * @param given the flag, the variable or the file, and its name
 * @throws {CommandError} for a text that is no address
 */
export const grpcSettings = (
  given: { readonly text: string; readonly from: string } | undefined,
  { isDevelopment, port, localNet }: Surroundings,
): GrpcSettings | undefined => {
  if (given !== undefined) {
    return given.text === "off"
      ? undefined
      : { ...addressOf(given.text, given.from), isDefault: false };
  }
  if (localNet)
    return { host: defaultHost, ports: [defaultPort, ...localNetPorts], isDefault: true };
  return isDevelopment && port !== 0
    ? { host: defaultHost, ports: [defaultPort], isDefault: true }
    : undefined;
};
