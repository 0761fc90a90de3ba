import type { Duplex } from "node:stream";
import { systemTimers, type Timers } from "@tallystick/background";
import type { WebSocket } from "ws";
import type { HeldAnswers } from "../limits/held-answers.js";

/** The destination of a stream's frames. */
export interface FrameSink {
  /**
   * Sends a frame of text. A promise: the reader is behind, and the caller waits until it resolves.
   */
  send(frame: Buffer): Promise<void> | undefined;
  /** True when nothing more is sent. */
  ended(): boolean;
  /** Calls `stop` once, when the stream must end. */
  onEnd(stop: () => void): void;
}

/** Writes the buffered frames of many sockets, once in each turn of the event loop. */
export interface Flusher {
  add(flush: () => void): void;
}

/** A flusher; empty between turns. */
export const createFlusher = (timers: Timers = systemTimers): Flusher => {
  let waiting: Array<() => void> = [];
  const flushAll = (): void => {
    const due = waiting;
    waiting = [];
    for (const flush of due) flush();
  };
  return {
    add: (flush) => {
      if (waiting.length === 0) timers.later(flushAll);
      waiting.push(flush);
    },
  };
};

const textFrame = { binary: false, compress: false } as const;

export interface SocketWriter {
  send(frame: Buffer): Promise<void> | undefined;
  /** Bytes not sent yet, as the reader is slow. */
  bufferedBytes(): number;
}

export interface WriterParts {
  /** Buffer for a slow reader; one frame may exceed it. */
  readonly maxBufferedBytes: number;
  readonly flusher: Flusher;
  /** Counts the waiting bytes. */
  readonly answers: HeldAnswers;
  /** Called before the first frame of a turn; false: it is not sent. */
  readonly mayBegin: () => boolean;
}

/**
 * Collects the frames of one turn into a single write, and blocks the sender while the reader is
 * behind.
 * @param socket the connection under the websocket
 */
export const socketWriter = (
  webSocket: WebSocket,
  socket: Duplex,
  { maxBufferedBytes, flusher, answers, mayBegin }: WriterParts,
): SocketWriter => {
  let corked = false;
  const flush = (): void => {
    if (!corked) return;
    corked = false;
    socket.uncork();
  };
  const drained = (): Promise<void> =>
    new Promise((resolve) => {
      const release = answers.hold(socket, socket.writableLength);
      const done = (): void => {
        release();
        socket.off("drain", done);
        socket.off("close", done);
        resolve();
      };
      socket.on("drain", done);
      socket.on("close", done);
    });
  // below its high-water mark a connection emits no drain event
  const most = Math.max(maxBufferedBytes, socket.writableHighWaterMark);
  const isBehind = (): boolean => socket.writableLength > most && !socket.destroyed;
  return {
    send: (frame) => {
      if (!corked) {
        if (!mayBegin()) return undefined;
        corked = true;
        socket.cork();
        flusher.add(flush);
      }
      webSocket.send(frame, textFrame);
      if (!isBehind()) return undefined;
      flush();
      return isBehind() ? drained() : undefined;
    },
    bufferedBytes: () => socket.writableLength,
  };
};
