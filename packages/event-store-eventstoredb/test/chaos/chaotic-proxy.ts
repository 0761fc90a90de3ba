// A TCP proxy that drops, delays, truncates, doubles and half-closes at random, as long as it is
// told to; after that an honest one.
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { proxyPort } from "../proxy-port.js";
import type { RandomNumbers } from "./random-numbers.js";

/** What was done to how many pieces. */
export type Tally = Record<
  "cut" | "truncated" | "doubled" | "halfClosed" | "delayed" | "stalled",
  number
>;

export interface ChaoticProxy {
  readonly port: number;
  readonly tally: Tally;
  /** From now on everything passes as it is; connections that suffered are ended. */
  calm(): void;
}

const MAX_DELAY_MS = 40;
const STALL_MS = 400;

/** What happens to one piece that is not passed on as it is. */
const disturb = async (
  from: Socket,
  to: Socket,
  bytes: Buffer,
  tally: Tally,
  random: RandomNumbers,
): Promise<void> => {
  const end = (): void => {
    from.destroy();
    to.destroy();
  };
  const fate = random.below(100);
  if (fate < 6) {
    tally.cut += 1;
    end();
  } else if (fate < 10) {
    tally.truncated += 1;
    to.write(bytes.subarray(0, random.below(bytes.length)), end);
  } else if (fate < 13) {
    tally.doubled += 1;
    to.write(bytes);
    to.write(bytes);
  } else if (fate < 16) {
    tally.halfClosed += 1;
    to.end(bytes);
  } else if (fate < 18) {
    tally.stalled += 1;
    await sleep(STALL_MS);
    to.write(bytes);
  } else {
    tally.delayed += 1;
    await sleep(random.below(MAX_DELAY_MS));
    to.write(bytes);
  }
};

export const chaoticProxy = async (
  target: number,
  random: RandomNumbers,
): Promise<ChaoticProxy> => {
  const tally: Tally = { cut: 0, truncated: 0, doubled: 0, halfClosed: 0, delayed: 0, stalled: 0 };
  const sockets = new Set<Socket>();
  let isCalm = false;

  /** What becomes of one piece. */
  const pass = async (from: Socket, to: Socket, bytes: Buffer): Promise<void> => {
    if (to.destroyed) return;
    if (isCalm || random.chance(0.9)) {
      to.write(bytes);
      return;
    }
    await disturb(from, to, bytes, tally, random);
  };

  const pipe = (from: Socket, to: Socket): void => {
    let last = Promise.resolve();
    from.on("data", (bytes) => {
      // One after the other: what is delayed delays what follows.
      last = last.then(() => pass(from, to, bytes));
    });
    from.on("error", () => undefined);
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    sockets.add(from);
  };

  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    pipe(client, upstream);
    pipe(upstream, client);
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const port = await proxyPort(server, cut);
  return {
    port,
    tally,
    calm: () => {
      isCalm = true;
      cut();
    },
  };
};
