import { isFolderPath } from "@tallystick/background";
import { dirname, join, resolve } from "node:path";
import type { WireReadable } from "@tallystick/wire";
import type { AuthConfig, HttpSettings, ListenAddress } from "@tallystick/http";
import { type LedgerConfig, ledgerSettings } from "@tallystick/node";
import type { WalletSettings } from "@tallystick/wallet";
import { orThrow, usageError } from "./command-error.js";
import { type AuditSettings, auditSettings } from "./audit-settings.js";
import { readAuthSettings } from "./auth-settings.js";
import { cacheFolder } from "./compiled-code.js";
import {
  ClientAuth,
  type FileSettings,
  LogLevel,
  NetworkName,
  Offset,
  Host,
  Port,
} from "./settings-codec.js";
import { type GrpcSettings, grpcSettings } from "./grpc-settings.js";
import { thatAgree } from "./setting-relations.js";
import { settingRows, unknownVariables } from "./setting-rows.js";
import { readSettingsFile } from "./settings-file.js";
import { ledgerInFile } from "./ledger-in-file.js";
import { SettingsErrors } from "./settings-errors.js";
import { isEmbedded, storeAddress } from "./store-address.js";
import { type Switches, switchesOf } from "./switches.js";
import { type TlsFiles, tlsFilesOf } from "./tls-files.js";

/** All settings of `serve`: configuration file, then environment, then flags; the later wins. */
export interface Settings {
  /** The folder of the journal; undefined keeps everything in memory. */
  readonly data: string | undefined;
  readonly logLevel: LogLevel;
  readonly auth: AuthConfig;
  readonly http: HttpSettings;
  /** Files of the certificate and its key; undefined for clear text. */
  readonly tls: TlsFiles | undefined;
  /** Where the gRPC interface listens; undefined for nowhere. */
  readonly grpc: GrpcSettings | undefined;
  readonly ledger: Partial<LedgerConfig>;
  /** The network the node plays. */
  readonly network: NetworkChoice;
  readonly wallet: WalletSettings;
  /** The offset at which the operator accepts that the journal ends. */
  readonly acceptJournalEnd?: number;
  /** Whether the operator says that the clock is right. */
  readonly acceptClock: boolean;
  /** Where the metrics are served; undefined for nowhere. */
  readonly metrics: ListenAddress | undefined;
  /** How the log of the journal is signed; undefined where the node keeps none. */
  readonly audit: AuditSettings | undefined;
  /** Modules that export packages, as paths from the working directory. */
  readonly packages: ReadonlyArray<string>;
  /** Whether the packages of the network coin are served too. */
  readonly coin: boolean;
  /** Variables that begin as the program's own do and mean nothing to it. */
  readonly unknownVariables: ReadonlyArray<string>;
}

/** The network that a node plays, and how its time passes. */
interface NetworkChoice {
  readonly kind: NetworkName;
  readonly manualClock: boolean;
  readonly amuletPrice?: string;
  readonly tickMicros?: number;
  readonly latestPackagesFrom?: string;
}

export type Flags = {
  readonly [F in (typeof settingRows)[SettingName]["flag"]]?: FlagValue<F> | undefined;
};

type FlagValue<F extends string> = F extends "packages"
  ? ReadonlyArray<string>
  : F extends "audit" | "coin" | "manual-clock" | "localnet" | "follow" | "accept-clock"
    ? boolean
    : string;

type SettingName = keyof typeof settingRows;

/** The settings of which a flag has no text. */
type SwitchName = keyof Switches | "packages" | "localnet" | "acceptJournalEnd" | "acceptClock";

/** The settings that are texts, with a flag and a variable. */
type TextSetting = Exclude<SettingName, SwitchName>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of `--data` for no folder at all. */
const inMemory = ":memory:";
const defaultData = "./data";
const defaultMetricsHost = "127.0.0.1";
/** Where collectors look for what has no port of its own. */
const defaultMetricsPort = 9464;

interface Given {
  readonly text: string;
  readonly from: string;
}

const given = (flags: Flags, env: Environment, name: TextSetting): Given | undefined => {
  const { flag, variable } = settingRows[name];
  const byFlag = flags[flag];
  if (byFlag !== undefined) return { text: byFlag, from: `--${flag}` };
  const byVariable = env[variable];
  // An empty variable is how shells leave one out.
  return byVariable === undefined || byVariable === ""
    ? undefined
    : { text: byVariable, from: variable };
};

const inFileAs = (from: string, text: string | undefined): Given | undefined =>
  text === undefined ? undefined : { text, from };

const readText = <A>(
  setting: Given | undefined,
  codec: WireReadable<A>,
  value: (text: string) => unknown,
): A | undefined =>
  setting === undefined
    ? undefined
    : orThrow(codec.read(value(setting.text)), ({ reason }) =>
        usageError(`${setting.from}: ${reason}`),
      );

