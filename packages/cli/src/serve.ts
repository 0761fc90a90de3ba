import type {
  AuthConfig,
  ListenAddress,
  ListenError,
  Metrics,
  MetricsServer,
} from "@tallystick/http";
import type { Package } from "@tallystick/core";
import type { Ledger, LedgerOptions, OpenError, ValidatorError, Wallet } from "@tallystick/node";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Logger, pino } from "pino";
import { type ExitCode, exitCode } from "./exit-code.js";
import { collectWhenIdle } from "./idle-collection.js";
import { loadPackages } from "./package-modules.js";
import type { Settings } from "./settings.js";
import { readTls } from "./tls-files.js";

/** Why a node did not start: a sentence for a person, and the exit code. */
export interface StartError {
  readonly message: string;
  readonly code: ExitCode;
}

/** A node that takes requests. */
export interface RunningNode {
  /** The one line to print. */
  readonly readyLine: string;
  readonly logger: Logger;
  /** Finishes what was accepted and closes everything. */
  readonly stop: () => Promise<void>;
}

const openErrorOf = (failure: ValidatorError, data: string | undefined): StartError => {
  const { message } = failure;
  switch (failure.kind) {
    case "config":
      return { message: `ledger.${message}`, code: exitCode.usage };
    case "packages":
    case "network":
      return { message, code: exitCode.usage };
    case "wallet":
    case "views":
      return { message, code: exitCode.failed };
    case "journal":
      return { message, code: exitCode.dataDamaged };
    case "store":
      return storeErrorOf(failure, data);
  }
};

const storeErrorOf = (
  { error: failure, message }: Extract<OpenError, { kind: "store" }>,
  data: string | undefined,
): StartError => {
  switch (failure.kind) {
    case "in-use":
      return {
        message: `${message}, or give this process a folder other than ${data} with --data`,
        code: exitCode.dataInUse,
      };
    case "damaged":
    case "lost-tail":
      return { message, code: exitCode.dataDamaged };
    case "wrong-expected-revision":
    case "unavailable":
    case "too-large":
    case "invalid":
    case "closed":
      return { message, code: exitCode.failed };
  }
};

const listenErrorOf = ({ kind, message }: ListenError): StartError => {
  switch (kind) {
    case "port-taken":
      return {
        message: `${message}. Choose another with --port`,
        code: exitCode.addressTaken,
      };
    case "unavailable":
      return { message, code: exitCode.addressTaken };
    case "not-loopback":
      return { message, code: exitCode.usage };
  }
};

const login = (auth: AuthConfig): string => {
  switch (auth.kind) {
    case "development":
      return "UNSAFE development login (HS256, secret 'unsafe', loopback only)";
    case "off":
      return "UNSAFE authorization is off (loopback only)";
    case "services":
      return `login by ${auth.services.map(({ kind }) => kind).join(", ")}`;
  }
};

const warnOfPlainKeys = (auth: AuthConfig, logger: Logger): void => {
  if (auth.kind !== "services") return;
  for (const service of auth.services) {
    if (service.kind === "jwks" && service.url.startsWith("http:"))
      logger.warn({ url: service.url }, "token keys are fetched without TLS");
    if (service.kind === "unsafe")
      logger.warn("UNSAFE LOGIN: whoever knows the shared secret can sign tokens for every user");
  }
};

/** What listens in front of a ledger. */
interface Listening {
  readonly base: string;
  readonly metricsBase: string | undefined;
  readonly close: () => Promise<void>;
}

const startServer = async (
  settings: Settings,
  { ledger, wallet }: OpenedNode,
  logger: Logger,
  metrics: Metrics | undefined,
): Promise<Either<StartError, Listening>> => {
  const { createHttpServer } = await import("@tallystick/http");
  const tls = await readTls(settings.tls);
  if (isLeft(tls)) return left({ message: tls.left, code: exitCode.usage });
  const config = { ...settings.http, auth: settings.auth, tls: tls.right };
  const observer = metrics === undefined ? {} : { observer: metrics.http };
  const server = await createHttpServer({ ledger, wallet, logger, config, ...observer });
  if (isLeft(server)) return left({ message: server.left, code: exitCode.usage });
  const figures = await startMetrics(settings.metrics, metrics);
  if (isLeft(figures)) return left(metricsErrorOf(figures.left));
  const base = await server.right.listen();
  if (isLeft(base)) {
    await figures.right?.close();
    return left(listenErrorOf(base.left));
  }
  return right({
    base: base.right,
    metricsBase: figures.right?.base,
    close: async () => {
      await server.right.close();
      await figures.right?.close();
    },
  });
};

