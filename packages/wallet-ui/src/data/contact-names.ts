import { useSyncExternalStore } from "react";
import type * as Contacts from "../session/contacts.js";
import { loadPart } from "./load-part.js";
import { useSiteConfig } from "../session/site-config.js";

/** The address book, which is no part of the first load; undefined until it is there. */
let contacts: typeof Contacts | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

const changed = (): void => {
  for (const listener of listeners) listener();
};

const load = async (): Promise<void> => {
  isLoading = true;
  contacts = await loadPart(() => import("../session/contacts.js"));
  contacts.subscribeContacts(changed);
  changed();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (!isLoading) void load();
  return () => listeners.delete(listener);
};

/** The name that the user gave a party; undefined when it has none, and until names are loaded. */
export const useContactName = (party: string): string | undefined => {
  const { network } = useSiteConfig();
  return useSyncExternalStore(subscribe, () => contacts?.contactLabel(network, party));
};
