import { EventStoreDBClient } from "@eventstore/db-client";
import { structuredId } from "../../src/protocol/identifiers.js";
import { streamsMethods } from "../../src/protocol/service-methods.js";
import {
  type BatchAnswer,
  type Ended,
  expecting,
  type Failed,
  identifier,
  type Proposed,
  RawClient,
  type ReadAnswer,
} from "../raw-client.js";
import { closeClient } from "../served-store.js";
import { OfficialCalls } from "./official-calls.js";
import type {
  RecordedAppend,
  RecordedCall,
  RecordedEventInit,
  RecordedFilter,
  RecordedFrom,
  RecordedSequence,
} from "./recorded-sequence.js";
import { Place, ranked, SequenceNames, uuidOf } from "./sequence-names.js";

/** How long subscriptions are given after the last call; milliseconds. */
const settleMs = 250;

/** One sequence on its way: clients, names and what was remembered. */
class Replay {
  constructor(
    private readonly raw: RawClient,
    private readonly official: OfficialCalls,
    private readonly names: SequenceNames,
  ) {}

  private event(init: RecordedEventInit): NonNullable<Proposed> {
    const id = this.names.id(init.id);
    return {
      id:
        init.structured === true
          ? { structured: structuredId(id) }
          : { string: init.upper === true ? id.toUpperCase() : id },
      metadata: new Map([
        ["type", init.type],
        ["content-type", init.ct],
      ]),
      data: bytesOf(init),
      customMetadata: Buffer.from(init.meta ?? ""),
    };
  }

  private failed({ code, details, trailers }: Failed): unknown {
    const shown = Object.entries(trailers)
      .filter(([name]) => name !== "date" && name !== "server" && name !== "content-type")
      .map(([name, value]) => [name, this.names.shown(value)]);
    return { code, details: this.names.shown(details), trailers: Object.fromEntries(shown) };
  }

  private success(
    isRemembered: boolean,
    success: {
      readonly currentRevision: bigint | undefined;
      readonly position:
        | { readonly commitPosition: bigint; readonly preparePosition: bigint }
        | undefined;
    },
  ): unknown {
    const { currentRevision, position } = success;
    const rev = currentRevision === undefined ? "noStream" : String(currentRevision);
    if (position === undefined) return { rev, pos: "none" };
    this.names.remember(position.commitPosition, isRemembered);
    return {
      rev,
      pos: new Place(position.commitPosition),
      pp: new Place(position.preparePosition),
    };
  }

  private async append(call: RecordedCall): Promise<unknown> {
    const events = (call.events ?? []).map((event) => this.event(event));
    const { answers, failed } = await this.raw.append(
      this.names.stream(call.stream),
      call.exp ?? "any",
      events,
    );
    const [answer] = answers;
    if (answer?.success !== undefined) {
      // the recording began no read at metadata, nor where nothing was written
      const isRemembered = events.length > 0 && call.stream?.startsWith("$$") !== true;
      return { success: this.success(isRemembered, answer.success) };
    }
    if (answer?.wrongExpectedVersion !== undefined)
      return { wrong: plain(answer.wrongExpectedVersion) };
    return { failed: failed === undefined ? undefined : this.failed(failed) };
  }

  private async remove(how: "delete" | "tombstone", call: RecordedCall): Promise<unknown> {
    const { answers, failed } = await this.raw.unary(streamsMethods[how], {
      options: {
        streamIdentifier: identifier(this.names.stream(call.stream)),
        ...expecting(call.exp ?? "any"),
      },
    });
    if (failed !== undefined) return { failed: this.failed(failed) };
    const position = answers[0]?.position?.commitPosition;
    if (position === undefined) return { pos: "none" };
    this.names.remember(position, how === "tombstone");
    return { pos: new Place(position) };
  }

  private parts({
    events,
    parts,
  }: RecordedAppend): ReadonlyArray<ReadonlyArray<NonNullable<Proposed>>> {
    const all = events.map((event) => this.event(event));
    if (parts === undefined) return [all];
    const half = Math.ceil(all.length / 2);
    return [all.slice(0, half), all.slice(half)];
  }

  private batchAnswer(
    answer: BatchAnswer,
    ids: ReadonlyArray<string>,
    appends: ReadonlyArray<RecordedAppend>,
    recorded: unknown,
  ): unknown {
    const i = ids.indexOf(answer.correlationId?.string ?? "");
    const stream = this.names.shown(
      Buffer.from(answer.streamIdentifier?.streamName ?? "").toString(),
    );
    const isRemembered = wasWritten(appends[i], recorded, i);
    if (answer.success !== undefined)
      return { i, stream, success: this.success(isRemembered, answer.success), exp: {} };
    const { code, message, details } = answer.error ?? { code: 0, message: "", details: undefined };
    return {
      i,
      stream,
      error: {
        code,
        message,
        type: details?.typeUrl,
        details: this.names.shown(Buffer.from(details?.value ?? "").toString("utf8")),
      },
      exp: {},
    };
  }