const wholeNumberIn = (text: string): unknown => (/^\d{1,15}$/.test(text) ? Number(text) : text);

/** Metrics are served if the file has an address for them, or a port is given. */
const metricsOf = (
  file: FileSettings["metrics"],
  port: number | undefined,
): ListenAddress | undefined =>
  file === undefined && port === undefined
    ? undefined
    : {
        host: file?.host ?? defaultMetricsHost,
        port: port ?? file?.port ?? defaultMetricsPort,
      };

/**
 * The logins of the file, unless authorization is switched off, which the file cannot do; both at
 * once is a mistake.
 */
const authOf = async (
  mode: Given | undefined,
  services: NonNullable<FileSettings["auth"]>["services"],
  configFile: string | undefined,
): Promise<AuthConfig> => {
  if (mode === undefined) return readAuthSettings(services, configFile);
  if (mode.text !== "off") throw usageError(`${mode.from}: expected off, found ${mode.text}`);
  if (services !== undefined)
    throw usageError(`${mode.from}: off cannot be combined with auth.services`);
  return { kind: "off" };
};

/**
 * Modules of packages: those of the flags, else those of the environment, separated by commas, else
 * those of the file, which are found from its folder.
 */
const packagesOf = (
  flags: Flags,
  env: Environment,
  file: FileSettings,
  configFile: string | undefined,
): ReadonlyArray<string> => {
  if (flags.packages !== undefined) return flags.packages;
  const listed = (env[settingRows.packages.variable] ?? "")
    .split(",")
    .filter((each) => each !== "");
  if (listed.length > 0) return listed;
  const folder = configFile === undefined ? "." : dirname(configFile);
  return (file.packages ?? []).map((each) => resolve(folder, each));
};

/** Where the public LocalNet's three participants, their validators and its scan listen. */
const localNetPorts = [2975, 3975, 4975, 2903, 3903, 4903, 2000, 3000, 4000];

/** As the public LocalNet does it: tokens may live for ever. */
const localNetHttp = { alsoPorts: localNetPorts, maxTokenLifeMs: 0 };

/** The network: by flags, environment and file; a development network where nothing is said. */
const networkOf = (
  flags: Flags,
  env: Environment,
  { manualClock }: Switches,
  file: FileSettings["network"] = {},
): NetworkChoice => {
  const name = given(flags, env, "network");
  return {
    kind: readText(name, NetworkName, (text) => text) ?? file.kind ?? "dev",
    manualClock,
    ...(file.amuletPrice === undefined ? {} : { amuletPrice: file.amuletPrice }),
    ...(file.tickMs === undefined ? {} : { tickMicros: file.tickMs * 1_000 }),
    ...(file.latestPackagesFrom === undefined
      ? {}
      : { latestPackagesFrom: file.latestPackagesFrom }),
  };
};

// no variable: it is for one start only
const journalEndIn = (flags: Flags): Given | undefined => {
  const text = flags["accept-journal-end"];
  return text === undefined ? undefined : { text, from: "--accept-journal-end" };
};

/**
 * The ledger's settings with the store that was given. A store that is not embedded is one that
 * other nodes may share, so it is followed, and this user's nodes share their snapshots, unless the
 * file says otherwise.
 *
 * @param follows whether the node only follows what others write
 */
const ledgerOf = (
  file: NonNullable<FileSettings["ledger"]>,
  store: string | undefined,
  follows: boolean,
  env: Environment,
): NonNullable<FileSettings["ledger"]> => {
  if (follows) return { ...ledgerOf(file, store, false, env), sharedJournal: true, follow: true };
  if (store === undefined) return file;
  const journal = storeAddress(store);
  if (isEmbedded(journal)) return { ...file, journal };
  const snapshotFolder = join(cacheFolder(env), "snapshots");
  return { sharedJournal: true, snapshotFolder, ...file, journal };
};

const tlsGiven = (flags: Flags, env: Environment): Partial<TlsFiles> => {
  const certificate = given(flags, env, "tlsCertificate")?.text;
  const key = given(flags, env, "tlsKey")?.text;
  const clientCa = given(flags, env, "tlsClientCa")?.text;
  const clientAuth = readText(given(flags, env, "tlsClientAuth"), ClientAuth, (text) => text);
  return {
    ...(certificate === undefined ? {} : { certificate }),
    ...(key === undefined ? {} : { key }),
    ...(clientCa === undefined ? {} : { clientCa }),
    ...(clientAuth === undefined ? {} : { clientAuth }),
  };
};

