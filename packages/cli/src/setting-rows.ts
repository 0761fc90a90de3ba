import { nearestName } from "@tallystick/core/nearest-name";
import type { LaterStart } from "@tallystick/wire";

/** Where one setting of `serve` may be given. */
type FlagSetting = {
  readonly flag: string;
  readonly variable?: string;
} & (
  | {
      /** Its place in the configuration file, whose row says what a later start does. */
      readonly file: string;
    }
  | { readonly later: LaterStart }
);

// written out, as every command loads this file and none else needs that package
const atThatStart: LaterStart = { does: "takes effect", text: "takes effect" };
const forOneStart: LaterStart = { does: "takes effect", text: "for that start only" };

/**
 * The settings that have a flag: all names of each are in its row, and tests compare the program's
 * flags, the file's codec, the help text and docs/configuration.md with the rows.
 */
export const settingRows = {
  port: { flag: "port", variable: "TALLYSTICK_PORT", file: "server.port" },
  host: { flag: "host", variable: "TALLYSTICK_HOST", file: "server.host" },
  grpc: { flag: "grpc", variable: "TALLYSTICK_GRPC", file: "server.grpc" },
  tlsCertificate: {
    flag: "tls-certificate",
    variable: "TALLYSTICK_TLS_CERTIFICATE",
    file: "server.tlsCertificate",
  },
  tlsKey: { flag: "tls-key", variable: "TALLYSTICK_TLS_KEY", file: "server.tlsKey" },
  tlsClientCa: {
    flag: "tls-client-ca",
    variable: "TALLYSTICK_TLS_CLIENT_CA",
    file: "server.tlsClientCa",
  },
  tlsClientAuth: {
    flag: "tls-client-auth",
    variable: "TALLYSTICK_TLS_CLIENT_AUTH",
    file: "server.tlsClientAuth",
  },
  threads: { flag: "threads", variable: "TALLYSTICK_THREADS", file: "ledger.readThreads" },
  data: { flag: "data", variable: "TALLYSTICK_DATA", file: "data" },
  store: { flag: "store", variable: "TALLYSTICK_STORE", file: "ledger.journal" },
  config: { flag: "config", variable: "TALLYSTICK_CONFIG", later: atThatStart },
  logLevel: { flag: "log-level", variable: "TALLYSTICK_LOG_LEVEL", file: "log.level" },
  metricsPort: {
    flag: "metrics-port",
    variable: "TALLYSTICK_METRICS_PORT",
    file: "metrics.port",
  },
  packages: { flag: "packages", variable: "TALLYSTICK_PACKAGES", file: "packages" },
  audit: { flag: "audit", variable: "TALLYSTICK_AUDIT", file: "audit.enabled" },
  coin: { flag: "coin", variable: "TALLYSTICK_COIN", file: "coin" },
  network: { flag: "network", variable: "TALLYSTICK_NETWORK", file: "network.kind" },
  manualClock: {
    flag: "manual-clock",
    variable: "TALLYSTICK_MANUAL_CLOCK",
    file: "network.manualClock",
  },
  acceptJournalEnd: { flag: "accept-journal-end", later: forOneStart },
  acceptClock: { flag: "accept-clock", later: forOneStart },
  localnet: { flag: "localnet", variable: "TALLYSTICK_LOCALNET", later: atThatStart },
  follow: { flag: "follow", variable: "TALLYSTICK_FOLLOW", file: "ledger.follow" },
  // a file alone must not switch authorization off
  auth: { flag: "auth", variable: "TALLYSTICK_AUTH", later: atThatStart },
} as const satisfies Readonly<Record<string, FlagSetting>>;

const prefix = "TALLYSTICK_";

/** Variables of other commands, of the examples and of tests. */
const otherVariables = [
  "TALLYSTICK_DARS",
  "TALLYSTICK_FROM",
  "TALLYSTICK_TO",
  "TALLYSTICK_EVENTS_LISTEN",
  "TALLYSTICK_EVENTS_ADVERTISE",
  "TALLYSTICK_EVENTS_USERS",
  "TALLYSTICK_EVENTS_CLEAR_TEXT_PASSWORDS",
  "TALLYSTICK_KEY_PASSPHRASE",
  "TALLYSTICK_URL",
  "TALLYSTICK_POSTGRES",
  "TALLYSTICK_TOKEN",
  "TALLYSTICK_USER",
  "TALLYSTICK_TLS_CA",
  "TALLYSTICK_CLIENT_CERTIFICATE",
  "TALLYSTICK_CLIENT_KEY",
];

const known: ReadonlySet<string> = new Set([
  ...Object.values(settingRows).flatMap((row) => ("variable" in row ? [row.variable] : [])),
  ...otherVariables,
]);

/** A variable that begins as the program's own do and is none of them. */
interface UnknownVariable {
  readonly name: string;
  /** The one it is like, if any: then it is a mistake. */
  readonly meant: string | undefined;
}

/** The variables that begin as the program's own do and are none of them. */
const unknownIn = (env: Readonly<Record<string, string | undefined>>): UnknownVariable[] => {
  // the common beginning would make all of them alike
  const ends = [...known].map((name) => name.slice(prefix.length));
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !known.has(name))
    .map((name) => {
      const near = nearestName(name.slice(prefix.length), ends);
      return { name, meant: near === undefined ? undefined : `${prefix}${near}` };
    });
};

/**
 * The names of variables that begin as the program's own do and are none of them, such as those
 * that Kubernetes makes of a service's name.
 *
 * @param error is called with each that is like one of them, as it must not be without effect
 */
export const unknownVariables = (
  env: Readonly<Record<string, string | undefined>>,
  error: (text: string) => void,
): ReadonlyArray<string> => {
  const names: string[] = [];
  for (const { name, meant } of unknownIn(env)) {
    if (meant === undefined) names.push(name);
    else error(`${name}: unknown variable; did you mean ${meant}?`);
  }
  return names;
};
