import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import type { EventStore, RecordedEvent } from "@tallystick/event-store";
import { type EventServerOptions, startEventServer } from "@tallystick/event-store-eventstoredb";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { exitCode } from "./exit-code.js";
import type { RunningNode, StartError } from "./serve.js";
import type { Environment, Flags } from "./settings.js";
import { openAddress } from "./open-address.js";
import { printableStore, storeAddress } from "./store-address.js";
import { switchOf } from "./switches.js";

const DEFAULT_LISTEN = "127.0.0.1:2113";

/** `host:port`, the host in brackets when it is an IPv6 address. */
const LISTEN = /^(\[[0-9a-fA-F:]+\]|[^:\s]+):(\d{1,5})$/;

/** Addresses that mean all of a machine, and none that another could connect to. */
const ALL_ADDRESSES = new Set(["0.0.0.0", "::"]);

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|::1)$/;

const MICROS_PER_MS = 1_000;

/** Flags of `events` and `copy` besides those of `serve`. */
export interface StoreFlags extends Flags {
  readonly listen?: string | undefined;
  readonly advertise?: string | undefined;
  readonly "clear-text-passwords"?: boolean | undefined;
  readonly "tls-certificate"?: string | undefined;
  readonly "tls-key"?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly participant?: string | undefined;
  readonly at?: string | undefined;
  readonly "lost-offset"?: string | undefined;
  readonly reason?: string | undefined;
}

const usageError = (message: string): Either<StartError, never> =>
  left({ message, code: exitCode.usage });

/** `name:password`, several separated by commas. */
const usersOf = (text: string): Either<string, EventServerOptions["access"]> => {
  const users = text.split(",").filter((each) => each !== "");
  const parts = users.map((each) => /^([^:]+):(.+)$/.exec(each));
  return parts.includes(null)
    ? left("TALLYSTICK_EVENTS_USERS: expected name:password, several separated by commas")
    : right({ users: parts.map((part) => ({ name: part?.[1] ?? "", password: part?.[2] ?? "" })) });
};

const tlsOf = async (flags: StoreFlags): Promise<Either<string, EventServerOptions["tls"]>> => {
  const { "tls-certificate": certificateFile, "tls-key": keyFile } = flags;
  if (certificateFile === undefined && keyFile === undefined) return right(undefined);
  if (certificateFile === undefined || keyFile === undefined)
    return left("--tls-certificate and --tls-key must be given together");
  try {
    const [certificate, key] = await Promise.all([readFile(certificateFile), readFile(keyFile)]);
    return right({ certificate, key });
  } catch (error) {
    return left(error instanceof Error ? error.message : String(error));
  }
};

/** The time a ledger's event says it was recorded. */
const recordedAt = ({ data }: RecordedEvent): Date | undefined => {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value !== "object" || value === null || !("recordTime" in value)) return undefined;
    const ms = Number(value.recordTime) / MICROS_PER_MS;
    return Number.isFinite(ms) ? new Date(ms) : undefined;
  } catch {
    return undefined;
  }
};

interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

const hostAndPort = (name: string, text: string): Either<string, HostAndPort> => {
  const [, bracketed = "", port = ""] = LISTEN.exec(text) ?? [];
  return bracketed === "" || Number(port) > 65_535
    ? left(`${name}: expected host:port, found ${text}`)
    : right({ host: bracketed.replaceAll(/^\[|\]$/g, ""), port: Number(port) });
};

const shownAddress = ({ host, port }: HostAndPort): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** What clients of a cluster are given to connect to; undefined for the address of listening. */
const advertisedOf = (
  flags: StoreFlags,
  env: Environment,
  listening: HostAndPort,
): Either<string, HostAndPort | undefined> => {
  const given = flags.advertise ?? env.TALLYSTICK_EVENTS_ADVERTISE;
  if (given !== undefined) return hostAndPort("--advertise", given);
  return right(
    ALL_ADDRESSES.has(listening.host) ? { host: hostname(), port: listening.port } : undefined,
  );
};

