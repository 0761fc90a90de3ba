import { resourceLimits, workerData } from "node:worker_threads";
import { answerOwner } from "../src/answer-owner.js";

// Gives back what it gets, with its data, and does what a request says.

/** Requests that are answered when the thread is stopped. */
const kept: Array<() => void> = [];

if (workerData === "broken") throw new Error("at once");
answerOwner<unknown, unknown, unknown>(
  {
    request: (request, answer, tell) => {
      if (request === "throw") throw new Error("thrown");
      if (request === "exit") process.exit(3);
      if (request === "hunger")
        for (const all: Array<unknown> = []; ; ) all.push(Array(1e5).fill(all));
      if (request === "tell") for (const progress of [1, 2]) tell(progress);
      if (request === "keep") kept.push(() => answer("kept"));
      else if (request instanceof ArrayBuffer) answer(request, [request]);
      else answer([workerData, request]);
    },
    stop: () => {
      for (const answer of kept) answer();
    },
  },
  resourceLimits?.maxOldGenerationSizeMb,
);
