import { type Either, isLeft, left, map, mapLeft, right } from "fp-ts/lib/Either.js";

/** A node of a cluster, or a name to discover nodes by. */
export interface HostPort {
  /** A name or an address; an IPv6 address in brackets. */
  readonly host: string;
  readonly port: number;
}

/** The preferred node; nodes other than the leader may lag. */
export type NodePreference = "leader" | "follower" | "readOnlyReplica" | "random";

/** A parsed connection string, with defaults. */
export interface ConnectionString {
  readonly scheme: "esdb" | "esdb+discover";
  /** At least one. */
  readonly hosts: ReadonlyArray<HostPort>;
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
  readonly tls: boolean;
  readonly tlsCaFile: string | undefined;
  readonly userCertFile: string | undefined;
  readonly userKeyFile: string | undefined;
  readonly nodePreference: NodePreference;
  /** Milliseconds of silence after which the server is pinged; -1 for never. */
  readonly keepAliveIntervalMs: number;
  /** Milliseconds it has to answer the ping. */
  readonly keepAliveTimeoutMs: number;
  readonly gossipTimeoutMs: number;
  readonly connectionName: string | undefined;
}

/** A silent server is detected after three seconds. */
const DEFAULT_KEEP_ALIVE_INTERVAL_MS = 1_000;
const DEFAULT_KEEP_ALIVE_TIMEOUT_MS = 2_000;
const DEFAULT_GOSSIP_TIMEOUT_MS = 2_000;
const DEFAULT_PORT = 2113;
const MAX_PORT = 65_535;
const MAX_HOSTS = 100;
const MS_PER_SECOND = 1_000;

const SCHEME = /^(esdb|esdb\+discover):\/\//;

/** Letters, digits, dots, hyphens and underscores; or an IPv6 address in brackets. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])$/;

const FORM = "esdb://[user:password@]host[:port][,…][?option=value&…]";

/** Why a connection string, or a file that it names, cannot be used. */
export interface ConnectionStringError {
  /** Names the place, without anything that may be a password. */
  readonly reason: string;
}

type Read<A> = Either<ConnectionStringError, A>;

const wrong = (reason: string): Read<never> => left({ reason });

/** Names the place of the error. */
export const inConnectionString = ({ reason }: ConnectionStringError): ConnectionStringError => ({
  reason: `the connection string: ${reason}`,
});