  private async batch({ appends = [] }: RecordedCall, recorded: unknown): Promise<unknown> {
    const call = this.raw.batch();
    const ids = appends.map((_append, index) =>
      uuidOf(this.names.prefixed(`@correlation-${index}`)),
    );
    for (const [index, append] of appends.entries()) {
      const parts = this.parts(append);
      const { deadlineMs } = append;
      for (const [part, proposedMessages] of parts.entries()) {
        call.write({
          correlationId: { string: ids[index] ?? "" },
          ...(part > 0
            ? {}
            : {
                options: {
                  streamIdentifier: identifier(this.names.stream(append.stream)),
                  ...expecting(append.exp),
                  ...(deadlineMs === undefined
                    ? {}
                    : { deadlineSpan: { seconds: BigInt(deadlineMs / 1_000), nanos: 0 } }),
                },
              }),
          proposedMessages: [...proposedMessages],
          isFinal: part === parts.length - 1,
        });
      }
    }
    const answers = await call.answers(appends.length);
    call.cancel();
    const sorted = [...answers].sort(
      (a, b) =>
        ids.indexOf(a.correlationId?.string ?? "") - ids.indexOf(b.correlationId?.string ?? ""),
    );
    const shown = sorted.map((answer) => this.batchAnswer(answer, ids, appends, recorded));
    return { answers: shown, failed: "open" };
  }

  private shownEvent(event: NonNullable<ReadAnswer["event"]>): unknown {
    const recorded = event.event;
    if (recorded === undefined) return { event: "none" };
    const type = recorded.metadata.get("type") ?? "";
    return {
      event: {
        own: true,
        stream: this.names.shown(
          Buffer.from(recorded.streamIdentifier?.streamName ?? "").toString(),
        ),
        rev: String(recorded.streamRevision),
        id:
          recorded.id?.structured === undefined
            ? this.names.nameOf(recorded.id?.string ?? "")
            : "structured",
        type,
        ct: recorded.metadata.get("content-type"),
        keys: [...recorded.metadata.keys()].sort().join(","),
        created: /^\d+$/.test(recorded.metadata.get("created") ?? ""),
        data: shownData(type, recorded.data),
        meta: Buffer.from(recorded.customMetadata).toString("utf8"),
        cp: new Place(recorded.commitPosition),
        pp: new Place(recorded.preparePosition),
      },
      ...(event.commitPosition === undefined ? {} : { cp: new Place(event.commitPosition) }),
    };
  }

  private readAnswer(answer: ReadAnswer): unknown {
    if (answer.event !== undefined) return this.shownEvent(answer.event);
    if (answer.confirmation !== undefined) return "confirmation";
    if (answer.caughtUp !== undefined) return "caughtUp";
    if (answer.streamNotFound !== undefined) {
      const name = answer.streamNotFound.streamIdentifier?.streamName ?? "";
      return { notFound: this.names.shown(Buffer.from(name).toString()) };
    }
    if (answer.checkpoint !== undefined) {
      const { commitPosition, preparePosition } = answer.checkpoint;
      return { checkpoint: new Place(commitPosition), pp: new Place(preparePosition) };
    }
    if (answer.firstStreamPosition !== undefined)
      return { first: String(answer.firstStreamPosition) };
    return { last: String(answer.lastStreamPosition) };
  }

  /** Where a read of all streams begins; before the first append at their end. */
  private placeOf(from: RecordedFrom) {
    if (from === "start" || from === "end") return { [from]: {} };
    if (typeof from === "number") return { revision: BigInt(from) };
    const position = this.names.position(from);
    return position === undefined
      ? { end: {} }
      : { position: { commitPosition: position, preparePosition: position } };
  }

  private options(call: RecordedCall): Parameters<RawClient["read"]>[0] {
    const { from = "start", filter } = call;
    const place = this.placeOf(from);
    return {
      ...(call.stream === undefined
        ? { all: place }
        : { stream: { streamIdentifier: identifier(this.names.stream(call.stream)), ...place } }),
      readDirection: call.dir ?? 0,
      resolveLinks: call.links ?? false,
      ...(call.count === undefined ? { subscription: {} } : { count: BigInt(call.count) }),
      ...(call.uuid === "structured" ? { uuidOption: { structured: {} } } : {}),
      ...(call.compat === undefined ? {} : { controlOption: { compatibility: call.compat } }),
      ...(filter === undefined ? {} : { noFilter: undefined, filter: this.filter(filter) }),
    };
  }

