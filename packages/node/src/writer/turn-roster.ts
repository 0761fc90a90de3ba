import { Listeners, type Timers } from "@tallystick/background";
import {
  type EventStore,
  readJson,
  type RecordedEvent,
  type StoreError,
} from "@tallystick/event-store";
import { type Either, isLeft, map } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { type Following, keepSubscribed } from "../journal/keep-subscribed.js";

/** The announcement of a node that contends for a journal. */
export interface Contender {
  readonly node: string;
  /** Time of its appends; milliseconds. */
  readonly appendMs: number;
  /** True when it recently lost a race, false when it only answers one that did. */
  readonly hasLost: boolean;
}

/** Announcements between nodes about their appends, in a separate stream. */
export interface TurnRoster {
  /** Announces to the others, if the store can be written now. */
  say(contender: Contender): void;
  /** Calls `listener` with announcements of others. */
  onHeard(listener: (contender: Contender) => void): () => void;
  stop(): void;
}

const eventType = "TurnWanted";

const ContenderFields = t.strict({ node: t.string, appendMs: t.number, hasLost: t.boolean });

/** Reads an announcement; undefined for an event of another kind. */
export const contenderOf = ({
  type,
  data,
}: Pick<RecordedEvent, "type" | "data">): Contender | undefined =>
  type === eventType ? readJson(ContenderFields, data) : undefined;

/** The roster in a stream of a store. Announcements may be lost: turns only save work. */
export const turnRoster = (parts: RosterParts): TurnRoster => new StreamRoster(parts);

interface RosterParts {
  readonly store: EventStore;
  readonly stream: string;
  /** Default: the system's. */
  readonly timers?: Timers;
  /** Makes the ids of events: UUIDs. */
  readonly newId: () => string;
}

class StreamRoster implements TurnRoster {
  readonly #store: EventStore;
  readonly #stream: string;
  readonly #newId: () => string;
  readonly #contenders = new Listeners<[Contender]>();
  readonly onHeard = this.#contenders.add;
  readonly #following: Following;
  #isStopped = false;
  #isSaying = false;

  constructor({ store, stream, timers, newId }: RosterParts) {
    this.#store = store;
    this.#stream = stream;
    this.#newId = newId;
    this.#following = keepSubscribed(
      { store, stream, ...(timers === undefined ? {} : { timers }) },
      () => this.#last(),
      (events) => this.#heard(events),
    );
  }

  say({ node, appendMs, hasLost }: Contender): void {
    // one at a time: the next has the same content
    if (this.#isSaying || this.#isStopped) return;
    this.#isSaying = true;
    void this.#append(JSON.stringify({ v: 1, node, appendMs, hasLost })).finally(() => {
      this.#isSaying = false;
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#following.stop();
  }

  async #append(data: string): Promise<void> {
    const last = await this.#store.lastEvent(this.#stream);
    if (isLeft(last)) return;
    const event = { id: this.#newId(), type: eventType, data, metadata: "" };
    const expected = last.right?.revision ?? "no-stream";
    const appended = await this.#store.append(this.#stream, expected, [event]);
    if (!isLeft(appended) || appended.left.kind !== "wrong-expected-revision") return;
    // two nodes may announce at the same time; after three lost races in a row it waits for the
    // next occasion
    await this.#store.append(this.#stream, appended.left.actual, [event]);
  }

  /** What is said from now on. */
  async #last(): Promise<Either<StoreError, number>> {
    const last = await this.#store.lastEvent(this.#stream);
    return map((event: RecordedEvent | undefined) => event?.revision ?? -1)(last);
  }

  #heard(events: ReadonlyArray<RecordedEvent>): void {
    for (const event of events) {
      const said = contenderOf(event);
      if (said !== undefined) this.#contenders.tell(said);
    }
  }
}
