import { availableParallelism } from "node:os";
import { messageOf } from "@tallystick/background";
import type { LogService } from "@tallystick/audit";
import type { GrpcServer } from "@tallystick/grpc";
import type { AuthConfig, RowCalls, TokenRegistry } from "@tallystick/http";
import {
  createMetrics,
  type Metrics,
  type MetricsServer,
  serveMetrics,
} from "@tallystick/http/metrics";
import type { Package } from "@tallystick/core";
import {
  type DarFile,
  type Ledger,
  type LedgerNotice,
  type LedgerOptions,
  partStates,
  openLedger,
  openValidator,
  type Part,
  Startup,
  type Wallet,
} from "@tallystick/node";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { absurd } from "fp-ts/lib/function.js";
import { type Logger, pino } from "pino";
import { siteFolder } from "@tallystick/wallet-ui";
import { openAuditLog } from "./audit/open-audit-log.js";
import { CommandError, orThrow, usageError } from "./command-error.js";
import { exitCode } from "./exit-code.js";
import { forkHeader, readForkNote } from "./fork/fork-note.js";
import { collectWhenIdle } from "./idle-collection.js";
import { loadPackages, loadRegistries, packageModules } from "./package-modules.js";
import type { Settings } from "./settings.js";
import { listenErrorOf, openErrorOf, withCoinNamed } from "./start-errors.js";
import { readTls } from "./tls-files.js";

/** A node that takes requests. */
export interface RunningNode {
  readonly readyLine: string;
  readonly logger: Logger;
  /** Finishes what was accepted and closes everything. */
  readonly stop: () => Promise<void>;
}

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

interface Starting {
  readonly settings: Settings;
  readonly logger: Logger;
}

/** The packages to serve in addition to the built-in one. */
const packages: Part<Starting, never, ReadonlyArray<Package | DarFile>> = {
  open: async ({ settings: { packages: files, coin, network } }) => {
    const loaded = await loadPackages(files);
    // the network brings the coin's packages along
    if (!coin || network.kind !== "off") return right(loaded);
    const { coinPackages } = await import("@tallystick/coin");
    return right([...coinPackages, ...loaded]);
  },
};

/** Counted also when no address serves them: the console shows them. */
const metrics: Part<Starting, never, Metrics> = {
  open: () => right(createMetrics()),
  close: ({ close }) => close(),
};

/** What a data folder is a fork of, as every answer says it; nothing for other folders. */
interface ForkedFolder {
  readonly forkOf?: string;
}

/** Opened before the ledger: a folder whose import was interrupted must stay as it is. */
const forkedFolder: Part<Starting, never, ForkedFolder> = {
  open: async ({ settings: { data } }) => {
    const note = data === undefined ? undefined : await readForkNote(data);
    if (note === undefined) return right({});
    if (!note.isComplete) {
      throw new CommandError(
        `the fork in ${data} is not complete; run the same "tallystick fork" again to resume`,
      );
    }
    return right({ forkOf: forkHeader(note) });
  },
};

/** What is opened before anything listens. */
interface OpenedNode {
  readonly ledger: Ledger;
  readonly wallet: Wallet | undefined;
  readonly close: () => Promise<void>;
}

