import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Requests that may wait behind another on one connection. Node reads and keeps as many as fit into
 * a read, for peers too that take no answers.
 */
export const maxPipelinedRequests = 100;

/** What waits on each connection. */
export interface PipelinedRequests {
  /** Counts a request. False, and the connection is cut, when too many wait before it. */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
  /** True when every request that came on a connection is answered. */
  isAnswered(socket: Duplex): boolean;
  /** Counts a connection among those that `cutIncomplete` looks at. */
  watch(socket: Duplex): void;
  /** No longer counts a connection that another protocol takes over. */
  release(socket: Duplex): void;
  /** Cuts the connections on which no request has come whole that is still to be answered. */
  cutIncomplete(): void;
}

interface Line {
  request: IncomingMessage;
  last: ServerResponse;
  waiting: number;
}

/** Watches the connections of one server. */
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
      // a response is given its connection when it is its turn
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
