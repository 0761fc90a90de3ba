import {
  isPartyIdString,
  isUserIdString,
  type LedgerError,
  missingField,
  wire,
} from "@tallystick/core";
import { invalidArgument, invalidField } from "@tallystick/core";
import { left } from "fp-ts/lib/Either.js";
import type { Demand } from "../auth/demand.js";
import { endpoint, nothing, ok } from "../endpoint.js";
import { CompletionItemWire } from "../wire/event-wire.js";
import { collectList, idleTimeoutOf, ListQuery } from "../wire/list-query.js";
import { wireOffset } from "../wire/wire-kinds.js";

const { defaulted, wireArray, wireObject, wireString } = wire;

interface CompletionRequest {
  readonly userId: string;
  readonly parties: ReadonlyArray<string>;
}

/** The first broken rule of ledger-api 3.4; undefined when there is none. */
const requestProblem = ({ userId, parties }: CompletionRequest): LedgerError | undefined => {
  if (userId !== "" && !isUserIdString(userId)) {
    return invalidField("userId", "expected a user id of 1 to 128 characters");
  }
  if (parties.length === 0) return missingField("parties", "at least one party");
  const index = parties.findIndex((party) => !isPartyIdString(party));
  return index === -1
    ? undefined
    : invalidArgument("expected a party id of 1 to 255 characters", `parties[${index}]`);
};

/** `POST /v2/commands/completions` (ledger-api 2.4, 6). */
export const commandsCompletions = endpoint({
  method: "POST",
  path: "/v2/commands/completions",
  summary: "List the completions of a user for a set of parties",
  parameters: nothing,
  query: ListQuery,
  body: wireObject("CompletionStreamRequest", {
    userId: defaulted(wireString, ""),
    parties: defaulted(wireArray(wireString), []),
    beginExclusive: defaulted(wireOffset, 0),
  }),
  response: { kind: "json", codec: wireArray(CompletionItemWire) },
  access: "token",
  rights: ({ body, caller }) => {
    const demands: Demand[] = body.parties.map((party) => ({ kind: "read-as", party }));
    const userId = body.userId === "" ? caller.userId : body.userId;
    demands.push({ kind: "same-user-or-any-reader", userId });
    return demands;
  },
  errors: [
    "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED",
    "MISSING_FIELD",
    "NEGATIVE_OFFSET",
    "OFFSET_AFTER_LEDGER_END",
  ],
  invalid: ({ body }) => requestProblem(body),
  handle: async ({ body, query, caller }, { ledger, config }) => {
    const problem = requestProblem(body);
    if (problem !== undefined) return left(problem);
    const items = ledger.completions({
      userId: body.userId === "" ? caller.userId : body.userId,
      parties: body.parties,
      beginExclusive: body.beginExclusive,
      follow: true,
      idleTimeoutMs: idleTimeoutOf(query, config),
    });
    const list = await collectList(items, query, config);
    return list._tag === "Left" ? list : ok(list.right);
  },
});