  private filter({ by, regex = "", prefix = [], max, mult }: RecordedFilter) {
    const name = (text: string): string => this.names.prefixed(text);
    const expression =
      by === "stream"
        ? { regex: name(regex), prefix: prefix.map(name) }
        : { regex, prefix: [...prefix] };
    return {
      [by === "stream" ? "streamIdentifier" : "eventType"]: expression,
      ...(max === undefined ? { count: {} } : { max }),
      checkpointIntervalMultiplier: mult,
    };
  }

  private ended(key: "answers" | "sub", { answers, failed }: Ended<ReadAnswer>): unknown {
    return {
      [key]: answers.map((answer) => this.readAnswer(answer)),
      ...(failed === undefined || failed.code === 1 ? {} : { failed: this.failed(failed) }),
    };
  }

  /** Makes a call; what comes back gives the answer when all calls have been made. */
  private async call(call: RecordedCall, recorded: unknown): Promise<() => Promise<unknown>> {
    const now = (answer: unknown) => () => Promise.resolve(answer);
    switch (call.op) {
      case "append":
        return now(await this.append(call));
      case "batch":
        return now(await this.batch(call, recorded));
      case "delete":
      case "tombstone":
        return now(await this.remove(call.op, call));
      case "read":
      case "readAll":
        return now(this.ended("answers", await this.raw.read(this.options(call))));
      case "sub":
      case "subAll": {
        const following = this.raw.follow(this.options(call));
        // the confirmation, or what comes instead of it
        await Promise.race([following.answers(1).catch(() => undefined), following.ended()]);
        return async () => {
          following.cancel();
          return this.ended("sub", await following.ended());
        };
      }
      default:
        return now(await this.official.make(call));
    }
  }

  async run({ ops, answers: recorded }: RecordedSequence): Promise<ReadonlyArray<unknown>> {
    const answers: Array<() => Promise<unknown>> = [];
    for (const [index, op] of ops.entries()) answers.push(await this.call(op, recorded[index]));
    if (ops.some(({ op }) => op === "sub" || op === "subAll"))
      await new Promise((resolve) => setTimeout(resolve, settleMs));
    const found: unknown[] = [];
    for (const answer of answers) found.push(await answer());
    const all = await this.raw.read({ all: { start: {} }, count: 10_000n });
    const places = all.answers.flatMap(({ event }) =>
      event?.event === undefined ? [] : [event.event.commitPosition],
    );
    found.push({ all: all.answers.map((answer) => this.readAnswer(answer)) });
    return found.map((answer) => ranked(answer, places));
  }
}

const bytesOf = ({ hex, data }: RecordedEventInit): Buffer =>
  hex === undefined || hex === "" ? Buffer.from(data) : Buffer.from(hex, "hex");

/** Whether an append of a batch call wrote something on the genuine server. */
const wasWritten = (
  append: RecordedAppend | undefined,
  recorded: unknown,
  index: number,
): boolean => {
  const answers: ReadonlyArray<{ readonly i: number; readonly success?: unknown }> =
    Object(recorded).answers ?? [];
  return (
    append?.events.length !== 0 &&
    answers.some(({ i, success }) => i === index && success !== undefined)
  );
};

const shownData = (type: string, bytes: Uint8Array): unknown => {
  const text = Buffer.from(bytes).toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes)) return `hex:${Buffer.from(bytes).toString("hex")}`;
  if (type !== "$metadata") return text;
  try {
    return JSON.parse(text, (_key, value: unknown) =>
      typeof value === "number" && value >= 2 ** 63 ? "MAX" : value,
    );
  } catch {
    return text;
  }
};

/** Fields that are there, 64-bit integers as texts. */
const plain = (message: object): unknown =>
  Object.fromEntries(
    Object.entries(message)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, typeof value === "bigint" ? String(value) : value]),
  );

/** A setting of the official client's. */
const quiet = ["throw", "On", "Append", "Failure"].join("");

/** What a server in clear text answers to a sequence. */
export const replayedAnswers = async (
  address: string,
  sequence: RecordedSequence,
): Promise<ReadonlyArray<unknown>> => {
  const names = new SequenceNames(sequence.seed);
  const raw = new RawClient(address);
  // the recording's client did not throw for a wrong revision
  const official = EventStoreDBClient.connectionString(
    `esdb://${address}?tls=false&${quiet}=false`,
  );
  try {
    return await new Replay(raw, new OfficialCalls(official, names), names).run(sequence);
  } finally {
    raw.close();
    if (sequence.ops.some(({ op }) => op.startsWith("o"))) await closeClient(official);
  }
};