/** Opens the ledger alone, or with the network and its wallets. */
const openNode = async (
  { network, wallet, data, auth }: Settings,
  logger: Logger,
  options: LedgerOptions,
): Promise<OpenedNode> => {
  if (network.kind === "off") {
    const opened = await openLedger(options);
    if (isLeft(opened)) throw await withCoinNamed(opened.left, data);
    const ledger = opened.right;
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

/** Views that do not follow the journal are an error; other notices say what happened. */
const logNotice = (logger: Logger, { kind, message: reason }: LedgerNotice): void =>
  logger[kind === "views-stalled" ? "error" : "warn"]({ notice: kind, reason }, "notice");

/** The most threads that read, where nothing is said. */
const usualMostThreads = 8;

/** A thread for each processor, but for the one that decides. */
const usualReadThreads = (): number => Math.min(usualMostThreads, availableParallelism() - 1);

/** The ledger, with the network's wallets unless there is none. */
const openedNode: Part<
  Starting & {
    readonly packages: ReadonlyArray<Package | DarFile>;
    readonly metrics: Metrics;
  },
  never,
  OpenedNode
> = {
  open: async ({ settings, logger, packages, metrics }) => {
    const { data, ledger, acceptJournalEnd, acceptClock, packages: names } = settings;
    const config = { readThreads: usualReadThreads(), ...ledger };
    const node = await openNode(settings, logger, {
      packages,
      packagesFrom: { module: packageModules, names },
      ...(data === undefined ? {} : { data }),
      observer: metrics.ledger,
      ...(acceptJournalEnd === undefined ? {} : { acceptJournalEnd }),
      acceptClock,
      onNotice: (notice) => logNotice(logger, notice),
      config,
    });
    const { wallet } = node;
    metrics.opened(() => partStates(node));
    if (wallet !== undefined) metrics.walletOpened(wallet);
    await metrics.sample();
    return right(node);
  },
  close: (node) => node.close(),
};

/** What answers at the address of the metrics, if they have one. */
const metricsServer: Part<
  Starting & { readonly metrics: Metrics },
  never,
  MetricsServer | undefined
> = {
  open: async ({ settings: { metrics: address }, metrics }) => {
    if (address === undefined) return right(undefined);
    const served = orThrow(await serveMetrics(metrics, address), ({ message }) => {
      const text = `metrics: ${message}. Choose another port with --metrics-port`;
      return new CommandError(text, exitCode.addressTaken);
    });
    return right(served);
  },
  close: (server) => server?.close(),
};

/** The log of the journal, kept and signed in the background. */
const auditLog: Part<Starting & { readonly node: OpenedNode }, never, LogService | undefined> = {
  open: async ({ settings, logger, node }) =>
    right(await openAuditLog(settings, node.ledger, logger)),
  close: (log) => log?.close(),
};

/** The registries that the modules of packages bring along. */
const registries: Part<
  Starting & { readonly node: OpenedNode },
  never,
  ReadonlyArray<TokenRegistry>
> = {
  open: async ({ settings, node: { ledger }, logger }) => {
    const opened: Array<TokenRegistry> = [];
    for (const { open } of await loadRegistries(settings.packages)) {
      try {
        const registry = await open(ledger);
        if (opened.some(({ name }) => name === registry.name))
          throw usageError(`packages: two registries have the name ${registry.name}`);
        opened.push(registry);
        logger.info({ path: `/registries/${registry.name}` }, "the registry of a token is served");
      } catch (thrown) {
        if (thrown instanceof CommandError) throw thrown;
        throw new CommandError(`the registry of a package cannot be opened: ${messageOf(thrown)}`);
      }
    }
    return right(opened);
  },
};

/** What answers requests, and where it listens. */
interface Listening {
  readonly base: string;
  readonly calls: RowCalls;
  readonly close: () => Promise<void>;
}

const server: Part<
  Starting & {
    readonly node: OpenedNode;
    readonly metrics: Metrics;
    readonly auditLog: LogService | undefined;
    readonly fork: ForkedFolder;
    readonly registries: ReadonlyArray<TokenRegistry>;
  },
  never,
  Listening
> = {
  open: async ({ settings, logger, node, metrics, auditLog: audit, fork, registries: of }) => {
    const { createHttpServer } = await import("@tallystick/http");
    const tls = await readTls(settings.tls);
    const config = { ...settings.http, auth: settings.auth, tls };
    const { ledger, wallet } = node;
    const parts = {
      ledger,
      wallet,
      audit,
      logger,
      config,
      site: siteFolder,
      registries: of,
      observer: metrics.http,
      instruments: metrics.instruments,
      ...fork,
    };
    const { listen, close, calls } = orThrow(await createHttpServer(parts), ({ message }) =>
      usageError(message),
    );
    return right({ base: orThrow(await listen(), listenErrorOf), close, calls });
  },
  close: ({ close }) => close(),
};

/** The gRPC interface over the rows of the server. */
const grpcServer: Part<Starting & { readonly server: Listening }, never, GrpcServer | undefined> = {
  open: async ({ settings, logger, server: { calls } }) => {
    const { grpc } = settings;
    if (grpc === undefined) return right(undefined);
    const { httpConfigOf } = await import("@tallystick/http");
    const { serveGrpc } = await import("@tallystick/grpc");
    const tls = await readTls(settings.tls);
    const { maxBodyBytes: maxMessageBytes, ...config } = httpConfigOf(settings.http);
    const { maxConnections, closeTimeoutMs } = config;
    const { host, ports } = grpc;
    const limits = { maxMessageBytes, maxConnections, closeTimeoutMs };
    const served = await serveGrpc({ calls, logger, host, ports, tls, ...limits });
    if (!isLeft(served)) return served;
    if (!grpc.isDefault || served.left.kind !== "port-taken")
      throw listenErrorOf(served.left, "--grpc");
    logger.warn({ reason: served.left.message }, "gRPC is not served; choose a port with --grpc");
    return right(undefined);
  },
  close: (served) => served?.close(),
};

const idleCollecting: Part<Starting, never, () => void> = {
  open: () => right(collectWhenIdle()),
  close: (stop) => stop(),
};

/** What a node consists of, in the order in which it is opened; it is closed in reverse. */
const nodeParts = Startup.of<never, Starting>()
  .add("fork", forkedFolder)
  .add("packages", packages)
  .add("metrics", metrics)
  .add("node", openedNode)
  .add("metricsServer", metricsServer)
  .add("auditLog", auditLog)
  .add("registries", registries)
  .add("server", server)
  .add("grpcServer", grpcServer)
  .add("idleCollecting", idleCollecting);

/**
 * Opens the ledger and serves it. The log goes to standard error as JSON lines, so that standard
 * output has the ready line alone.
 *
 * @throws {CommandError} why the node did not start
 */
export const startNode = async (settings: Settings): Promise<RunningNode> => {
  const logger = pino({ level: settings.logLevel }, pino.destination({ dest: 2, sync: true }));
  // loaded while the journal is being read
  void import("@tallystick/http");
  const { parts, close } = orThrow(await nodeParts.open({ settings, logger }), absurd);
  const { base } = parts.server;
  warnOfPlainKeys(settings.auth, logger);
  for (const variable of settings.unknownVariables)
    logger.warn({ variable }, "unknown environment variable");
  const { data, auth } = settings;
  const metricsBase = parts.metricsServer?.base;
  const ofMetrics = metricsBase === undefined ? {} : { metrics: `${metricsBase}/metrics` };
  const participant = parts.node.ledger.participantId;
  const grpc = parts.grpcServer?.address;
  const ofGrpc = grpc === undefined ? {} : { grpc };
  logger.info({ base, ...ofGrpc, data: data ?? null, participant, ...ofMetrics }, "ready");
  const served = grpc === undefined ? base : `${base} | gRPC: ${grpc}`;
  return {
    readyLine: `Tallystick is ready at ${served} | data: ${data ?? "in memory"} | ${login(auth)}`,
    logger,
    stop: close,
  };
};
