// A proxy between nodes and their server that cuts, truncates, doubles, half-closes and delays at
// random, until its test calls `calm`.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterwards } from "../test-ledger.js";

/** Numbers of the mulberry32 generator, from 0 up to 1, which a seed repeats. */
export const randomNumbers = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const fates = ["cut", "truncated", "doubled", "halfClosed", "stalled", "delayed"] as const;

type Fate = (typeof fates)[number];

const maxDelayMs = 30;
const stallMs = 1_200;

export interface ChaoticProxy {
  readonly port: number;
  /** What was done to how many pieces. */
  readonly tally: Readonly<Record<Fate, number>>;
  /** From now on everything passes; connections that suffered are ended. */
  calm(): void;
}

const ignore = (): void => undefined;

/** Does one thing to one piece. */
const suffer = async (
  fate: Fate,
  from: Socket,
  to: Socket,
  bytes: Buffer,
  random: () => number,
): Promise<void> => {
  switch (fate) {
    case "cut":
      from.destroy();
      return;
    case "truncated":
      to.write(bytes.subarray(0, Math.floor(random() * bytes.length)), () => from.destroy());
      return;
    case "doubled":
      to.write(bytes);
      to.write(bytes);
      return;
    case "halfClosed":
      to.end(bytes);
      return;
    case "stalled":
    case "delayed":
      await sleep(fate === "stalled" ? stallMs : random() * maxDelayMs);
      to.write(bytes);
  }
};

/** Most that suffer are only late. */
const fateOf = (random: () => number): Fate =>
  random() < 0.7 ? "delayed" : (fates[Math.floor(random() * fates.length)] ?? "delayed");

/** @param share of the pieces that do not pass as they are, from 0 to 1 */
export const chaoticProxy = async (
  target: number,
  random: () => number,
  share: number,
): Promise<ChaoticProxy> => {
  const tally = { cut: 0, truncated: 0, doubled: 0, halfClosed: 0, stalled: 0, delayed: 0 };
  const sockets = new Set<Socket>();
  let isCalm = false;

  const pass = async (from: Socket, to: Socket, bytes: Buffer): Promise<void> => {
    if (to.destroyed) return;
    if (isCalm || random() >= share) {
      to.write(bytes);
      return;
    }
    const fate = fateOf(random);
    tally[fate] += 1;
    await suffer(fate, from, to, bytes, random);
  };

  const pipe = (from: Socket, to: Socket): void => {
    let last = Promise.resolve();
    from.on("data", (bytes) => {
      // one after the other: what is delayed delays what follows
      last = last.then(() => pass(from, to, bytes));
    });
    from.on("error", ignore);
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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  afterwards(() => {
    server.close();
    endAll();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the proxy has no port");
  const calm = (): void => {
    isCalm = true;
    endAll();
  };
  return { port: address.port, tally, calm };
};
