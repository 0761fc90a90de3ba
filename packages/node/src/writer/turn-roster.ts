import { randomUUID } from "node:crypto";
import {
  type EventStore,
  readJson,
  type RecordedEvent,
  type Subscription,
} from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";

/** What a node says that appends to a journal when others do too. */
export interface Contender {
  readonly node: string;
  /** How long its appends take; milliseconds. */
  readonly appendMs: number;
  /** True when it has recently lost a race, false when it only answers one that has. */
  readonly hasLost: boolean;
}

/** What nodes say to each other about their appends, in a stream of its own. */
export interface TurnRoster {
  /** Says it to the others, as far as the store takes it now. */
  say(contender: Contender): void;
  /** Calls `listener` with what others say. */
  onHeard(listener: (contender: Contender) => void): void;
  stop(): void;
}

const eventType = "TurnWanted";

/** Wait before a subscription that ended is begun again; milliseconds. */
const resubscribeMs = 500;

const ContenderFields = t.strict({ node: t.string, appendMs: t.number, hasLost: t.boolean });

/** Reads what a node said; undefined for an event of another kind. */
export const contenderOf = ({
  type,
  data,
}: Pick<RecordedEvent, "type" | "data">): Contender | undefined =>
  type === eventType ? readJson(ContenderFields, data) : undefined;

/**
 * The roster in a stream of a store. What cannot be said or heard is lost: turns only save work,
 * and nothing depends on them.
 */
export const turnRoster = (store: EventStore, stream: string): TurnRoster =>
  new StreamRoster(store, stream);

class StreamRoster implements TurnRoster {
  readonly #store: EventStore;
  readonly #stream: string;
  #listener: (contender: Contender) => void = () => undefined;
  #subscription: Subscription | undefined;
  #retrying: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isSaying = false;

  constructor(store: EventStore, stream: string) {
    this.#store = store;
    this.#stream = stream;
    void this.#hear();
  }

  say({ node, appendMs, hasLost }: Contender): void {
    // one at a time: the next says the same
    if (this.#isSaying || this.#isStopped) return;
    this.#isSaying = true;
    void this.#append(JSON.stringify({ v: 1, node, appendMs, hasLost })).finally(() => {
      this.#isSaying = false;
    });
  }

  onHeard(listener: (contender: Contender) => void): void {
    this.#listener = listener;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retrying);
    this.#subscription?.close();
  }

  async #append(data: string): Promise<void> {
    const last = await this.#store.lastEvent(this.#stream);
    if (isLeft(last)) return;
    const event = { id: randomUUID(), type: eventType, data, metadata: "" };
    const expected = last.right?.revision ?? "no-stream";
    const appended = await this.#store.append(this.#stream, expected, [event]);
    if (!isLeft(appended) || appended.left.kind !== "wrong-expected-revision") return;
    // two may say something at once; three times in a row is left to the next occasion
    await this.#store.append(this.#stream, appended.left.actual, [event]);
  }

  async #hear(): Promise<void> {
    const last = await this.#store.lastEvent(this.#stream);
    if (!isLeft(last) && !this.#isStopped) await this.#follow(last.right?.revision ?? -1);
    if (this.#isStopped) return;
    this.#retrying = setTimeout(() => void this.#hear(), resubscribeMs).unref();
  }

  async #follow(after: number): Promise<void> {
    this.#subscription = this.#store.subscribe(this.#stream, after);
    for await (const item of this.#subscription) {
      if (isLeft(item)) return;
      if (item.right.kind !== "events") continue;
      for (const event of item.right.events) {
        const said = contenderOf(event);
        if (said !== undefined) this.#listener(said);
      }
    }
  }
}
