import { type JsonText, type LedgerError, invalidArgument } from "@tallystick/core";
import { type WireReadable, pathText } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { writeJsonText } from "../json/json-text.js";
import type { Caller } from "../auth/authenticator.js";
import type { Services } from "../endpoints/services.js";
import type { FrameSink } from "./frame-sink.js";
import { type StreamItems, type StreamRow, liveItemsOf } from "../endpoints/stream-row.js";

/** Sends all items of a stream. Right: it ended, or was closed; Left: why it broke off. */
export type Delivery = (sink: FrameSink) => Promise<Either<LedgerError, void>>;

/** A stream row, sealed for websockets. */
export interface Channel
  extends Pick<
    StreamRow<unknown, unknown, object, unknown>,
    "path" | "summary" | "description" | "deprecated" | "errors"
  > {
  readonly request: WireReadable<unknown>;
  readonly item: WireReadable<unknown>;
  /**
   * Decodes the JSON value of the first frame and checks the rights. Left: the error.
   *
   * @param value of the first frame
   * @param caller whose token it is
   * @param services what its handler works with
   */
  readonly open: (
    value: unknown,
    caller: Caller,
    services: Services,
  ) => Either<LedgerError, Delivery>;
}

/**
 * INVALID_ARGUMENT for a first frame that does not decode; worded as the plain text of a `POST`.
 */
export const undecodableFrame = (reason: string, path = ""): LedgerError => ({
  ...invalidArgument(`Invalid value for: body (${reason}${path === "" ? "" : ` at '${path}'`})`),
  madeByInterface: true,
});

/** Marks an item without a frame. */
const emptyFrame = Buffer.alloc(0);

interface Frames<S> {
  readonly of: (item: S) => Buffer;
  /** To be called when a reader starts, and the result when it ends. */
  readonly readers: (change: 1 | -1) => void;
}

/**
 * Caches the frames of items. Readers of the same request get the same item objects from the
 * ledger, so a text is written once for all of them and lives as long as its item. With a single
 * reader the cache is off: it would only cost time.
 */
const frames = <S extends object, R>(show: (item: S) => R | JsonText<R> | undefined): Frames<S> => {
  const known = new WeakMap<S, Buffer>();
  let readers = 0;
  const made = (item: S): Buffer => {
    const value = show(item);
    return value === undefined ? emptyFrame : Buffer.from(writeJsonText(value));
  };
  return {
    readers: (change) => {
      readers += change;
    },
    of: (item) => {
      if (readers < 2) return made(item);
      const before = known.get(item);
      if (before !== undefined) return before;
      const frame = made(item);
      known.set(item, frame);
      return frame;
    },
  };
};

const deliver = async <S extends object>(
  items: StreamItems<S>,
  { of: frameOf, readers }: Frames<S>,
  sink: FrameSink,
): Promise<Either<LedgerError, void>> => {
  readers(1);
  try {
    return await deliverAll(items, frameOf, sink);
  } finally {
    readers(-1);
  }
};

const deliverAll = async <S extends object>(
  items: StreamItems<S>,
  frameOf: (item: S) => Buffer,
  sink: FrameSink,
): Promise<Either<LedgerError, void>> => {
  const iterator = items[Symbol.asyncIterator]();
  // ending the loop wakes a stream that waits for its next item
  sink.onEnd(() => {
    iterator.return?.().catch(() => undefined);
  });
  for (;;) {
    const next = await iterator.next();
    if (next.done === true || sink.ended()) return right(undefined);
    if (isLeft(next.value)) return next.value;
    const frame = frameOf(next.value.right);
    const behind = frame === emptyFrame ? undefined : sink.send(frame);
    if (behind !== undefined) await behind;
    if (sink.ended()) return right(undefined);
  }
};

/** Seals a row. */
export const channel = <B, V, S extends object, R>(row: StreamRow<B, V, S, R>): Channel => {
  const { path, summary, description, deprecated, request, item, errors } = row;
  const shown = frames(row.show);
  return {
    path,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    request,
    item,
    errors,
    open: (value, caller, services) => {
      const body = request.read(value);
      if (isLeft(body)) return left(undecodableFrame(body.left.reason, pathText(body.left.path)));
      const items = liveItemsOf(row, { body: body.right, caller }, services);
      return isLeft(items) ? items : right((sink) => deliver(items.right, shown, sink));
    },
  };
};
