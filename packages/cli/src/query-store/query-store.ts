import { messageOf } from "@tallystick/background";
import { parseIdentifier } from "@tallystick/core";
import { holdingInterfaces } from "@tallystick/core/picture";
import { openLedger } from "@tallystick/node";
import type * as QueryStoreProgram from "@tallystick/query-store";
import { isRight } from "fp-ts/lib/Either.js";
import { untilSignal } from "../audit/until-signal.js";
import { fetchBy } from "../client/fetch-by.js";
import { connect, given, nodeAddress } from "../client/node-connection.js";
import { ownParties, partiesNamed } from "../client/parties.js";
import { tokenIn } from "../client/token-file.js";
import { CommandError, orThrow, usageError } from "../command-error.js";
import type { FlagsOf } from "../commands/command-rows.js";
import type { Surroundings } from "../commands/command.js";
import { exitCode } from "../exit-code.js";
import { expectNoFile } from "../given-folder.js";
import { packagesFrom } from "../package-modules.js";
import { openErrorOf } from "../start-errors.js";
import { storeAddress } from "../store-address.js";
import { readClientTls } from "../tls-files.js";

type Flags = FlagsOf<"query-store">;
type Env = Surroundings["env"];
type Program = typeof QueryStoreProgram;
type Database = QueryStoreProgram.StoreDatabase;

/** It brings a Postgres, so that only who uses it installs it. */
const program = (): Promise<Program> =>
  import("@tallystick/query-store").catch((thrown: unknown) => {
    throw new CommandError(
      `query-store needs its package: npm install @tallystick/query-store (${messageOf(thrown)})`,
    );
  });

const unexpected = (flag: keyof Flags, form: string, found: string): CommandError =>
  usageError(`--${flag}: expected ${form}, found "${found}"`);

const portIn = (text = "5433"): number => {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw unexpected("port", "a number from 0 to 65535", text);
};

const nameIn = (text = "query-store"): string => {
  if (/^[a-z0-9-]{1,40}$/.test(text)) return text;
  throw unexpected("name", "1 to 40 lower-case letters, digits and hyphens", text);
};

const indexIn = (text: string): QueryStoreProgram.DeclaredIndex => {
  const [, template, path] = /^#?([\w.:#-]+)=(\w+(?:\.\w+)*)$/.exec(text) ?? [];
  if (template !== undefined && path !== undefined) return { template, path: path.split(".") };
  throw unexpected("index", "TEMPLATE=PATH, such as Gold:Gold=owner.name", text);
};

const interfaceIn = (text: string): string => {
  if (isRight(parseIdentifier(text))) return text;
  const form = `#package-name:Module:Interface, such as ${holdingInterfaces[0]}`;
  throw unexpected("interface", form, text);
};

/** @param why what the flags are for, and what is given instead */
const expectNone = (flags: Flags, names: ReadonlyArray<keyof Flags>, why: string): void => {
  for (const each of names)
    if (flags[each] !== undefined) throw usageError(`--${each}: is for ${why}`);
};