/** Where to listen and who may connect, so that nobody else reads a ledger by mistake. */
const serverOptions = async (
  flags: StoreFlags,
  env: Environment,
): Promise<Either<string, Omit<EventServerOptions, "store">>> => {
  const listen = flags.listen ?? env.TALLYSTICK_EVENTS_LISTEN ?? DEFAULT_LISTEN;
  const listening = hostAndPort("--listen", listen);
  if (isLeft(listening)) return listening;
  const { host, port } = listening.right;
  const advertised = advertisedOf(flags, env, listening.right);
  if (isLeft(advertised)) return advertised;
  const tls = await tlsOf(flags);
  if (isLeft(tls)) return tls;
  const given = env.TALLYSTICK_EVENTS_USERS ?? "";
  const access = given === "" ? right(undefined) : usersOf(given);
  if (isLeft(access)) return access;
  if (!LOOPBACK.test(host) && (tls.right === undefined || access.right === undefined)) {
    return left(
      `--listen ${listen}: other machines may read the ledger only with --tls-certificate, --tls-key and TALLYSTICK_EVENTS_USERS`,
    );
  }
  const inClear = switchOf(
    flags["clear-text-passwords"],
    env,
    "TALLYSTICK_EVENTS_CLEAR_TEXT_PASSWORDS",
  );
  if (isLeft(inClear)) return inClear;
  if (access.right !== undefined && tls.right === undefined && inClear.right !== true) {
    return left(
      "TALLYSTICK_EVENTS_USERS: without --tls-certificate and --tls-key some clients send passwords in clear text and others none; --clear-text-passwords allows it",
    );
  }
  return right({
    host,
    port,
    ...(advertised.right === undefined ? {} : { advertised: advertised.right }),
    createdAt: recordedAt,
    ...(tls.right === undefined ? {} : { tls: tls.right }),
    ...(access.right === undefined ? {} : { access: access.right }),
  });
};

const isSystemStream = (stream: string): boolean => stream.startsWith("$");

/**
 * A store on other machines without its system streams: they are written by others, such as the
 * permissions of a ledger's streams, and a ledger has none of its own.
 */
const ledgerStreams = (store: EventStore): EventStore =>
  "readAll" in store
    ? store
    : {
        ...store,
        lastEvent: async (stream) =>
          isSystemStream(stream) ? right(undefined) : store.lastEvent(stream),
        async *readStream(stream, read) {
          if (!isSystemStream(stream)) yield* store.readStream(stream, read);
        },
      };

/**
 * Serves the events of a journal to EventStoreDB clients, for reading alone. The journal may be in
 * use by a node.
 */
export const startEvents = async (
  flags: StoreFlags,
  env: Environment,
): Promise<Either<StartError, RunningNode>> => {
  const options = await serverOptions(flags, env);
  if (isLeft(options)) return usageError(options.left);
  const given = flags.store ?? env.TALLYSTICK_STORE ?? flags.data ?? env.TALLYSTICK_DATA;
  const address = storeAddress(given ?? "./data");
  const store = await openAddress(address, true);
  if (isLeft(store)) return store;
  const server = await startEventServer({ store: ledgerStreams(store.right), ...options.right });
  if (isLeft(server)) {
    await store.right.close();
    return left({ message: server.left, code: exitCode.addressTaken });
  }
  const { host, port, close } = server.right;
  const { advertised, access, tls } = options.right;
  const clear = tls === undefined ? "?tls=false" : "";
  return right({
    readyLine: [
      `Tallystick serves events at esdb://${shownAddress({ host, port })}${clear}`,
      ...(advertised === undefined ? [] : [`advertised: ${shownAddress(advertised)}`]),
      `journal: ${await printableStore(address)}`,
      access === undefined ? "no users: everybody may read" : "users are required",
      "read-only",
    ].join(" | "),
    logger: pino(
      { level: flags["log-level"] ?? "info" },
      pino.destination({ dest: 2, sync: true }),
    ),
    stop: async () => {
      await close();
      await store.right.close();
    },
  });
};
