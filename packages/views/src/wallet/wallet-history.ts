import {
  isJsonObject,
  type Json,
  type Micros,
  offsetOfUpdateId,
  type PartyId,
} from "@tallystick/core";
import { type Names, type SortedMaps, TableDamage } from "@tallystick/tables";
import {
  afterDigits,
  floatKey,
  map,
  nameKey,
  numberDigits,
  numberKey,
  shortTextKey,
  textKey,
} from "./wallet-keys.js";

/** An item of the history as it was stored. */
export interface HistoryRow {
  readonly seq: number;
  /** Microseconds since the Unix epoch. */
  readonly at: number;
  readonly content: string;
}

/** An item of a transaction that is new. */
export interface NewItem {
  readonly seq: number;
  readonly at: number;
  readonly eventId: string;
}

/** A party in whose history a new item is. */
export interface ItemParty {
  readonly party: PartyId;
  /** Units of what the party's balance changed by, without its sign, as a float. */
  readonly amount: number | null;
  /** By which the item is found. */
  readonly terms: ReadonlyArray<string>;
}

/**
 * What items are looked for by; every part that is there has to match. Amounts and terms find all
 * that match and may find more: whoever asks compares the items themselves.
 */
export interface HistorySearch {
  readonly terms: ReadonlyArray<string>;
  /** Units, inclusive. */
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
  /** Inclusive. */
  readonly from?: Micros | undefined;
  /** Exclusive. */
  readonly until?: Micros | undefined;
}

/** Items that were found, and where to look on. */
interface FoundRows {
  readonly rows: ReadonlyArray<HistoryRow>;
  /** The place before which to look on; undefined at the end. */
  readonly before: number | undefined;
}

/** Reads on from before a place, looking at so many items at most; fewer when they are large. */
export type HistoryReader = (before: number | undefined, limit: number) => FoundRows;

/** The places that can match: from the first to before the last. */
interface Places {
  readonly first: number;
  readonly end: number;
}

/** Places to look at, from before one down. */
type Driver = (places: Places, limit: number) => ReadonlyArray<number>;

/** Characters of the items that one read gives, after which it ends early. */
const maxReadChars = 1024 * 1024;

const lastPlace = Number.MAX_SAFE_INTEGER;

/** Most matches of a part that are counted to find the rarest part. */
const countLimit = 1_000;

/** Places of one transaction in the order of the history; more than a transaction has nodes. */
export const placesPerOffset = 32_768;

const nothing: HistoryReader = () => ({ rows: [], before: undefined });

/** The offset of an event id, `#<update id>:<node id>`, when its update id contains it. */
const offsetOfEvent = (eventId: string): number | undefined =>
  offsetOfUpdateId(eventId.slice(1, eventId.indexOf(":")));

const numberAtEnd = (key: string): number => Number.parseInt(key.slice(-numberDigits), 16);

/** When an item was, and the latest time of those up to it. */
interface ItemTimes {
  readonly at: number;
  readonly reached: number;
}

const timesIn = (value: string): ItemTimes => {
  const [at = "", reached = at] = value.split(" ");
  return { at: Number(at), reached: Number(reached) };
};

const eventIdIn = (content: string): Json | undefined => {
  // border: our own fold has written it
  const item = JSON.parse(content) as Json;
  return isJsonObject(item) ? item.event_id : undefined;
};

/** The histories of the parties. */
export class WalletHistory {
  readonly #maps: SortedMaps;
  readonly #names: Names;

  constructor(maps: SortedMaps, names: Names) {
    this.#maps = maps;
    this.#names = names;
  }

  /** Adds what is shown of an item; once, whoever sees it. */
  addItem({ seq }: NewItem, content: string): void {
    this.#maps.set(map.items, numberKey(seq), content);
  }

