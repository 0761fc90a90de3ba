import {
  ANY,
  BACKWARDS,
  binaryEvent,
  END,
  type EventStoreDBClient,
  eventTypeFilter,
  type ExpectedRevision,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  START,
  STREAM_EXISTS,
  streamNameFilter,
} from "@eventstore/db-client";
import type {
  RecordedCall,
  RecordedEventInit,
  RecordedExpectation,
  RecordedFilter,
  RecordedFrom,
} from "./recorded-sequence.js";
import { Place, type SequenceNames } from "./sequence-names.js";

/** What is shown of an event that the official client read. */
interface OfficialEvent {
  readonly streamId: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: unknown;
  readonly metadata: unknown;
  readonly created: unknown;
  readonly position?: { readonly commit: bigint } | undefined;
}

/** The calls of a sequence that the official client makes. */
export class OfficialCalls {
  constructor(
    private readonly official: EventStoreDBClient,
    private readonly names: SequenceNames,
  ) {}

  /** A call of the official client; an error is shown by its class and what it carries. */
  async make(call: RecordedCall): Promise<unknown> {
    try {
      return await this.officialCall(call);
    } catch (error) {
      const { name, type, code, message, streamName } = Object(error);
      return {
        thrown: Object(error).constructor.name ?? name,
        type,
        ...(code === undefined ? {} : { code }),
        message: this.names.shown(String(message)),
        fields: streamName === undefined ? {} : { s: this.names.shown(String(streamName)) },
      };
    }
  }

  private async officialCall(call: RecordedCall): Promise<unknown> {
    const stream = this.names.stream(call.stream);
    const expectedRevision = officialExpectation(call.exp ?? "any");
    switch (call.op) {
      case "oAppend": {
        const events = (call.events ?? []).map((event) => this.officialEvent(event));
        const { success, nextExpectedRevision, position } = await this.official.appendToStream(
          stream,
          events,
          { expectedRevision },
        );
        if (position !== undefined) this.names.remember(position.commit, events.length > 0);
        return {
          success,
          next: String(nextExpectedRevision),
          ...(position === undefined ? {} : { pos: new Place(position.commit) }),
        };
      }
      case "oDelete":
      case "oTombstone": {
        const method = call.op === "oDelete" ? "deleteStream" : "tombstoneStream";
        const { position } = await this.official[method](stream, { expectedRevision });
        if (position === undefined) return { pos: "none" };
        this.names.remember(position.commit, true);
        return { pos: new Place(position.commit) };
      }
      case "oSetMeta": {
        const { success, nextExpectedRevision, position } = await this.official.setStreamMetadata(
          stream,
          call.meta ?? {},
          call.exp === undefined ? {} : { expectedRevision },
        );
        if (position !== undefined) this.names.remember(position.commit, true);
        return { success, next: String(nextExpectedRevision) };
      }
      case "oGetMeta": {
        const { metastreamRevision, metadata } = await this.official.getStreamMetadata(stream);
        return {
          rev: String(metastreamRevision),
          ...(metadata === undefined ? {} : { meta: metadata }),
        };
      }
      default:
        return { events: await this.officialRead(call) };
    }
  }

  private officialEvent(init: RecordedEventInit) {
    const id = this.names.id(init.id);
    const metadata = init.meta === undefined ? {} : { metadata: Buffer.from(init.meta) };
    return init.ct === "application/json"
      ? jsonEvent({ id, type: init.type, data: JSON.parse(init.data), ...metadata })
      : binaryEvent({ id, type: init.type, data: Buffer.from(init.data), ...metadata });
  }

  private async officialRead(call: RecordedCall): Promise<ReadonlyArray<unknown>> {
    const direction = call.dir === 1 ? BACKWARDS : FORWARDS;
    const found: unknown[] = [];
    if (call.op === "oRead") {
      const read = this.official.readStream(this.names.stream(call.stream), {
        direction,
        fromRevision: officialRevision(call.from ?? "start"),
        maxCount: call.count ?? 1,
      });
      for await (const { event } of read)
        if (event !== undefined) found.push(this.officialShown(event, true));
      return found;
    }
    const { filter } = call;
    const from = Object(call.from);
    const at = this.names.position({ pos: Number(from.pos) });
    const read = this.official.readAll({
      direction,
      fromPosition: at === undefined ? END : { commit: at, prepare: at },
      maxCount: call.count ?? 1,
      ...(filter === undefined ? {} : { filter: this.officialFilter(filter) }),
    });
    for await (const { event } of read)
      if (event !== undefined) found.push(this.officialShown(event, false));
    return found;
  }

  private officialFilter({ by, regex, prefix = [] }: RecordedFilter) {
    const make = by === "stream" ? streamNameFilter : eventTypeFilter;
    const name = (text: string): string => this.names.prefixed(text);
    return regex === undefined
      ? make({ prefixes: prefix.map(name) })
      : make({ regex: name(regex) });
  }

  private officialShown(event: OfficialEvent, isWhole: boolean): unknown {
    const { streamId, revision, id, type, position, isJson, data, created, metadata } = event;
    return {
      stream: this.names.shown(streamId),
      rev: String(revision),
      id: this.names.nameOf(id),
      type,
      ...(position === undefined ? {} : { pos: new Place(position.commit) }),
      ...(isWhole && position !== undefined ? { cp: new Place(position.commit) } : {}),
      ...(isWhole
        ? {
            isJson,
            created: created instanceof Date,
            data: isJson ? JSON.stringify(data) : shownBytes(data),
            ...(metadata === undefined
              ? {}
              : {
                  meta:
                    metadata instanceof Uint8Array
                      ? shownBytes(metadata)
                      : JSON.stringify(metadata),
                }),
          }
        : {}),
    };
  }
}

const officialExpectation = (exp: RecordedExpectation): ExpectedRevision => {
  if (typeof exp === "number") return BigInt(exp);
  if (exp === "exists") return STREAM_EXISTS as never; // its types forget this one
  return exp === "none" ? NO_STREAM : ANY;
};

const officialRevision = (from: RecordedFrom) =>
  typeof from === "number" ? BigInt(from) : from === "end" ? END : START;

const shownBytes = (bytes: unknown): string => `b:${Buffer.from(Object(bytes)).toString("latin1")}`;
