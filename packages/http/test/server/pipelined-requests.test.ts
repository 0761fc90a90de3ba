import { type IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect } from "chai";
import { maxPipelinedRequests, pipelinedRequests } from "../../src/server/pipelined-requests.js";
import { incomingRequest } from "../fixtures/incoming-request.js";

/** A request on a connection, and its response, which waits for its turn unless it is the first. */
const arrival = (socket: Socket, isItsTurn = false) => {
  const request: IncomingMessage = incomingRequest();
  Object.defineProperty(request, "socket", { value: socket });
  const response = new ServerResponse(request);
  if (isItsTurn) response.assignSocket(socket);
  return { request, response };
};

describe("the requests that wait on one connection", () => {
  it("are let in up to a number, and beyond that the connection is cut", () => {
    const { admit } = pipelinedRequests();
    const socket = new Socket();
    const first = arrival(socket);
    expect(admit(first.request, first.response)).to.equal(true);
    for (let at = 0; at < maxPipelinedRequests; at += 1) {
      const { request, response } = arrival(socket);
      expect(admit(request, response), String(at)).to.equal(true);
    }
    expect(socket.destroyed).to.equal(false);
    const late = arrival(socket);
    expect(admit(late.request, late.response)).to.equal(false);
    expect(socket.destroyed).to.equal(true);
    const after = arrival(socket);
    expect(admit(after.request, after.response)).to.equal(false);
  });

  it("count no longer once they are answered", () => {
    const { admit } = pipelinedRequests();
    const socket = new Socket();
    const first = arrival(socket);
    admit(first.request, first.response);
    for (let at = 0; at < 3 * maxPipelinedRequests; at += 1) {
      const { request, response } = arrival(socket);
      expect(admit(request, response)).to.equal(true);
      response.emit("close");
    }
    expect(socket.destroyed).to.equal(false);
  });

  it("do not count when it is their turn at once", () => {
    const { admit } = pipelinedRequests();
    const socket = new Socket();
    const first = arrival(socket);
    admit(first.request, first.response);
    for (let at = 0; at < 2 * maxPipelinedRequests; at += 1) {
      const { request, response } = arrival(socket, true);
      expect(admit(request, response)).to.equal(true);
      response.detachSocket(socket);
    }
  });

  it("are counted for each connection by itself", () => {
    const { admit } = pipelinedRequests();
    for (let at = 0; at < 2 * maxPipelinedRequests; at += 1) {
      const { request, response } = arrival(new Socket());
      expect(admit(request, response)).to.equal(true);
    }
  });

  it("are all answered when the last of them is", () => {
    const { admit, isAnswered } = pipelinedRequests();
    const socket = new Socket();
    expect(isAnswered(socket)).to.equal(true);
    const { request, response } = arrival(socket);
    admit(request, response);
    expect(isAnswered(socket)).to.equal(false);
    Object.defineProperty(response, "writableFinished", { value: true });
    expect(isAnswered(socket)).to.equal(true);
  });
});

describe("cutting connections without a whole request", () => {
  const watched = (
    parts: { complete?: boolean; finished?: boolean; released?: boolean } | undefined,
  ) => {
    const requests = pipelinedRequests();
    const socket = new Socket();
    requests.watch(socket);
    if (parts !== undefined) {
      const { request, response } = arrival(socket);
      requests.admit(request, response);
      request.complete = parts.complete === true;
      if (parts.finished === true)
        Object.defineProperty(response, "writableFinished", { value: true });
      if (parts.released === true) requests.release(socket);
    }
    requests.cutIncomplete();
    return socket.destroyed;
  };

  it("cuts those that never sent one, or not all of it, or nothing since", () => {
    expect(watched(undefined)).to.equal(true);
    expect(watched({ complete: false })).to.equal(true);
    expect(watched({ complete: true, finished: true })).to.equal(true);
  });

  it("spares those whose request is worked on, and those that another protocol has", () => {
    expect(watched({ complete: true })).to.equal(false);
    expect(watched({ released: true })).to.equal(false);
  });

  it("forgets connections that are closed", async () => {
    const requests = pipelinedRequests();
    const socket = new Socket();
    requests.watch(socket);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.destroy();
    await closed;
    expect(() => requests.cutIncomplete()).to.not.throw();
  });
});
