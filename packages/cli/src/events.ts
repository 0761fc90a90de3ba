import { hostname } from "node:os";
import { type EventStore, readJson, type RecordedEvent } from "@tallystick/event-store";
import { type EventServerOptions, startEventServer } from "@tallystick/event-store-eventstoredb";
import { isLeft, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { pino } from "pino";
import { CommandError, usageError } from "./command-error.js";
import { exitCode } from "./exit-code.js";
import type { RunningNode } from "./serve.js";
import type { Environment, Flags } from "./settings.js";
import { openAddress } from "./open-address.js";
import { journalPlace } from "./journal-source.js";
import { printableStore } from "./store-address.js";
import { switchOf } from "./switches.js";
import { readTls, tlsFilesOf } from "./tls-files.js";

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

/** `name:password`, several separated by commas. */
const usersOf = (text: string): EventServerOptions["access"] => {
  if (text === "") return undefined;
  const users = text.split(",").filter((each) => each !== "");
  return {
    users: users.map((each) => {
      const [, name, password] = /^([^:]+):(.+)$/.exec(each) ?? [];
      if (name === undefined || password === undefined) {
        throw usageError(
          "TALLYSTICK_EVENTS_USERS: expected name:password, several separated by commas",
        );
      }
      return { name, password };
    }),
  };
};

/** The time a ledger's event says it was recorded. */
const recordedAt = ({ data }: RecordedEvent): Date | undefined => {
  const event = readJson(Recorded, data);
  return event !== undefined && Number.isFinite(event.recordTime)
    ? new Date(event.recordTime / MICROS_PER_MS)
    : undefined;
};

const Recorded = t.type({ recordTime: t.number });

interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

const hostAndPort = (name: string, text: string): HostAndPort => {
  const [, bracketed = "", port = ""] = LISTEN.exec(text) ?? [];
  if (bracketed === "" || Number(port) > 65_535)
    throw usageError(`${name}: expected host:port, found ${text}`);
  return { host: bracketed.replaceAll(/^\[|\]$/g, ""), port: Number(port) };
};

const shownAddress = ({ host, port }: HostAndPort): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** The address that clients of a cluster get; undefined: the listening address. */
const advertisedOf = (
  flags: StoreFlags,
  env: Environment,
  { host, port }: HostAndPort,
): HostAndPort | undefined => {
  const given = flags.advertise ?? env.TALLYSTICK_EVENTS_ADVERTISE;
  if (given !== undefined) return hostAndPort("--advertise", given);
  return ALL_ADDRESSES.has(host) ? { host: hostname(), port } : undefined;
};

/** Where to listen and who may connect: other machines only with TLS and users. */
const serverOptions = async (
  flags: StoreFlags,
  env: Environment,
): Promise<Omit<EventServerOptions, "store">> => {
  const listen = flags.listen ?? env.TALLYSTICK_EVENTS_LISTEN ?? DEFAULT_LISTEN;
  const listening = hostAndPort("--listen", listen);
  const advertised = advertisedOf(flags, env, listening);
  const { "tls-certificate": certificate, "tls-key": key } = flags;
  const tls = await readTls(
    tlsFilesOf({ ...(certificate && { certificate }), ...(key && { key }) }, {}, "."),
  );
  const access = usersOf(env.TALLYSTICK_EVENTS_USERS ?? "");
  if (!LOOPBACK.test(listening.host) && (tls === undefined || access === undefined)) {
    throw usageError(
      `--listen ${listen}: other machines may read the ledger only with --tls-certificate, --tls-key and TALLYSTICK_EVENTS_USERS`,
    );
  }
  const flag = flags["clear-text-passwords"];
  const inClear = switchOf(flag, env, "TALLYSTICK_EVENTS_CLEAR_TEXT_PASSWORDS") ?? false;
  if (access !== undefined && tls === undefined && !inClear) {
    throw usageError(
      "TALLYSTICK_EVENTS_USERS: without --tls-certificate and --tls-key some clients send passwords in clear text and others none; --clear-text-passwords allows it",
    );
  }
  return {
    ...listening,
    ...(advertised === undefined ? {} : { advertised }),
    createdAt: recordedAt,
    ...(tls === undefined ? {} : { tls }),
    ...(access === undefined ? {} : { access }),
  };
};

const isSystemStream = (stream: string): boolean => stream.startsWith("$");

/**
 * A store on other machines without its system streams: they are written by others, such as the
 * permissions of a ledger's streams, and a ledger has none of its own.
 */
const ledgerStreams = (store: EventStore): EventStore =>
  store.capabilities.remote === undefined
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
 *
 * @throws {CommandError} why it cannot be served
 */
export const startEvents = async (flags: StoreFlags, env: Environment): Promise<RunningNode> => {
  const options = await serverOptions(flags, env);
  const { address, name } = journalPlace(flags, env);
  const store = await openAddress(address, true, name);
  const server = await startEventServer({ store: ledgerStreams(store), ...options });
  if (isLeft(server)) {
    await store.close();
    const { message } = server.left;
    throw new CommandError(`${message}; choose another with --listen`, exitCode.addressTaken);
  }
  const { host, port, close } = server.right;
  const { advertised, access, tls } = options;
  const clear = tls === undefined ? "?tls=false" : "";
  return {
    readyLine: [
      `Tallystick serves events at esdb://${shownAddress({ host, port })}${clear}`,
      ...(advertised === undefined ? [] : [`advertised: ${shownAddress(advertised)}`]),
      `journal: ${await printableStore(address)}`,
      access === undefined ? "no users: everyone may read" : "users are required",
      "read-only",
    ].join(" | "),
    logger: pino(
      { level: flags["log-level"] ?? "info" },
      pino.destination({ dest: 2, sync: true }),
    ),
    stop: async () => {
      await close();
      await store.close();
    },
  };
};
