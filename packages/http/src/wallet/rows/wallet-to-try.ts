import type { Submission } from "@tallystick/core";
import { type Ledger, orThrow, type Wallet } from "@tallystick/node";
import {
  optional,
  required,
  wireArray,
  wireEnum,
  wireInt64,
  wireNullable,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { walletUserId } from "@tallystick/views/wallet";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { jsonAnswer } from "../../answers/answer.js";
import { ThrownAnswer } from "../../answers/thrown-answer.js";
import { writeJsonText } from "../../json/json-text.js";
import { DryRunEffects, effectsToWire } from "../../v2/commands/commands-dry-run.js";
import { messageAnswer } from "./wallet-family.js";

/** What a request would do: the answer of a row with `dry_run=true`. */
export const TriedCommand = wireObject("TriedCommand", {
  verdict: required(wireEnum("TriedVerdict", "accepted", "rejected")),
  holdings: required(
    wireArray(
      wireObject("TriedHolding", {
        owner: optional(wireString),
        instrument_admin: required(wireString),
        instrument_id: required(wireString),
        change: required(wireString),
        locked_change: required(wireString),
        before: required(wireNullable(wireString)),
        after: required(wireNullable(wireString)),
      }),
    ),
  ),
  traffic_bytes: required(wireInt64),
  effects: optional(DryRunEffects),
  error_code: optional(wireString),
  cause: optional(wireString),
});

const triedAnswer = (outcome: object): ThrownAnswer =>
  new ThrownAnswer({ ...jsonAnswer(writeJsonText(outcome)), status: 202 });

/** The answer of a request that had nothing to submit. */
export const triedNothing = (): ThrownAnswer =>
  triedAnswer({ verdict: "accepted", holdings: [], traffic_bytes: 0 });

/** 202 with what a submission would do. Throws when it is no valid submission. */
export const triedBy = async (ledger: Ledger, submission: Submission): Promise<ThrownAnswer> => {
  const outcome = orThrow(await ledger.dryRun(submission));
  const { verdict, holdings, trafficCost, error } = outcome;
  return triedAnswer({
    verdict,
    holdings: holdings.map(({ owner, instrumentId, change, lockedChange, before, after }) => ({
      ...(owner === undefined ? {} : { owner }),
      instrument_admin: instrumentId.admin,
      instrument_id: instrumentId.id,
      change,
      locked_change: lockedChange,
      before,
      after,
    })),
    traffic_bytes: trafficCost,
    ...effectsToWire(outcome),
    ...(error === undefined ? {} : { error_code: error.code, cause: error.cause }),
  });
};

/** The error of what has effects besides a command. */
export const cannotBeTried = (): ThrownAnswer =>
  new ThrownAnswer(
    messageAnswer(400, "Invalid query parameter dry_run: this request cannot be tried"),
  );

/**
 * The wallet in requests that are tried: what would be submitted is decided without any effect, and
 * the outcome answered with 202.
 */
export const walletToTry = (wallet: Wallet, ledger: Ledger): Wallet => {
  const submit: Wallet["submit"] = async (submission) => {
    throw await triedBy(ledger, { ...submission, userId: walletUserId });
  };
  return {
    ...wallet,
    // what was done by an earlier request says nothing of what this one would do
    outcome: () => Promise.resolve(right(undefined)),
    submit,
    switches: {
      ...wallet.switches,
      set: () => {
        throw cannotBeTried();
      },
    },
    submitInTurn: async (_party, plan) => {
      const planned = plan();
      return isLeft(planned) ? planned : submit(planned.right);
    },
  };
};
