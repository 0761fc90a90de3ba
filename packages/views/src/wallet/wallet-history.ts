import {
  isJsonObject,
  type Json,
  type Micros,
  offsetOfUpdateId,
  type PartyId,
} from "@tallystick/core";
import { firstWhere, type Names, type SortedMaps, TableDamage } from "@tallystick/tables";
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

/** A stored item of the history. */
export interface HistoryRow {
  readonly seq: number;
  /** Microseconds since the Unix epoch. */
  readonly at: number;
  readonly content: string;
}

export interface NewItem {
  readonly seq: number;
  readonly at: number;
  readonly eventId: string;
}

export interface ItemParty {
  readonly party: PartyId;
  /** The change of the party's balance in units, without its sign, as a float. */
  readonly amount: number | null;
  readonly terms: ReadonlyArray<string>;
}

/**
 * A search for items; every given part has to match. Amounts and terms find all matches and maybe
 * more: the caller compares the items.
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

/** Items found, and where to continue. */
interface FoundRows {
  readonly rows: ReadonlyArray<HistoryRow>;
  /** The place before which to continue; undefined at the end. */
  readonly before: number | undefined;
}

/** Continues before a place, reading a limited number of items; fewer when they are large. */
export type HistoryReader = (before: number | undefined, limit: number) => FoundRows;

/** The places that can match: from the first to before the last. */
interface Places {
  readonly first: number;
  readonly end: number;
}

/** Places to read, from before one down. */
type Driver = (places: Places, limit: number) => ReadonlyArray<number>;

/** Characters of items after which a read ends early. */
const maxReadChars = 1024 * 1024;

const lastPlace = Number.MAX_SAFE_INTEGER;

/** The most matches counted of a part, to find the rarest part. */
const countLimit = 1_000;

/** Number of places of one transaction in the history; more than its nodes. */
export const placesPerOffset = 32_768;

const nothing: HistoryReader = () => ({ rows: [], before: undefined });

/** The offset of an event id, `#<update id>:<node id>`, when its update id contains it. */
const offsetOfEvent = (eventId: string): number | undefined =>
  offsetOfUpdateId(eventId.slice(1, eventId.indexOf(":")));

const numberAtEnd = (key: string): number => Number.parseInt(key.slice(-numberDigits), 16);

/** The time of an item, and the latest time up to it. */
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

export class WalletHistory {
  readonly #maps: SortedMaps;
  readonly #names: Names;

  constructor(maps: SortedMaps, names: Names) {
    this.#maps = maps;
    this.#names = names;
  }

  /** Adds the content of an item; once for all parties. */
  addItem({ seq }: NewItem, content: string): void {
    this.#maps.set(map.items, numberKey(seq), content);
  }

  /** Appends an item to the history of a party. */
  add({ seq, at, eventId }: NewItem, { party, amount, terms }: ItemParty): void {
    const owner = nameKey(this.#names.idOf(party) ?? this.#names.add(party));
    const last = this.#lastBefore(owner, lastPlace);
    const reached = Math.max(at, last?.reached ?? at);
    const place = numberKey(seq);
    this.#maps.set(map.history, owner + place, at < reached ? `${at} ${reached}` : String(at));
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

  /** The event ids of a party's items of one transaction. */
  eventIdsAt(party: PartyId, offset: number, limit: number): ReadonlyArray<string> {
    const owner = this.#known(party);
    if (owner === undefined) return [];
    const from = owner + numberKey(offset * placesPerOffset);
    const to = owner + numberKey((offset + 1) * placesPerOffset);
    return this.#maps.ascending(map.history, { from, to, limit }).flatMap(([key]) => {
      const eventId = eventIdIn(this.#contentAt(key.slice(-numberDigits)));
      return typeof eventId === "string" ? [eventId] : [];
    });
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

  /** Times increase with the places, except for items that came later than their time. */
  #places(owner: string, { from, until }: HistorySearch): Places | undefined {
    const first = from === undefined ? 0 : this.#reaching(owner, from);
    if (until === undefined) return first === lastPlace ? undefined : { first, end: lastPlace };
    const late = this.#maps.ascending(map.historyLate, {
      from: owner + numberKey(from ?? 0),
      to: owner + numberKey(until),
      limit: Infinity,
    });
    let end = this.#reaching(owner, until);
    for (const [key] of late) end = Math.max(end, numberAtEnd(key) + 1);
    return end <= first ? undefined : { first, end };
  }

  /** The place of the first item up to which a time was reached; `lastPlace` when there is none. */
  #reaching(owner: string, time: Micros): number {
    const last = this.#lastBefore(owner, lastPlace);
    if (last === undefined || last.reached < time) return lastPlace;
    return firstWhere(last.seq, (place) => {
      const item = this.#lastBefore(owner, place + 1);
      return item !== undefined && item.reached >= time;
    });
  }

  /** The times of the last item before a place. */
  #lastBefore(owner: string, place: number): (ItemTimes & { readonly seq: number }) | undefined {
    const range = { from: owner, to: owner + numberKey(place), limit: 1 };
    const [last] = this.#maps.descending(map.history, range);
    return last && { ...timesIn(last[1]), seq: numberAtEnd(last[0]) };
  }

  /** The rarest part of the search; all items when none is rare. */
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

  // amounts are not in the order of places
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