/** Anything that may be a password is not shown. */
const escapeHint =
  "percent-encode what is neither a letter, a digit nor one of -._~ in the user and the password (/ is %2F, @ is %40, a space %20, ? is %3F, : is %3A)";

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const readCredentials = (text: string): Read<ConnectionString["credentials"]> => {
  const [user = "", password = "", ...rest] = text.split(":");
  if (/[\s/@\\#"'<>[\]{}|^`]/.test(text) || rest.length > 0 || user === "" || password === "")
    return wrong(`expected user:password before the host; ${escapeHint}`);
  const [username, secret] = [decoded(user), decoded(password)];
  return username === undefined || secret === undefined
    ? wrong(`the user or the password contains a % that is not an escape; ${escapeHint}`)
    : right({ username, password: secret });
};

const readHost = (text: string): Read<HostPort> => {
  const [, host = "", portText] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text) ?? [];
  if (!HOST.test(host)) return wrong(`expected a host, found ${JSON.stringify(host)}`);
  const port = portText === undefined ? DEFAULT_PORT : Number(portText);
  return /^\d{1,5}$/.test(portText ?? "0") && port >= 1 && port <= MAX_PORT
    ? right({ host, port })
    : // where the host is missing, this is the password
      wrong(`expected a port from 1 to ${MAX_PORT} after ${host}:, found something else`);
};

const readHosts = (text: string): Read<ReadonlyArray<HostPort>> => {
  const parts = text.split(",");
  if (parts.length > MAX_HOSTS) return wrong(`expected at most ${MAX_HOSTS} hosts`);
  const hosts: HostPort[] = [];
  for (const part of parts) {
    const host = readHost(part.trim());
    if (isLeft(host)) return host;
    hosts.push(host.right);
  }
  return right(hosts);
};

type Options = Omit<ConnectionString, "scheme" | "hosts" | "credentials">;

const DEFAULT_OPTIONS: Options = {
  tls: true,
  tlsCaFile: undefined,
  userCertFile: undefined,
  userKeyFile: undefined,
  nodePreference: "leader",
  keepAliveIntervalMs: DEFAULT_KEEP_ALIVE_INTERVAL_MS,
  keepAliveTimeoutMs: DEFAULT_KEEP_ALIVE_TIMEOUT_MS,
  gossipTimeoutMs: DEFAULT_GOSSIP_TIMEOUT_MS,
  connectionName: undefined,
};

type ReadOption = (value: string) => Read<Partial<Options>>;

const isTrue = (value: string): Read<boolean> =>
  value === "true" || value === "false"
    ? right(value === "true")
    : wrong(`expected true or false, found ${JSON.stringify(value)}`);

const wholeNumber =
  (least: number, use: (value: number) => Partial<Options>): ReadOption =>
  (value) =>
    /^-?\d{1,9}$/.test(value) && Number(value) >= least
      ? right(use(Number(value)))
      : wrong(`expected a whole number from ${least}, found ${JSON.stringify(value)}`);

/** Milliseconds, or -1 for never; 0 would leave no time to answer. */
const spanOrNever =
  (use: (value: number) => Partial<Options>): ReadOption =>
  (value) =>
    /^(-1|[1-9]\d{0,8})$/.test(value)
      ? right(use(Number(value)))
      : wrong(`expected milliseconds from 1, or -1 for never, found ${JSON.stringify(value)}`);

const textOption =
  (use: (value: string) => Partial<Options>): ReadOption =>
  (value) => {
    const text = decoded(value);
    return text === undefined ? wrong("its % is not an escape") : right(use(text));
  };

const PREFERENCES: Readonly<Record<string, NodePreference>> = {
  leader: "leader",
  follower: "follower",
  readonlyreplica: "readOnlyReplica",
  random: "random",
};

const withoutEffect: Partial<Options> = {};

/** As other clients spell them; case, hyphens and underscores are ignored. */
const OPTIONS: Readonly<Record<string, ReadOption>> = {
  tls: (value) => map((tls: boolean) => ({ tls }))(isTrue(value)),
  tlsCAFile: textOption((tlsCaFile) => ({ tlsCaFile })),
  userCertFile: textOption((userCertFile) => ({ userCertFile })),
  userKeyFile: textOption((userKeyFile) => ({ userKeyFile })),
  tlsVerifyCert: (value) =>
    value === "true"
      ? right(withoutEffect)
      : wrong("certificates are always verified; set tlsCAFile instead"),
  nodePreference: (value) => {
    const nodePreference = PREFERENCES[flat(value)];
    return nodePreference === undefined
      ? wrong(
          `expected one of ${Object.values(PREFERENCES).join(", ")}, found ${JSON.stringify(value)}`,
        )
      : right({ nodePreference });
  },
  keepAliveInterval: spanOrNever((keepAliveIntervalMs) => ({ keepAliveIntervalMs })),
  keepAliveTimeout: spanOrNever((keepAliveTimeoutMs) => ({ keepAliveTimeoutMs })),
  gossipTimeout: wholeNumber(1, (seconds) => ({ gossipTimeoutMs: seconds * MS_PER_SECOND })),
  connectionName: textOption((connectionName) => ({ connectionName })),
  // options of other clients without effect here: nodes are searched until they are found, and each
  // call has its own timeout
  maxDiscoverAttempts: wholeNumber(1, () => withoutEffect),
  discoveryInterval: wholeNumber(0, () => withoutEffect),
  defaultDeadline: wholeNumber(1, () => withoutEffect),
};

const flat = (name: string): string => name.trim().toLowerCase().replaceAll(/[_-]/g, "");

const OPTION_NAMES = new Map(Object.keys(OPTIONS).map((name) => [flat(name), name]));

const readOptions = (query: string): Read<Options> => {
  let options = DEFAULT_OPTIONS;
  for (const pair of query === "" ? [] : query.split("&")) {
    const [key = "", value = "", ...rest] = pair.split("=");
    const name = OPTION_NAMES.get(flat(key));
    const read = name === undefined ? undefined : OPTIONS[name];
    if (name === undefined || read === undefined) {
      return wrong(
        `unknown option ${JSON.stringify(key)}; known are ${Object.keys(OPTIONS).join(", ")}`,
      );
    }
    if (value === "" || rest.length > 0) return wrong(`${name}: expected ${name}=value`);
    const found = read(value.trim());
    if (isLeft(found)) return wrong(`${name}: ${found.left.reason}`);
    options = { ...options, ...found.right };
  }
  if ((options.userCertFile === undefined) !== (options.userKeyFile === undefined))
    return wrong("expected userCertFile and userKeyFile, both or neither");
  return right(options);
};

const readParts = (text: string): Read<ConnectionString> => {
  const trimmed = text.trim();
  const [start, scheme] = SCHEME.exec(trimmed) ?? [];
  if (start === undefined) return wrong(`expected ${FORM}, or the same with esdb+discover://`);
  const rest = trimmed.slice(start.length);
  const question = rest.indexOf("?");
  const place = (question < 0 ? rest : rest.slice(0, question)).replace(/\/+$/, "");
  const query = question < 0 ? "" : rest.slice(question + 1);
  if (query.includes("@")) return wrong(`there is an @ after the first ?; ${escapeHint}`);
  const at = place.lastIndexOf("@");
  const credentials = at < 0 ? right(undefined) : readCredentials(place.slice(0, at));
  if (isLeft(credentials)) return credentials;
  const hosts = readHosts(place.slice(at + 1));
  if (isLeft(hosts)) return hosts;
  const options = readOptions(query.replace(/\/+$/, ""));
  if (isLeft(options)) return options;
  return right({
    scheme: scheme === "esdb" ? "esdb" : "esdb+discover",
    hosts: hosts.right,
    credentials: credentials.right,
    ...options.right,
  });
};

/** Reads a connection string. Errors name the place, and never show what may be a password. */
export const parseConnectionString = (text: string): Read<ConnectionString> =>
  mapLeft(inConnectionString)(readParts(text));

export const hostText = ({ host, port }: HostPort): string => `${host}:${port}`;

/** The address in a connection string, without its user, password and files. */
export const printableAddress = ({
  scheme,
  hosts,
  tls,
}: Pick<ConnectionString, "scheme" | "hosts" | "tls">): string =>
  `${scheme}://${hosts.map(hostText).join(",")}${tls ? "" : "?tls=false"}`;
