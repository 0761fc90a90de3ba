import { randomFillSync, randomUUID } from "node:crypto";
import { systemTimers } from "@tallystick/background";
import type { Ids } from "./ledger.js";

// random bytes are drawn in blocks, as a call costs far more than a byte
const poolBytes = 28 * 256;

const hexOfByte: ReadonlyArray<string> = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);

/** Random bytes as hex, drawn from the operating system's generator in blocks. */
const randomHexSource = (): ((bytes: number) => string) => {
  const pool = Buffer.alloc(poolBytes);
  let used = poolBytes;
  return (bytes) => {
    if (used + bytes > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    const drawn = pool.toString("hex", used, used + bytes);
    // used bytes are not used again, and are overwritten
    pool.fill(0, used, used + bytes);
    used += bytes;
    return drawn;
  };
};

/** Random bytes as hex, for names and seeds that need not be repeated in a simulation. */
export const randomHex = randomHexSource();

/** A seed of the hashes of keys: who makes keys must not know which collide. */
export const randomHashSeed = (): number => Number.parseInt(randomHex(4), 16) >>> 1;

/**
 * Ids from the operating system's random generator; event ids are UUIDs of version 7, ascending by
 * milliseconds.
 */
export const randomIds = (): Ids => {
  const hex = randomHexSource();
  return {
    transactionSeed: () => hex(28),
    submissionId: () => randomUUID(),
    eventId: () => uuidVersion7(systemTimers.wallMs(), hex(10)),
  };
};

/** A UUID of version 7: 48 bits of milliseconds, then random bits. */
const uuidVersion7 = (nowMs: number, random: string): string => {
  const time = nowMs.toString(16).padStart(12, "0");
  const variant = hexOfByte[0x80 | (Number.parseInt(random.slice(3, 5), 16) & 0x3f)] ?? "80";
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-` +
    `${variant}${random.slice(5, 7)}-${random.slice(7, 19)}`
  );
};
