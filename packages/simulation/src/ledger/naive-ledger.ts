import {
  decodeLedgerEvent,
  type Json,
  type LedgerEvent,
  type PastEvent,
  type TransactionCommitted,
} from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";

/** An active contract, found with no regard to time. */
export interface NaiveContract {
  readonly contractId: string;
  /** Module and name of its template. */
  readonly template: string;
  readonly payload: Readonly<Record<string, Json>>;
  readonly stakeholders: ReadonlyArray<string>;
  /** `[maintainers, value]` as text; undefined for none. */
  readonly key: string | undefined;
}

export interface NaiveEvent {
  readonly offset: number;
  readonly recorded: RecordedEvent;
  readonly event: PastEvent;
}

const isRecord = (json: Json): json is { readonly [name: string]: Json } =>
  typeof json === "object" && json !== null && !Array.isArray(json);

/** The fields of a payload; none where it is no record. */
export const fieldsOf = (json: Json): Readonly<Record<string, Json>> =>
  isRecord(json) ? json : {};

/** Module and name in the id of a template. */
const templateOf = (templateId: string): string => templateId.slice(templateId.indexOf(":") + 1);

/** The contracts that are active after a transaction too. */
export const applyTransaction = (
  active: Map<string, NaiveContract>,
  { nodes }: TransactionCommitted,
): void => {
  for (const node of nodes) {
    if (node.kind === "create") {
      const { contractId, templateId, payload, signatories, observers, key } = node;
      active.set(contractId, {
        contractId,
        template: templateOf(templateId),
        payload: fieldsOf(payload),
        stakeholders: [...signatories, ...observers].toSorted(),
        key: key === undefined ? undefined : JSON.stringify([key.maintainers, key.value]),
      });
    } else if (node.consuming) {
      active.delete(node.contractId);
    }
  }
};

/** A journal folded in the plainest way, to compare with. */
export class NaiveLedger {
  readonly events: Array<NaiveEvent> = [];
  readonly active = new Map<string, NaiveContract>();
  /** Ids of contracts that were active once. */
  readonly past: Array<string> = [];
  /** Why an event could not be read. */
  readonly unread: Array<string> = [];

  /** Adds the next events of a journal. */
  take(recorded: ReadonlyArray<RecordedEvent>): void {
    for (const each of recorded) {
      const offset = each.revision + 1;
      const decoded = decodeLedgerEvent(each.type, each.data, offset);
      if (isLeft(decoded)) {
        this.unread.push(`offset ${offset}: ${decoded.left.reason}`);
        continue;
      }
      const event = decoded.right;
      this.events.push({ offset, recorded: each, event });
      if (event.type !== "TransactionCommitted") continue;
      applyTransaction(this.active, event);
      for (const node of event.nodes)
        if (node.kind === "exercise" && node.consuming) this.past.push(node.contractId);
    }
  }

  end(): number {
    return this.events.at(-1)?.offset ?? 0;
  }

  /** The active contracts of a template, in the order in which they were made. */
  of(template: string): ReadonlyArray<NaiveContract> {
    return [...this.active.values()].filter((each) => each.template === template);
  }

  /** The contracts active after an offset that a party sees, sorted. */
  activeFor(party: string, offset: number): ReadonlyArray<string> {
    const active = new Map<string, NaiveContract>();
    for (const { event, offset: at } of this.events)
      if (at <= offset && event.type === "TransactionCommitted") applyTransaction(active, event);
    return [...active.values()]
      .filter(({ stakeholders }) => stakeholders.includes(party))
      .map(({ contractId }) => contractId)
      .toSorted();
  }

  ofType<T extends LedgerEvent["type"]>(
    type: T,
  ): ReadonlyArray<NaiveEvent & { readonly event: Extract<LedgerEvent, { type: T }> }> {
    return this.events.flatMap((each) => {
      const { event } = each;
      return isOfType(event, type) ? [{ ...each, event }] : [];
    });
  }
}

const isOfType = <T extends LedgerEvent["type"]>(
  event: PastEvent,
  type: T,
): event is Extract<LedgerEvent, { type: T }> => event.type === type;
