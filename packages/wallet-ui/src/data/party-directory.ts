import { useMemo, useSyncExternalStore } from "react";
import type { AddressBook } from "../parties/address-book.js";
import { partyParts } from "../parties/party-id.js";
import {
  type NamedParty,
  namedParty,
  newNameIndex,
  type ShownName,
  shownName,
  shownText,
} from "../parties/party-names.js";
import { useSiteConfig } from "../session/site-config.js";
import { loadPart } from "./load-part.js";

/** Parties that are remembered: those that were shown last. */
const mostShown = 5_000;

/** What is known of parties in this tab. */
interface Directory {
  readonly network: string;
  /** Contacts, which are no part of the first load: empty until they are there. */
  contacts: ReadonlyMap<string, string>;
  readonly users: Map<string, string>;
  shown: Set<string>;
  index: ReturnType<typeof newNameIndex>;
  names: Map<string, ShownName>;
  /** The fingerprint of the node's own parties. */
  home: string;
}

const directories = new Map<string, Directory>();
const listeners = new Set<() => void>();
let isLoading = false;

const directoryOf = (network: string): Directory => {
  const known = directories.get(network);
  if (known !== undefined) return known;
  const made: Directory = {
    network,
    contacts: new Map(),
    users: new Map(),
    shown: new Set(),
    index: newNameIndex(),
    names: new Map(),
    home: "",
  };
  directories.set(network, made);
  return made;
};

const named = ({ contacts, users }: Directory, party: string): NamedParty =>
  namedParty(party, contacts.get(party), users.get(party));

let isTold = false;

/** Tells components once, after what is drawn now. */
const changed = (): void => {
  if (isTold) return;
  isTold = true;
  queueMicrotask(() => {
    isTold = false;
    for (const listener of listeners) listener();
  });
};

/** Names and looks again: a contact, a user or the node's own fingerprint has changed. */
const renamed = (directory: Directory): void => {
  directory.index = newNameIndex();
  for (const party of new Set([...directory.contacts.keys(), ...directory.shown]))
    directory.index.add(named(directory, party));
  directory.names = new Map();
  changed();
};

const mapOf = (book: AddressBook): ReadonlyMap<string, string> =>
  new Map(book.map(({ party, label }) => [party, label]));

const load = async (network: string): Promise<void> => {
  isLoading = true;
  const { bookOf, subscribeContacts } = await loadPart(() => import("../session/contacts.js"));
  const read = (): void => {
    const directory = directoryOf(network);
    directory.contacts = mapOf(bookOf(network).book);
    renamed(directory);
  };
  subscribeContacts(read);
  read();
};

const note = (directory: Directory, party: string): void => {
  if (directory.shown.has(party)) return;
  if (directory.shown.size >= mostShown) {
    directory.shown = new Set([...directory.shown].slice(mostShown / 2));
    renamed(directory);
  }
  directory.shown.add(party);
  if (directory.contacts.has(party)) return;
  directory.index.add(named(directory, party));
  // another one may need more of its id now
  directory.names = new Map();
  changed();
};

const isSame = (a: ShownName, b: ShownName): boolean =>
  a.head === b.head &&
  a.tail === b.tail &&
  a.end === b.end &&
  a.isAlike === b.isAlike &&
  a.source === b.source;

const latest = new Map<string, ShownName>();

const shownIn = (directory: Directory, party: string): ShownName => {
  note(directory, party);
  const known = directory.names.get(party);
  if (known !== undefined) return known;
  const self = named(directory, party);
  const found = shownName(self, directory.index.near(self), directory.home);
  const key = `${directory.network} ${party}`;
  const before = latest.get(key);
  const same = before !== undefined && isSame(before, found) ? before : found;
  if (latest.size > mostShown) latest.clear();
  latest.set(key, same);
  directory.names.set(party, same);
  return same;
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The users of parties, whose names the parties are shown by: what is known first stays. */
export const learnUsers = (
  network: string,
  users: ReadonlyArray<readonly [party: string, user: string]>,
): void => {
  const directory = directoryOf(network);
  const fresh = users.filter(([party]) => party !== "" && !directory.users.has(party));
  if (fresh.length === 0) return;
  for (const [party, user] of fresh) directory.users.set(party, user);
  renamed(directory);
};

/** The node's own parties have the fingerprint of this one. */
export const learnHome = (network: string, party: string): void => {
  const directory = directoryOf(network);
  const { fingerprint } = partyParts(party);
  if (directory.home === fingerprint) return;
  directory.home = fingerprint;
  renamed(directory);
};

/** How a party is shown: by its contact, its user or its hint, and told from those like it. */
export const useShownName = (party: string): ShownName => {
  const { network } = useSiteConfig();
  if (!isLoading) void load(network);
  return useSyncExternalStore(subscribe, () => shownIn(directoryOf(network), party));
};

/** All parties that are known in this tab, with their names. */
export const useKnownNames = (): ReadonlyArray<NamedParty> => {
  const { network } = useSiteConfig();
  if (!isLoading) void load(network);
  // whatever changes a name changes what is shown
  const names = useSyncExternalStore(subscribe, () => directoryOf(network).names);
  return useMemo(() => {
    const directory = directoryOf(network);
    const { contacts, users, shown } = directory;
    return [...new Set([...contacts.keys(), ...users.keys(), ...shown])].map((party) =>
      named(directory, party),
    );
  }, [network, names]);
};

/** The same as a text, for titles, options and sentences. */
export const usePartyText = (): ((party: string) => string) => {
  const { network } = useSiteConfig();
  if (!isLoading) void load(network);
  // what was shown already is in the directory; a sentence is said once
  return (party) => (party === "" ? "" : shownText(shownIn(directoryOf(network), party)));
};
