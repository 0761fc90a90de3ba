import { coinPackages } from "@tallystick/coin";
import { openLedger } from "@tallystick/node";
import type * as QueryStoreProgram from "@tallystick/query-store";
import { connect, nodeAddress, type NodeConnection } from "../client/node-connection.js";
import { ownParties, partiesNamed } from "../client/parties.js";
import { tokenIn } from "../client/token-file.js";
import { CommandError, messageOf, orThrow, usageError } from "../command-error.js";
import { untilSignal } from "../audit/until-signal.js";
import type { FlagsOf } from "../commands/command-rows.js";
import type { Surroundings } from "../commands/command.js";
import { expectNoFile } from "../given-folder.js";
import { packagesFrom } from "../package-modules.js";
import { openErrorOf } from "../start-errors.js";
import { storeAddress } from "../store-address.js";
import { indexesIn } from "./declared-indexes.js";

type Flags = FlagsOf<"query-store">;
type Program = typeof QueryStoreProgram;
type StoreDatabase = QueryStoreProgram.StoreDatabase;

const usualPort = 5_433;
const usualFolder = "./postgres";

/** It brings a Postgres, so that only who uses it installs it. */
const program = (): Promise<Program> =>
  import("@tallystick/query-store").catch((thrown: unknown) => {
    throw new CommandError(
      `query-store needs its package: npm install @tallystick/query-store (${messageOf(thrown)})`,
    );
  });

// an empty variable is how shells leave one out
const given = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

const portIn = (text: string | undefined): number => {
  const port = text === undefined ? usualPort : Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw usageError(`--port: expected a number from 0 to 65535, found "${text}"`);
};

const nameIn = (text = "query-store"): string => {
  if (/^[a-z0-9-]{1,40}$/.test(text)) return text;
  throw usageError(
    `--name: expected 1 to 40 lower-case letters, digits and hyphens, found "${text}"`,
  );
};

/** Where the tables are. */
type Target = { readonly url: string } | { readonly folder: string; readonly port: number };

const targetIn = (flags: Flags, env: Surroundings["env"]): Target => {
  const url = flags.postgres ?? given(env["TALLYSTICK_POSTGRES"]);
  if (url === undefined) {
    const folder = flags.to ?? usualFolder;
    expectNoFile("--to", folder, "a folder for the embedded Postgres");
    return { folder, port: portIn(flags.port) };
  }
  for (const each of ["to", "port"] as const) {
    if (flags[each] !== undefined)
      throw usageError(`--${each}: is for the embedded Postgres, but there is --postgres`);
  }
  if (!/^postgres(ql)?:\/\//.test(url))
    throw usageError("--postgres: expected an address such as postgres://user@host:5432/database");
  return { url };
};

const openDatabase = async (target: Target, of: Program): Promise<StoreDatabase> =>
  "url" in target ? of.serverDatabase(target.url) : of.embeddedDatabase(target.folder, target.port);

interface Opened {
  readonly source: QueryStoreProgram.LedgerSource;
  /** The parties of a new store; empty for all. */
  readonly parties: () => Promise<ReadonlyArray<string>>;
  readonly close: () => Promise<void>;
}

/** All that the caller may read. */
const readableParties = async (node: NodeConnection): Promise<ReadonlyArray<string>> => {
  const { readAs, readsAny } = await ownParties(node);
  if (readsAny || readAs.length > 0) return readsAny ? [] : readAs;
  throw new CommandError(
    `${node.user} may not act or read as any party; name others by --user or --token-file`,
  );
};

const ofNode = async (flags: Flags, env: Surroundings["env"], of: Program): Promise<Opened> => {
  const file = flags["token-file"];
  const access = async () => {
    const token = (await tokenIn(file)) ?? flags.token;
    return { url: flags.url, user: flags.user, ...(token === undefined ? {} : { token }) };
  };
  const { base } = nodeAddress(await access(), env);
  const token = async () => nodeAddress(await access(), env).token();
  const parties = async () => {
    const node = await connect(await access(), env);
    return flags.party === undefined ? readableParties(node) : partiesNamed(node, flags.party);
  };
  const source = of.remoteSource({ url: base, token, name: nameIn(flags.name) });
  return { source, parties, close: () => Promise.resolve() };
};

const ofStore = async (address: string, flags: Flags, of: Program): Promise<Opened> => {
  for (const each of ["url", "token", "user", "token-file", "name"] as const) {
    if (flags[each] !== undefined)
      throw usageError(`--${each}: is for a node, but there is --store`);
  }
  const packages = [...coinPackages, ...(await packagesFrom(flags.packages ?? []))];
  const config = { journal: storeAddress(address), sharedJournal: true, follow: true };
  const ledger = orThrow(await openLedger({ config, packages }), openErrorOf(undefined));
  return {
    source: of.embeddedSource(ledger),
    parties: () => Promise.resolve(flags.party ?? []),
    close: () => ledger.close(),
  };
};

/** Runs `tallystick query-store`: stores what a ledger commits, until a signal. */
export const runQueryStore = async (flags: Flags, surroundings: Surroundings): Promise<void> => {
  const { env, out, err } = surroundings;
  const of = await program();
  const indexes = indexesIn(flags.index ?? []);
  const target = targetIn(flags, env);
  const isOfNode = (flags.url ?? given(env["TALLYSTICK_URL"])) !== undefined;
  const address = flags.store ?? (isOfNode ? undefined : given(env["TALLYSTICK_STORE"]));
  const opened = await (address === undefined
    ? ofNode(flags, env, of)
    : ofStore(address, flags, of));
  const { signal, release } = untilSignal();
  let database: StoreDatabase | undefined;
  try {
    database = await openDatabase(target, of);
    const store = await of.QueryStore.open(database.db);
    const { interface: interfaces = [], blobs = false, once = false } = flags;
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
    throw thrown instanceof CommandError
      ? thrown
      : new CommandError(`query-store: ${messageOf(thrown)}`);
  } finally {
    release();
    await database?.close();
    await opened.close();
  }
};

/** An address without its password. */
const shownUrl = (text: string): string => {
  const url = new URL(text);
  if (url.password !== "") url.password = "***";
  return url.href;
};
