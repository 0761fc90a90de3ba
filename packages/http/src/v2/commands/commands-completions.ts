import {
  type LedgerError,
  invalidField,
  isUserIdString,
  ledgerError,
  missingField,
  type UserId,
} from "@tallystick/core";
import {
  type CompletionItem,
  CompletionItemWire,
  defaulted,
  noUserSentence,
  wireArray,
  wireObject,
  wireOffset,
  wirePartyId,
  wireUserId,
} from "@tallystick/wire";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { accessError, type RequiredRight } from "../../auth/required-right.js";
import { partyIdError } from "../rules/party-ids.js";
import { readRights } from "../../auth/format-rights.js";
import { listOf, type StreamRequest, type StreamRow } from "../../endpoints/stream-row.js";

/** The request for the completions of a user (ledger-api 2.4). */
export const CompletionStreamRequest = wireObject(
  "CompletionStreamRequest",
  {
    userId: defaulted(wireUserId, ""),
    parties: defaulted(wireArray(wirePartyId), []),
    beginExclusive: defaulted(wireOffset, 0),
  },
  ["parties"],
);

/** One completion of the list, and one frame of the stream (ledger-api 2.4). */
export { CompletionItemWire as CompletionStreamResponse } from "@tallystick/wire";

/** The decoded form of `CompletionStreamRequest`. */
export type CompletionStreamRequest = TypeOf<typeof CompletionStreamRequest>;

const noUser = ledgerError(
  "INVALID_TOKEN",
  "user_id: expected a user id, since no token names a user",
  { publicCause: noUserSentence, field: "user_id", invalidRequest: true },
);

const ofUser = (userId: UserId): RequiredRight => ({ kind: "same-user-or-any-reader", userId });

/**
 * The request with the user it is about: the one it names, else that of the token (ledger-api 3.4).
 */
const validRequest = ({
  body,
  caller,
}: StreamRequest<CompletionStreamRequest>): Either<LedgerError, CompletionStreamRequest> => {
  const userId = body.userId === "" ? caller.userId : body.userId;
  if (userId === "") return left(noUser);
  // who may not ask about another user is told that alone, whatever else is wrong
  if (accessError([ofUser(userId)], caller) !== undefined) return right({ ...body, userId });
  if (!isUserIdString(userId))
    return left(invalidField("user_id", "expected a user id of 1 to 128 characters"));
  if (body.parties.length === 0) return left(missingField("parties", "at least one party"));
  const error = partyIdError(body.parties);
  return error === undefined ? right({ ...body, userId }) : left(error);
};

/** Read the completions of a user for a set of parties (ledger-api 2.4, 6). */
export const completionsStream: StreamRow<
  CompletionStreamRequest,
  CompletionStreamRequest,
  CompletionItem,
  TypeOf<typeof CompletionItemWire>
> = {
  path: "/v2/commands/completions",
  summary: "Read the completions of a user for a set of parties",
  description:
    "A websocket stays open for new completions; a list ends when none arrives for a while.",
  request: CompletionStreamRequest,
  item: CompletionItemWire,
  validate: validRequest,
  rights: ({ parties, userId }) => [ofUser(userId), ...readRights(parties)],
  errors: ["INVALID_ARGUMENT", "MISSING_FIELD", "NEGATIVE_OFFSET", "OFFSET_AFTER_LEDGER_END"],
  items: ({ userId, parties, beginExclusive }, { ledger }, following, readFor) =>
    ledger.queries.completions({ userId, parties, beginExclusive, ...following }, readFor),
  show: (item) => item,
};

/** `POST /v2/commands/completions`. */
export const commandsCompletions = listOf(completionsStream);
