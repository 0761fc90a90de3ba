import type { Either } from "fp-ts/lib/Either.js";
import type { EventStore, StoreError } from "./event-store.js";

/** Options of opening a store. */
export interface StoreOpening {
  /** True when other processes append to the same streams. */
  readonly shared: boolean;
  /** Open although acknowledged events are gone; default: such a loss is an error. */
  readonly acceptsLoss?: boolean;
  /** Is called with notes for the operator. */
  readonly notice?: ((message: string) => void) | undefined;
  /** Is called each time a thread of the store ended by itself; it is restarted. */
  readonly onThreadEnd?: ((reason: string) => void) | undefined;
  /**
   * True for read-only: nothing is created, written or locked, so another process may be writing. A
   * store without locks may ignore it.
   */
  readonly readOnly?: boolean | undefined;
}

/** One kind of store, chosen by the scheme of an address `<scheme>:<place>`. */
export interface StoreProvider {
  /** Lowercase letters, digits and +, such as "sqlite". */
  readonly scheme: string;
  /**
   * Opens the store at a place, and creates it when there is none.
   *
   * @param place the address after its scheme and colon: a folder, a connection string, or empty
   */
  open(place: string, opening: StoreOpening): Promise<Either<StoreError, EventStore>>;
}

/** The address of a store in its parts. */
export interface StoreAddress {
  readonly scheme: string;
  readonly place: string;
}

const ADDRESS = /^([a-z][a-z0-9+]*):(.*)$/s;

/**
 * Reads an address such as `memory:` or `sqlite:./data`; undefined when it has no scheme.
 *
 * @example
 * parseStoreAddress("sqlite:./data"); // { scheme: "sqlite", place: "./data" }
 */
export const parseStoreAddress = (address: string): StoreAddress | undefined => {
  const [, scheme, place] = ADDRESS.exec(address) ?? [];
  return scheme === undefined || place === undefined ? undefined : { scheme, place };
};
