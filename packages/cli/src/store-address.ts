import { parseStoreAddress } from "@tallystick/event-store";

/** The address of a store given as one, or as the folder of an embedded journal. */
export const storeAddress = (text: string): string =>
  parseStoreAddress(text) === undefined ? `sqlite:${text}` : text;

/** Whether only one process at a time may write to a store of this address. */
export const isEmbedded = (address: string): boolean => /^(sqlite|memory):/.test(address);

/** An address without the password in it. */
export const printableAddress = (address: string): string =>
  address.replaceAll(/\/\/[^/@\s]*@/g, "//***@");
