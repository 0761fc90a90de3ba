import { timestampToText } from "@tallystick/core";
import type { RefusedSubmission } from "@tallystick/node";
import {
  defaulted,
  optional,
  queryInt32,
  required,
  textOffset,
  wireArray,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import type { Caller } from "../../auth/authenticator.js";
import { maxListed } from "../rows/own-contract.js";
import { upTo } from "../rows/value-codecs.js";
import { walletRow } from "../rows/wallet-row.js";

/** Submissions of an answer without a limit. */
const usualLimit = 100;

/** Whoever may read as all that a submission acts for; administrators may see all. */
const maySee =
  ({ rights }: Caller) =>
  ({ actAs }: RefusedSubmission): boolean =>
    rights.everything || rights.participantAdmin || actAs.every((it) => rights.canReadAs(it));

/** `GET /v0/submissions/refused`, ours: why submissions took no effect. */
export const refusedSubmissions = walletRow({
  method: "GET",
  path: "/v0/submissions/refused",
  summary: "The latest submissions that took no effect, and why, the newest first",
  description:
    "Those of all ways in, the wallet's automations too, whose parties the caller may read as; a participant administrator sees all. " +
    "In memory: the last 1,000 since this node was started. An addition of this node.",
  access: "subject",
  query: wireObject("RefusedSubmissionsQuery", {
    party: optional(wireString),
    command_id: optional(wireString),
    before: optional(textOffset),
    limit: defaulted(upTo(maxListed, queryInt32), usualLimit),
  }),
  response: wireObject("RefusedSubmissionsResponse", {
    refused: required(
      wireArray(
        wireObject("RefusedSubmission", {
          seq: required(wireInt64),
          at: required(wireString),
          user_id: required(wireString),
          command_id: required(wireString),
          submission_id: required(wireString),
          act_as: required(wireArray(wireString)),
          code: required(wireString),
          cause: required(wireString),
        }),
      ),
    ),
  }),
  handle: ({ query: { party, command_id: commandId, before, limit }, caller }, { ledger }) => {
    const isTheirs = maySee(caller);
    const found = ledger.refusedSubmissions(
      limit,
      before,
      (refused) =>
        (party === undefined || refused.actAs.includes(party)) &&
        (commandId === undefined || refused.commandId === commandId) &&
        isTheirs(refused),
    );
    return {
      refused: found.map(({ seq, at, userId, submissionId, actAs, code, cause, ...refused }) => ({
        seq,
        at: timestampToText(at),
        user_id: userId,
        command_id: refused.commandId,
        submission_id: submissionId,
        act_as: actAs,
        code,
        cause,
      })),
    };
  },
});
