import { checkArgument } from "@tallystick/core";
import {
  type EventStore,
  memoryStores,
  parseStoreAddress,
  type StoreProvider,
} from "@tallystick/event-store";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { OpenError } from "../../ledger/ledger.js";
import type { LedgerConfig } from "../../ledger/ledger-config.js";
import { storeMessage } from "../../journal/store-message.js";

/** Options of the store to open. */
export interface StoreChoice {
  readonly data: string | undefined;
  /** Kinds of store in addition to `memory:` and those of packages named after their scheme. */
  readonly stores: ReadonlyArray<StoreProvider>;
  readonly config: Pick<LedgerConfig, "journal" | "sharedJournal">;
  /** True to open although acknowledged events are gone. */
  readonly acceptsLoss?: boolean;
  /**
   * Is called with notes for the operator.
   *
   * @param message for the operator
   */
  readonly notice?: (message: string) => void;
  /**
   * Is called each time a thread of the store ended by itself; it restarts.
   *
   * @param reason for the operator
   */
  readonly onThreadEnd?: (reason: string) => void;
  /** True for read-only, also while another process writes. */
  readonly readOnly?: boolean;
}

const addressOf = ({ data, config }: StoreChoice): string => {
  if (config.journal !== "") return config.journal;
  return data === undefined ? "memory:" : `sqlite:${data}`;
};

/**
 * Opens the store that holds the journal: the one the configuration names, else the default one in
 * the data folder, else one in memory.
 *
 * @param choice where it is, and how it is opened
 */
export const openStore = async (choice: StoreChoice): Promise<Either<OpenError, EventStore>> => {
  checkArgument("choice", choice, "object", { config: "object" });
  const text = addressOf(choice);
  const address = parseStoreAddress(text);
  if (address === undefined)
    return configError(`expected <scheme>:<place>, such as sqlite:./data, found ${shown(text)}`);
  const provider =
    [...choice.stores, memoryStores].find(({ scheme }) => scheme === address.scheme) ??
    (await installedProvider(address.scheme));
  if (provider === undefined) {
    return configError(
      `no store for the scheme "${address.scheme}"; expected a folder or an address such as esdb://host:2113, or the package ${packageOf(address.scheme)} installed, or its provider in "stores"`,
    );
  }
  const { acceptsLoss = false, notice, onThreadEnd, readOnly } = choice;
  const opened = await provider.open(address.place, {
    shared: choice.config.sharedJournal,
    acceptsLoss,
    notice,
    onThreadEnd,
    ...(readOnly === true ? { readOnly } : {}),
  });
  if (!isLeft(opened)) return opened;
  const { left: error } = opened;
  // the address itself is wrong: nothing was sent
  if (error.kind === "invalid") return configError(error.reason);
  return left({ kind: "store", error, message: storeMessage(error) });
};

/** An address may have a password in it. */
const shown = (text: string): string =>
  text.includes("://") ? "an address without a scheme in lower case" : `"${text}"`;

const configError = (message: string): Either<OpenError, never> =>
  left({ kind: "config", message: `journal: ${message}` });

/** Packages that are not named after their scheme. */
const packageNames: Readonly<Record<string, string>> = {
  esdb: "eventstoredb",
  "esdb+discover": "eventstoredb",
};

const packageOf = (scheme: string): string =>
  `@tallystick/event-store-${packageNames[scheme] ?? scheme}`;

/** The provider of a scheme from its package's exports, if that package is installed. */
const installedProvider = async (scheme: string): Promise<StoreProvider | undefined> => {
  let found: unknown;
  try {
    found = await import(packageOf(scheme));
  } catch (thrown) {
    if (isNotInstalled(thrown)) return undefined;
    throw thrown;
  }
  if (!isRecord(found)) return undefined;
  const { storeProvider, storeProviders } = found;
  const listed: ReadonlyArray<unknown> = Array.isArray(storeProviders) ? storeProviders : [];
  return [storeProvider, ...listed]
    .filter(isProvider)
    .find((provider) => provider.scheme === scheme);
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isProvider = (value: unknown): value is StoreProvider =>
  isRecord(value) && typeof value["scheme"] === "string" && typeof value["open"] === "function";

const isNotInstalled = (thrown: unknown): boolean =>
  thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND";