const startMetrics = async (
  address: ListenAddress | undefined,
  metrics: Metrics | undefined,
): Promise<Either<ListenError, MetricsServer | undefined>> => {
  if (address === undefined || metrics === undefined) return right(undefined);
  const { serveMetrics } = await import("@tallystick/http");
  return serveMetrics(metrics, address);
};

const metricsErrorOf = ({ message }: ListenError): StartError => ({
  message: `metrics: ${message}. Choose another with --metrics-port`,
  code: exitCode.addressTaken,
});

const createMetricsFor = async ({ metrics }: Settings): Promise<Metrics | undefined> => {
  if (metrics === undefined) return undefined;
  const { createMetrics } = await import("@tallystick/http");
  return createMetrics();
};

/** What is opened before anything listens. */
interface OpenedNode {
  readonly ledger: Ledger;
  readonly wallet: Wallet | undefined;
  readonly close: () => Promise<void>;
}

/** The packages to serve beside the built-in one. */
const packagesOf = async ({
  packages: files,
  coin,
  network,
}: Settings): Promise<Either<StartError, ReadonlyArray<Package>>> => {
  const loaded = await loadPackages(files);
  if (isLeft(loaded)) return left({ message: `packages: ${loaded.left}`, code: exitCode.usage });
  // the network brings the coin's packages along
  if (!coin || network.kind !== "off") return loaded;
  const { coinPackages } = await import("@tallystick/coin");
  return right([...coinPackages, ...loaded.right]);
};

/** Opens the ledger alone, or with the network and its wallets. */
const openNode = async (
  { network, wallet, data, auth }: Settings,
  logger: Logger,
  options: LedgerOptions,
): Promise<Either<StartError, OpenedNode>> => {
  const { openLedger, openValidator } = await import("@tallystick/node");
  if (network.kind === "off") {
    const opened = await openLedger(options);
    if (isLeft(opened)) return left(openErrorOf(opened.left, data));
    const ledger = opened.right;
    return right({ ledger, wallet: undefined, close: () => ledger.close() });
  }
  const { manualClock, kind, ...ofNetwork } = network;
  const { walletConfigOf } = await import("@tallystick/wallet");
  const { developmentUser } = await import("@tallystick/http");
  const users = auth.kind === "services" ? [] : [developmentUser];
  const opened = await openValidator({
    ...options,
    manualClock,
    wallet: {
      ...ofNetwork,
      network: kind,
      ...(wallet.validatorPartyHint === undefined
        ? {}
        : { validatorPartyHint: wallet.validatorPartyHint }),
      config: walletConfigOf(wallet, users),
      onError: (automation, commandId, error) =>
        logger.warn({ automation, commandId, error }, "an automation failed"),
    },
  });
  if (isLeft(opened)) return left(openErrorOf(opened.left, data));
  return right(opened.right);
};

/**
 * Opens the ledger and serves it. The log goes to standard error as JSON lines, so that standard
 * output has the ready line alone.
 */
export const startNode = async (settings: Settings): Promise<Either<StartError, RunningNode>> => {
  const logger = pino({ level: settings.logLevel }, pino.destination({ dest: 2, sync: true }));
  // Loaded while the journal is being read.
  const loadingServer = import("@tallystick/http");
  const { data, ledger: config } = settings;
  const packages = await packagesOf(settings);
  if (isLeft(packages)) return packages;
  const metrics = await createMetricsFor(settings);
  const opened = await openNode(settings, logger, {
    packages: packages.right,
    ...(data === undefined ? {} : { data }),
    ...(metrics === undefined ? {} : { observer: metrics.ledger }),
    ...(settings.acceptJournalEnd === undefined
      ? {}
      : { acceptJournalEnd: settings.acceptJournalEnd }),
    acceptClock: settings.acceptClock,
    onNotice: ({ kind, message }) => logger.warn({ notice: kind, reason: message }, "notice"),
    config,
  });
  if (isLeft(opened)) return opened;
  const { ledger, wallet } = opened.right;
  if (wallet !== undefined) metrics?.automations.opened(() => wallet.scheduler.status());
  await loadingServer;
  const started = await startServer(settings, opened.right, logger, metrics);
  if (isLeft(started)) {
    await opened.right.close();
    return started;
  }
  const { base, metricsBase, close } = started.right;
  warnOfPlainKeys(settings.auth, logger);
  const figures = metricsBase === undefined ? {} : { metrics: `${metricsBase}/metrics` };
  logger.info({ base, data: data ?? null, participant: ledger.participantId, ...figures }, "ready");
  const stopCollecting = collectWhenIdle();
  return right({
    readyLine: `Tallystick is ready at ${base} | data: ${data ?? "in memory"} | ${login(settings.auth)}`,
    logger,
    stop: async () => {
      stopCollecting();
      await close();
      await opened.right.close();
    },
  });
};
