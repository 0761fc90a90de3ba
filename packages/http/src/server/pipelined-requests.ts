import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Pipelined requests that may wait on one connection. Node parses and keeps as many as fit into a
 * read, even for peers that read no answers.
 */
export const maxPipelinedRequests = 100;

export interface PipelinedRequests {
  /** Counts a request. Returns false and cuts the connection when too many wait. */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
  /** True when every request of a connection is answered. */
  isAnswered(socket: Duplex): boolean;
  /** Adds a connection to those of `cutIncomplete`. */
  watch(socket: Duplex): void;
  /** Removes a connection that another protocol takes over. */
  release(socket: Duplex): void;
  /** Cuts the connections without a complete request to answer. */
  cutIncomplete(): void;
}

interface Line {
  request: IncomingMessage;
  last: ServerResponse;
  waiting: number;
}

/** Tracks the connections of one server. */
export const pipelinedRequests = (): PipelinedRequests => {
  const lines = new WeakMap<Duplex, Line>();
  const sockets = new Set<Duplex>();
  return {
    admit: (request, response) => {
      const { socket } = request;
      if (socket.destroyed) return false;
      const line = lines.get(socket);
      if (line === undefined) {
        lines.set(socket, { request, last: response, waiting: 0 });
        return true;
      }
      line.request = request;
      line.last = response;
      // a response gets its connection when it is its turn
      if (response.socket !== null) return true;
      if (line.waiting >= maxPipelinedRequests) {
        socket.destroy();
        return false;
      }
      line.waiting += 1;
      response.once("close", () => {
        line.waiting -= 1;
      });
      return true;
    },
    isAnswered: (socket) => lines.get(socket)?.last.writableFinished ?? true,
    watch: (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    },
    release: (socket) => void sockets.delete(socket),
    cutIncomplete: () => {
      for (const socket of sockets) {
        const line = lines.get(socket);
        const isWorkedOn = line?.request.complete === true && !line.last.writableFinished;
        if (!isWorkedOn) socket.destroy();
      }
    },
  };
};
