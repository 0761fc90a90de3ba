import {
  type LedgerError,
  invalidArgument,
  invalidField,
  isPartyIdString,
  isUserIdString,
  missingField,
} from "@tallystick/core";
import {
  type CompletionItem,
  CompletionItemWire,
  defaulted,
  wireArray,
  wireObject,
  wireOffset,
  wireString,
} from "@tallystick/wire";
import { left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { RequiredRight } from "../../auth/required-right.js";
import { type StreamRow, listOf } from "../../endpoints/stream-row.js";

interface CompletionRequest {
  readonly userId: string;
  readonly parties: ReadonlyArray<string>;
}

/** INVALID_ARGUMENT for the first text in a list that is no party id; undefined when there is none. */
export const partyIdError = (parties: ReadonlyArray<string>): LedgerError | undefined => {
  const index = parties.findIndex((party) => !isPartyIdString(party));
  return index === -1
    ? undefined
    : invalidArgument("expected a party id of 1 to 255 characters", `parties[${index}]`);
};

/** The first broken rule of ledger-api 3.4; undefined when there is none. */
const requestError = ({ userId, parties }: CompletionRequest): LedgerError | undefined => {
  if (userId !== "" && !isUserIdString(userId)) {
    return invalidField("user_id", "expected a user id of 1 to 128 characters");
  }
  return parties.length === 0
    ? missingField("parties", "at least one party")
    : partyIdError(parties);
};

/** What the completions of a user are asked with (ledger-api 2.4). */
export const CompletionStreamRequest = wireObject(
  "CompletionStreamRequest",
  {
    userId: defaulted(wireString, ""),
    parties: defaulted(wireArray(wireString), []),
    beginExclusive: defaulted(wireOffset, 0),
  },
  ["parties"],
);

/** One completion of the list, and one frame of the stream (ledger-api 2.4). */
export { CompletionItemWire as CompletionStreamResponse } from "@tallystick/wire";

/** The completions of a user for a set of parties (ledger-api 2.4, 6). */
export const completionsStream: StreamRow<
  TypeOf<typeof CompletionStreamRequest>,
  CompletionItem,
  TypeOf<typeof CompletionItemWire>
> = {
  path: "/v2/commands/completions",
  summary: "The completions of a user for a set of parties",
  description: "A websocket goes on as completions come; a list ends when none comes for a while.",
  request: CompletionStreamRequest,
  item: CompletionItemWire,
  rights: ({ body, caller }) => {
    const required: RequiredRight[] = body.parties.map((party) => ({ kind: "read-as", party }));
    const userId = body.userId === "" ? caller.userId : body.userId;
    required.push({ kind: "same-user-or-any-reader", userId });
    return required;
  },
  errors: ["INVALID_ARGUMENT", "MISSING_FIELD", "NEGATIVE_OFFSET", "OFFSET_AFTER_LEDGER_END"],
  invalid: requestError,
  items: (body, { caller, services, follow, idleTimeoutMs }) => {
    const { parties, beginExclusive } = body;
    const userId = body.userId === "" ? caller.userId : body.userId;
    return userId === ""
      ? left(missingField("user_id", "a user id, since no token names a user"))
      : right(
          services.ledger.completions({ userId, parties, beginExclusive, follow, idleTimeoutMs }),
        );
  },
  show: (item) => item,
};

/** `POST /v2/commands/completions`. */
export const commandsCompletions = listOf(completionsStream);