/** Opens the database, once the flags were read. */
const databaseIn = (flags: Flags, env: Env, of: Program): (() => Promise<Database>) => {
  const url = flags.postgres ?? given(env["TALLYSTICK_POSTGRES"]);
  if (url === undefined) {
    const { to: folder = "./postgres" } = flags;
    expectNoFile("--to", folder, "a folder for the embedded Postgres");
    const port = portIn(flags.port);
    return () => of.embeddedDatabase(folder, port);
  }
  expectNone(flags, ["to", "port"], "the embedded Postgres, but there is --postgres");
  if (!/^postgres(ql)?:\/\//.test(url))
    throw usageError("--postgres: expected an address such as postgres://user@host:5432/database");
  return () => Promise.resolve(of.serverDatabase(url));
};

interface Opened {
  readonly source: QueryStoreProgram.LedgerSource;
  /** The parties of a new store; empty for all. */
  readonly parties: () => Promise<ReadonlyArray<string>>;
  readonly close?: () => Promise<void>;
}

const ofNode = async (flags: Flags, env: Env, of: Program): Promise<Opened> => {
  const { party } = flags;
  const access = async () => ({
    ...flags,
    token: (await tokenIn(flags["token-file"])) ?? flags.token,
  });
  const { base: url } = nodeAddress(await access(), env);
  const token = async () => nodeAddress(await access(), env).token();
  const parties = async () => {
    const node = await connect(await access(), env);
    if (party !== undefined) return partiesNamed(node, party);
    const { readAs, readsAny } = await ownParties(node);
    if (readsAny || readAs.length > 0) return readsAny ? [] : readAs;
    throw new CommandError(
      `${node.user} may not act or read as any party; name others by --user or --token-file`,
    );
  };
  const tls = await readClientTls(flags, env);
  const named = { url, token, name: nameIn(flags.name), tls, fetch: fetchBy(tls, url) };
  return { source: of.remoteSource(named), parties };
};

const ofNodes = ["url", "token", "user", "token-file", "name"] as const;

const ofStore = async (address: string, flags: Flags, of: Program): Promise<Opened> => {
  expectNone(
    flags,
    [...ofNodes, "tls-ca", "tls-certificate", "tls-key"],
    "a node, but there is --store",
  );
  const packages = await packagesFrom(flags.packages ?? []);
  const config = { journal: storeAddress(address), sharedJournal: true, follow: true };
  const ledger = orThrow(await openLedger({ config, packages }), openErrorOf(undefined));
  const parties = () => Promise.resolve(flags.party ?? []);
  return { source: of.embeddedSource(ledger), parties, close: () => ledger.close() };
};

/** Runs `tallystick query-store`: stores what a ledger commits, until a signal. */
export const runQueryStore = async (flags: Flags, surroundings: Surroundings): Promise<void> => {
  const { env, out, err } = surroundings;
  const of = await program();
  const indexes = (flags.index ?? []).map(indexIn);
  const interfaces = (flags.interface ?? []).map(interfaceIn);
  const openDatabase = databaseIn(flags, env, of);
  const isOfNode = (flags.url ?? given(env["TALLYSTICK_URL"])) !== undefined;
  const address = flags.store ?? (isOfNode ? undefined : given(env["TALLYSTICK_STORE"]));
  const opened = await (address === undefined
    ? ofNode(flags, env, of)
    : ofStore(address, flags, of));
  const { signal, release } = untilSignal();
  let database: Database | undefined;
  try {
    database = await openDatabase();
    const store = await of.QueryStore.open(database.db);
    const { blobs = false, once = false } = flags;
    const begun = flags.party === undefined ? await store.mark() : undefined;
    const parties = begun?.scope.parties ?? (await opened.parties());
    const scope = { parties, interfaces, blobs };
    let isReady = false;
    const { url } = database;
    const onStored = (offset: number): void => {
      if (!isReady) out(`query-store: from offset ${offset}, in ${shownUrl(url)}`);
      isReady = true;
    };
    const onAway = (message: string): void => err(`query-store: ${message}; trying again`);
    await of.followLedger(opened.source, store, { scope, once, signal, indexes, onStored, onAway });
    const mark = await store.mark();
    out(`query-store: stored up to offset ${mark?.offset ?? 0}`);
  } catch (thrown) {
    throw failureOf(thrown);
  } finally {
    release();
    await database?.close();
    await opened.close?.();
  }
};

const failureOf = (thrown: unknown): CommandError => {
  if (thrown instanceof CommandError) return thrown;
  const message = `query-store: ${messageOf(thrown)}`;
  return thrown instanceof Error && "code" in thrown && thrown.code === "EADDRINUSE"
    ? new CommandError(`${message}; choose another port with --port`, exitCode.addressTaken)
    : new CommandError(message);
};

/** An address without its password. */
const shownUrl = (text: string): string => {
  const url = new URL(text);
  if (url.password !== "") url.password = "***";
  return url.href;
};
