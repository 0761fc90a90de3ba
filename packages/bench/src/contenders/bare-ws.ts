import { createServer } from "node:http";
import type { Ledger } from "@tallystick/node";
import { type WebSocket, WebSocketServer } from "ws";
import type { OpenContender } from "../contender.js";
import { expectRight } from "../expect-right.js";
import { listenOnLoopback } from "../loopback.js";
import { submitAll, updatesPerReader } from "../stream-work.js";
import { openBenchLedger, viewsCaughtUp } from "./bench-ledger.js";

/** Frames written before the last of them has to be on its way. */
const framesAtOnce = 256;

const textFrame = { binary: false } as const;

const framesOf = async (ledger: Ledger, party: string): Promise<ReadonlyArray<Buffer>> => {
  const frames: Array<Buffer> = [];
  const updates = ledger.queries.updates({
    beginExclusive: 0,
    endInclusive: ledger.ledgerEnd(),
    updateFormat: {
      includeTransactions: {
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
        eventFormat: { filtersByParty: { [party]: { cumulative: [] } } },
      },
    },
  });
  for await (const update of updates)
    frames.push(Buffer.from(JSON.stringify(expectRight(update, "reading updates"))));
  return frames;
};

const sendAll = async (socket: WebSocket, frames: ReadonlyArray<Buffer>): Promise<void> => {
  for (let start = 0; start < frames.length; start += framesAtOnce) {
    const some = frames.slice(start, start + framesAtOnce);
    await new Promise<void>((resolve) => {
      for (const [index, frame] of some.entries()) {
        if (index === some.length - 1) socket.send(frame, textFrame, () => resolve());
        else socket.send(frame, textFrame);
      }
    });
  }
  socket.close(1000);
};

/**
 * Bare `ws`: sends every reader frames that lie ready in memory, the same as a ledger would send
 * for the same commands. No token, no request.
 */
export const open: OpenContender = async ({ inFlight, runMs }) => {
  const bench = await openBenchLedger({});
  await submitAll(updatesPerReader(runMs, inFlight), bench.createPing);
  await viewsCaughtUp(bench);
  const frames = await framesOf(bench.ledger, bench.party);
  await bench.ledger.close();
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on("connection", (socket) => socket.once("message", () => void sendAll(socket, frames)));
  const url = await listenOnLoopback(server);
  return {
    info: { url },
    run: async () => ({ value: 0, notes: {} }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.close(() => resolve());
      }),
  };
};