  /** Adds an item behind those of a party. */
  add({ seq, at, eventId }: NewItem, { party, amount, terms }: ItemParty): void {
    const owner = nameKey(this.#names.idOf(party) ?? this.#names.add(party));
    const [last] = this.#maps.descending(map.history, {
      from: owner,
      to: owner + afterDigits,
      limit: 1,
    });
    const reached = Math.max(at, last === undefined ? at : timesIn(last[1]).reached);
    const place = numberKey(seq);
    this.#maps.set(map.history, owner + place, at < reached ? `${at} ${reached}` : String(at));
    this.#maps.set(map.historyTimes, owner + numberKey(reached) + place, "");
    if (at < reached) this.#maps.set(map.historyLate, owner + numberKey(at) + place, "");
    if (amount !== null) this.#maps.set(map.historyAmounts, owner + floatKey(amount) + place, "");
    for (const term of terms)
      this.#maps.set(map.historyTerms, owner + shortTextKey(term) + place, "");
    if (offsetOfEvent(eventId) === undefined)
      this.#maps.set(map.signedHistory, owner + textKey(eventId), String(seq));
  }

  /** The place of an item; undefined when the party has no such item. */
  placeOf(party: PartyId, eventId: string): number | undefined {
    const owner = this.#known(party);
    if (owner === undefined) return undefined;
    const offset = offsetOfEvent(eventId);
    if (offset === undefined) {
      const seq = this.#maps.get(map.signedHistory, owner + textKey(eventId));
      return seq === undefined ? undefined : Number(seq);
    }
    const from = owner + numberKey(offset * placesPerOffset);
    const to = owner + numberKey((offset + 1) * placesPerOffset);
    const found = this.#maps
      .ascending(map.history, { from, to, limit: placesPerOffset })
      .find(([key]) => eventIdIn(this.#contentAt(key.slice(-numberDigits))) === eventId);
    return found && numberAtEnd(found[0]);
  }

  /** Items of a party, the newest first. */
  search(party: PartyId, search: HistorySearch): HistoryReader {
    const owner = this.#known(party);
    const places = owner === undefined ? undefined : this.#places(owner, search);
    if (owner === undefined || places === undefined) return nothing;
    const driver = this.#rarest(owner, places, search);
    return (before, limit) =>
      this.#read(owner, { ...places, end: Math.min(places.end, before ?? lastPlace) }, search, {
        driver,
        limit,
      });
  }

  /** Times only ever grow with the places, but for items that came later than their time. */
  #places(owner: string, { from, until }: HistorySearch): Places | undefined {
    let first = 0;
    if (from !== undefined) {
      const range = { from: owner + numberKey(from), to: owner + afterDigits, limit: 1 };
      const [found] = this.#maps.ascending(map.historyTimes, range);
      if (found === undefined) return undefined;
      first = numberAtEnd(found[0]);
    }
    if (until === undefined) return { first, end: lastPlace };
    const to = owner + numberKey(until);
    const [inTime] = this.#maps.descending(map.historyTimes, { from: owner, to, limit: 1 });
    const late = this.#maps.ascending(map.historyLate, {
      from: owner + numberKey(from ?? 0),
      to,
      limit: Infinity,
    });
    let last = inTime === undefined ? -1 : numberAtEnd(inTime[0]);
    for (const [key] of late) last = Math.max(last, numberAtEnd(key));
    return last < first ? undefined : { first, end: last + 1 };
  }

  /** The rarest part of the search; all items where none is rare. */
  #rarest(owner: string, places: Places, { terms, minAmount, maxAmount }: HistorySearch): Driver {
    const drivers = terms.map((term) => this.#driver(map.historyTerms, owner + shortTextKey(term)));
    if (minAmount !== undefined || maxAmount !== undefined)
      drivers.push(this.#byAmount(owner, minAmount ?? 0, maxAmount ?? Number.MAX_VALUE));
    let best = this.#driver(map.history, owner);
    let fewest = Number.POSITIVE_INFINITY;
    for (const driver of drivers) {
      const count = driver(places, countLimit).length;
      if (count < fewest) [best, fewest] = [driver, count];
    }
    return best;
  }

  #driver(tree: number, prefix: string): Driver {
    return ({ first, end }, limit) => {
      const range = { from: prefix + numberKey(first), to: prefix + numberKey(end), limit };
      return this.#maps.descending(tree, range).map(([key]) => numberAtEnd(key));
    };
  }

  // the order of amounts is not that of places
  #byAmount(owner: string, least: number, most: number): Driver {
    const range = {
      from: owner + floatKey(least),
      to: owner + floatKey(most) + afterDigits,
      limit: Infinity,
    };
    let all: ReadonlyArray<number> | undefined;
    return ({ first, end }, limit) => {
      all ??= this.#maps
        .ascending(map.historyAmounts, range)
        .map(([key]) => numberAtEnd(key))
        .sort((a, b) => b - a);
      return all.filter((seq) => seq >= first && seq < end).slice(0, limit);
    };
  }

  #read(
    owner: string,
    places: Places,
    { terms, from, until }: HistorySearch,
    { driver, limit }: { readonly driver: Driver; readonly limit: number },
  ): FoundRows {
    const found = driver(places, limit);
    const rows: Array<HistoryRow> = [];
    let chars = 0;
    for (const seq of found) {
      const place = numberKey(seq);
      const value = this.#maps.get(map.history, owner + place);
      if (value === undefined) throw new TableDamage(`the item at ${place} is missing`);
      const { at } = timesIn(value);
      const isInTime = (from === undefined || at >= from) && (until === undefined || at < until);
      const hasTerm = (term: string): boolean =>
        this.#maps.get(map.historyTerms, owner + shortTextKey(term) + place) !== undefined;
      if (!isInTime || !terms.every(hasTerm)) continue;
      const content = this.#contentAt(place);
      rows.push({ seq, at, content });
      chars += content.length;
      if (chars > maxReadChars) return { rows, before: seq };
    }
    return { rows, before: found.length < limit ? undefined : found.at(-1) };
  }

  #contentAt(place: string): string {
    const content = this.#maps.get(map.items, place);
    if (content === undefined) throw new TableDamage(`the item at ${place} is missing`);
    return content;
  }

  #known(party: PartyId): string | undefined {
    const id = this.#names.idOf(party);
    return id === undefined ? undefined : nameKey(id);
  }
}
