import { ledgerError } from "@tallystick/core";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Canary } from "../ledger/canary.js";
import { soundRules } from "../ledger/sim-package.js";
import { processIds } from "../world/process-ids.js";
import { Random } from "../plan/random.js";
import { replaced } from "./replaced.js";

const lockOpensEarly: Canary = {
  name: "a lock opens early",
  breaks: "locked money can be used two seconds early",
  money: { ...soundRules, opens: (now, until) => now + 2_000_000n >= until },
};

const splitLosesUnits: Canary = {
  name: "a split loses a unit",
  breaks: "the parts of a split odd amount are one unit too small",
  money: { ...soundRules, parts: (units, first) => [first, units - first - (units % 2n)] },
};

const joinMakesMoney: Canary = {
  name: "joining makes money",
  breaks: "joining two amounts adds one unit",
  money: { ...soundRules, joined: (units, others) => units + others + 1n },
};

const rentIsPaidTwice: Canary = {
  name: "an automation submits twice after a crash",
  breaks: "the command ids of an automation depend on the process",
  rentId: (period, { start }) => `rent-${period}-${start}`,
  concerns: ({ world }) => world.paysRent,
};

const staleWindow: Canary = {
  name: "a stale deduplication window",
  breaks: "change ids are remembered for half a second",
  config: (config) => ({ ...config, maxDeduplicationMicros: 500_000 }),
};

const nextOffset: Canary = {
  name: "an offset off by one",
  breaks: "submissions get the offset after their own",
  ledger: (ledger) =>
    replaced(ledger, {
      submitAndWait: async (...of) => {
        const committed = await ledger.submitAndWait(...of);
        if (isLeft(committed)) return committed;
        return right({
          ...committed.right,
          completionOffset: committed.right.completionOffset + 1,
        });
      },
    }),
};

const unknownIsRefused: Canary = {
  name: "an unknown outcome is said to be none",
  breaks: "a command with an unknown outcome is reported as failed",
  ledger: (ledger) =>
    replaced(ledger, {
      submit: async (...of) => {
        const submitted = await ledger.submit(...of);
        return isLeft(submitted) && submitted.left.code === "REQUEST_TIME_OUT"
          ? left(
              ledgerError("SERVICE_NOT_RUNNING", "nothing was written", { definiteAnswer: true }),
            )
          : submitted;
      },
    }),
};

const idsRepeat: Canary = {
  name: "ids repeat after a restart",
  breaks: "every process generates the same ids",
  ids: () => processIds(new Random("the same")),
};

const forgetsReadYourWrites: Canary = {
  name: "a read does not see what was answered",
  breaks: "the node reports the ledger end of a moment ago",
  ledger: (ledger) => {
    let [before, last] = [0, 0];
    return replaced(ledger, {
      ledgerEnd: () => {
        const end = ledger.ledgerEnd();
        if (end !== last) [before, last] = [last, end];
        return before;
      },
    });
  },
};

export const ruleCanaries: ReadonlyArray<Canary> = [
  lockOpensEarly,
  splitLosesUnits,
  joinMakesMoney,
  rentIsPaidTwice,
  staleWindow,
  nextOffset,
  unknownIsRefused,
  idsRepeat,
  forgetsReadYourWrites,
];