/** What the file says of the server, without what is read from files or is of another one. */
const httpInFile = ({
  tlsCertificate: _certificate,
  tlsKey: _key,
  tlsClientCa: _clientCa,
  tlsClientAuth: _clientAuth,
  grpc: _grpc,
  ...http
}: NonNullable<FileSettings["server"]>) => http;

/** The folder of the journal; those of the file are found from its folder. */
const dataOf = (given: Given | undefined, inFile: string | undefined, folder: string): string => {
  const text = given?.text ?? inFile ?? defaultData;
  if (text !== inMemory && !isFolderPath(text)) {
    throw usageError(
      `${given?.from ?? "data"}: expected a folder, or :memory: for none; an address goes to --store`,
    );
  }
  return given === undefined && inFile !== undefined && text !== inMemory
    ? resolve(folder, text)
    : text;
};

/** The file's settings, and the folder in which what it names is found. */
const fileOf = async (
  config: Given | undefined,
  errors: SettingsErrors,
): Promise<{ readonly file: FileSettings; readonly folder: string }> => {
  if (config === undefined) return { file: {}, folder: "." };
  const file = await errors.ofAsync(() => readSettingsFile(config.text, errors.add));
  return { file: file ?? {}, folder: dirname(config.text) };
};

/**
 * Gathers the settings.
 *
 * @throws {CommandError} everything that is wrong with them, naming where it was given
 */
export const readSettings = async (flags: Flags, env: Environment): Promise<Settings> => {
  const errors = new SettingsErrors();
  const unknown = unknownVariables(env, errors.add);
  const config = given(flags, env, "config");
  const { file, folder } = await fileOf(config, errors);
  const portOf = (name: "port" | "metricsPort"): number | undefined =>
    errors.of(() => readText(given(flags, env, name), Port, wholeNumberIn));
  const [port, metricsPort] = [portOf("port"), portOf("metricsPort")];
  const logLevel = errors.of(() =>
    readText(given(flags, env, "logLevel"), LogLevel, (text) => text),
  );
  const { services, jwks, maxTokenLifeMs, jwtTimestampLeeway, browserLogin } = file.auth ?? {};
  const auth = await errors.ofAsync(() =>
    authOf(given(flags, env, "auth"), services, config?.text),
  );
  const threads = errors.of(() =>
    readText(given(flags, env, "threads"), ledgerSettings.readThreads.codec, wholeNumberIn),
  );
  const host = errors.of(() => readText(given(flags, env, "host"), Host, (text) => text));
  const { server: inFile = {}, ledger = {}, log } = file;
  const server = httpInFile(inFile);
  const tls = errors.of(() => tlsFilesOf(tlsGiven(flags, env), inFile, folder));
  const data = errors.of(() => dataOf(given(flags, env, "data"), file.data, folder));
  const acceptJournalEnd = errors.of(() => readText(journalEndIn(flags), Offset, wholeNumberIn));
  const store = given(flags, env, "store");
  const switches = switchesOf(flags, env, file, errors);
  const grpc = errors.of(() =>
    grpcSettings(given(flags, env, "grpc") ?? inFileAs("server.grpc", inFile.grpc), {
      isDevelopment: auth?.kind !== "services",
      port: port ?? server.port,
      localNet: switches.localNet,
    }),
  );
  const network = errors.of(() => networkOf(flags, env, switches, file.network));
  const audit = errors.of(() => auditSettings(switches.audit, data !== inMemory, file.audit ?? {}));
  errors.throwAll();
  if (auth === undefined || network === undefined)
    throw new Error("a setting is missing without an error");
  const settings = {
    network,
    wallet: file.wallet ?? {},
    data: data === inMemory ? undefined : data,
    logLevel: logLevel ?? log?.level ?? "info",
    auth,
    tls,
    grpc,
    http: {
      ...server,
      ...(jwks === undefined ? {} : { jwks }),
      ...(host === undefined ? {} : { host }),
      ...(port === undefined ? {} : { port }),
      ...(switches.localNet ? localNetHttp : {}),
      ...(maxTokenLifeMs === undefined ? {} : { maxTokenLifeMs }),
      ...(jwtTimestampLeeway === undefined ? {} : { jwtTimestampLeeway }),
      ...(browserLogin === undefined ? {} : { browserLogin }),
    },
    ledger: {
      ...ledgerOf(ledgerInFile(ledger, folder), store?.text, switches.follow, env),
      ...(threads === undefined ? {} : { readThreads: threads }),
    },
    ...(acceptJournalEnd === undefined ? {} : { acceptJournalEnd }),
    acceptClock: flags["accept-clock"] === true,
    metrics: metricsOf(file.metrics, metricsPort),
    audit,
    packages: packagesOf(flags, env, file, config?.text),
    coin: switches.coin,
    unknownVariables: unknown,
  };
  return thatAgree(settings, errors);
};
