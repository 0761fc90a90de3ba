import type {
  AuthConfig,
  ListenAddress,
  ListenError,
  Metrics,
  MetricsServer,
} from "@tallystick/http";
import type { Package } from "@tallystick/core";
import type { Ledger, LedgerOptions, OpenError, ValidatorError, Wallet } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Logger, pino } from "pino";
import { CommandError, orThrow, usageError } from "./command-error.js";
import { exitCode } from "./exit-code.js";
import { collectWhenIdle } from "./idle-collection.js";
import { loadPackages } from "./package-modules.js";
import type { Settings } from "./settings.js";
import { readTls } from "./tls-files.js";

/** A node that takes requests. */
export interface RunningNode {
  /** The one line to print. */
  readonly readyLine: string;
  readonly logger: Logger;
  /** Finishes what was accepted and closes everything. */
  readonly stop: () => Promise<void>;
}

const openErrorOf =
  (data: string | undefined) =>
  (error: ValidatorError): CommandError => {
    const { message } = error;
    switch (error.kind) {
      case "config":
        return usageError(`ledger.${message}`);
      case "packages":
      case "network":
        return usageError(message);
      case "wallet":
      case "views":
        return new CommandError(message);
      case "journal":
        return new CommandError(message, exitCode.dataDamaged);
      case "store":
        return storeErrorOf(error, data);
    }
  };

const storeErrorOf = (
  { error, message }: Extract<OpenError, { kind: "store" }>,
  data: string | undefined,
): CommandError => {
  switch (error.kind) {
    case "in-use":
      return new CommandError(
        `${message}, or give this process a folder other than ${data} with --data`,
        exitCode.dataInUse,
      );
    case "damaged":
    case "lost-tail":
      return new CommandError(message, exitCode.dataDamaged);
    case "wrong-expected-revision":
    case "unavailable":
    case "too-large":
    case "invalid":
    case "closed":
      return new CommandError(message);
  }
};

const listenErrorOf = ({ kind, message }: ListenError): CommandError => {
  switch (kind) {
    case "port-taken":
      return new CommandError(`${message}. Choose another with --port`, exitCode.addressTaken);
    case "unavailable":
      return new CommandError(message, exitCode.addressTaken);
    case "not-loopback":
      return usageError(message);
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
): Promise<Listening> => {
  const { createHttpServer } = await import("@tallystick/http");
  const tls = await readTls(settings.tls);
  const config = { ...settings.http, auth: settings.auth, tls };
  const observer = metrics === undefined ? {} : { observer: metrics.http };
  const server = orThrow(
    await createHttpServer({ ledger, wallet, logger, config, ...observer }),
    ({ message }) => usageError(message),
  );
  const metricsServer = await startMetrics(settings.metrics, metrics);
  const base = await server.listen();
  if (isLeft(base)) {
    await metricsServer?.close();
    throw listenErrorOf(base.left);
  }
  return {
    base: base.right,
    metricsBase: metricsServer?.base,
    close: async () => {
      await server.close();
      await metricsServer?.close();
    },
  };
};

const startMetrics = async (
  address: ListenAddress | undefined,
  metrics: Metrics | undefined,
): Promise<MetricsServer | undefined> => {
  if (address === undefined || metrics === undefined) return undefined;
  const { serveMetrics } = await import("@tallystick/http");
  return orThrow(await serveMetrics(metrics, address), ({ message }) => {
    const text = `metrics: ${message}. Choose another with --metrics-port`;
    return new CommandError(text, exitCode.addressTaken);
  });
};

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

/** The packages to serve in addition to the built-in one. */
const packagesOf = async ({
  packages: files,
  coin,
  network,
}: Settings): Promise<ReadonlyArray<Package>> => {
  const loaded = await loadPackages(files);
  // the network brings the coin's packages along
  if (!coin || network.kind !== "off") return loaded;
  const { coinPackages } = await import("@tallystick/coin");
  return [...coinPackages, ...loaded];
};

/** Opens the ledger alone, or with the network and its wallets. */
const openNode = async (
  { network, wallet, data, auth }: Settings,
  logger: Logger,
  options: LedgerOptions,
): Promise<OpenedNode> => {
  const { openLedger, openValidator } = await import("@tallystick/node");
  if (network.kind === "off") {
    const ledger = orThrow(await openLedger(options), openErrorOf(data));
    return { ledger, wallet: undefined, close: () => ledger.close() };
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
  return orThrow(opened, openErrorOf(data));
};

/**
 * Opens the ledger and serves it. The log goes to standard error as JSON lines, so that standard
 * output has the ready line alone.
 *
 * @throws {CommandError} why the node did not start
 */
export const startNode = async (settings: Settings): Promise<RunningNode> => {
  const logger = pino({ level: settings.logLevel }, pino.destination({ dest: 2, sync: true }));
  // Loaded while the journal is being read.
  const loadingServer = import("@tallystick/http");
  const { data, ledger: config } = settings;
  const packages = await packagesOf(settings);
  const metrics = await createMetricsFor(settings);
  const node = await openNode(settings, logger, {
    packages,
    ...(data === undefined ? {} : { data }),
    ...(metrics === undefined ? {} : { observer: metrics.ledger }),
    ...(settings.acceptJournalEnd === undefined
      ? {}
      : { acceptJournalEnd: settings.acceptJournalEnd }),
    acceptClock: settings.acceptClock,
    onNotice: ({ kind, message }) => logger.warn({ notice: kind, reason: message }, "notice"),
    config,
  });
  const { ledger, wallet } = node;
  if (wallet !== undefined) metrics?.automations.opened(() => wallet.scheduler.status());
  await loadingServer;
  const server = await startServer(settings, node, logger, metrics).catch(async (thrown) => {
    await node.close();
    throw thrown;
  });
  const { base, metricsBase } = server;
  warnOfPlainKeys(settings.auth, logger);
  const ofMetrics = metricsBase === undefined ? {} : { metrics: `${metricsBase}/metrics` };
  logger.info(
    { base, data: data ?? null, participant: ledger.participantId, ...ofMetrics },
    "ready",
  );
  const stopCollecting = collectWhenIdle();
  return {
    readyLine: `Tallystick is ready at ${base} | data: ${data ?? "in memory"} | ${login(settings.auth)}`,
    logger,
    stop: async () => {
      stopCollecting();
      await server.close();
      await node.close();
    },
  };
};
