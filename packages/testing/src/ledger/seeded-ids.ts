import { createHash } from "node:crypto";
import type { Ids } from "@tallystick/node";

/** Ids that follow from a seed: the same calls in the same order give the same ids. */
export const seededIds = (seed: string): Ids => {
  let drawn = 0;
  const hex = (length: number): string =>
    createHash("sha256").update(`${seed}/${++drawn}`).digest("hex").slice(0, length);
  let submissions = 0;
  return {
    transactionSeed: () => hex(56),
    submissionId: () => `submission-${++submissions}`,
    eventId: () => {
      const random = hex(18);
      // a UUID of version 7, whose first part counts instead of the time: ids ascend
      const count = drawn.toString(16).padStart(12, "0");
      return (
        `${count.slice(0, 8)}-${count.slice(8)}-7${random.slice(0, 3)}-` +
        `8${random.slice(3, 6)}-${random.slice(6)}`
      );
    },
  };
};
