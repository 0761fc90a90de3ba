import type { Ids } from "@tallystick/node";
import type { Random } from "../plan/random.js";

const uuid = (random: Random, version: 4 | 7): string => {
  const hex = random.hex(30);
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 15),
    hex.slice(15, 18),
    hex.slice(18, 30),
  ];
  return `${a}-${b}-${version}${c}-8${d}-${e}`;
};

/** The ids of a process, from random numbers. */
export const processIds = (random: Random): Ids => ({
  eventId: () => uuid(random, 7),
  submissionId: () => uuid(random, 4),
  transactionSeed: () => random.hex(56),
});
