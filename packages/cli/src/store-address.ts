import { parseStoreAddress } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";

/** What can only be meant as an address, however it is written. */
const ADDRESS = /^\s*([A-Za-z][A-Za-z0-9+]*):\/\/(.*)$/s;

/** The address of a store given as one, or as the folder of an embedded journal. */
export const storeAddress = (text: string): string => {
  const [, scheme, place] = ADDRESS.exec(text) ?? [];
  if (scheme !== undefined && place !== undefined)
    return `${scheme.toLowerCase()}://${place.trimEnd()}`;
  return parseStoreAddress(text) === undefined ? `sqlite:${text}` : text;
};

/** Whether a text is a folder, and not the address of a store. */
export const isFolder = (text: string): boolean => storeAddress(text) === `sqlite:${text}`;

/** Whether only one process at a time may write to a store of this address. */
export const isEmbedded = (address: string): boolean => /^(sqlite|memory):/.test(address);

/** The folder of an embedded journal; undefined when it is no such address. */
export const embeddedFolder = (address: string): string | undefined =>
  address.startsWith("sqlite:") ? address.slice("sqlite:".length) : undefined;

/**
 * An address as people may see it, in output and in journals: built from its scheme and hosts, so
 * that no user and no password is in it.
 */
export const printableStore = async (text: string): Promise<string> => {
  const address = storeAddress(text);
  if (isFolder(text) || isEmbedded(address)) return text;
  const eventStoreDb = await import("@tallystick/event-store-eventstoredb");
  const parsed = eventStoreDb.parseConnectionString(address);
  return isLeft(parsed)
    ? `${address.slice(0, address.indexOf(":"))}:`
    : eventStoreDb.printableAddress(parsed.right);
};
