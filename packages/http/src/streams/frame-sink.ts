import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { HeldAnswers } from "../limits/held-answers.js";

/** Where a stream's frames go. */
export interface FrameSink {
  /**
   * Sends a frame of text. A promise: the reader is behind; nothing more should be sent before it
   * resolves.
   */
  send(frame: Buffer): Promise<void> | undefined;
  /** True once nothing more is to be sent. */
  ended(): boolean;
  /** Calls `stop` once, when the stream is to end. */
  onEnd(stop: () => void): void;
}

/** Writes what was gathered for many sockets, once in each turn of the event loop. */
export interface Flusher {
  add(flush: () => void): void;
}

/** A flusher; it holds nothing between turns. */
export const createFlusher = (): Flusher => {
  let waiting: Array<() => void> = [];
  const flushAll = (): void => {
    const due = waiting;
    waiting = [];
    for (const flush of due) flush();
  };
  return {
    add: (flush) => {
      if (waiting.length === 0) setImmediate(flushAll);
      waiting.push(flush);
    },
  };
};

const textFrame = { binary: false, compress: false } as const;

/** The sending side of one socket. */
export interface SocketWriter {
  send(frame: Buffer): Promise<void> | undefined;
  /** Bytes that wait because the reader has not taken them. */
  bufferedBytes(): number;
}

/** What a writer needs in addition to its socket. */
export interface WriterParts {
  /** Kept for a slow reader; one frame may go beyond it. */
  readonly maxBufferedBytes: number;
  readonly flusher: Flusher;
  /** Where what waits for the reader is counted. */
  readonly answers: HeldAnswers;
  /** Asked before the first frame of a turn; false: it is not sent. */
  readonly mayBegin: () => boolean;
}

/**
 * Gathers the frames of one turn into a single write, and holds the sender back while the reader is
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
  // below its own mark a connection does not tell that it has taken everything
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
