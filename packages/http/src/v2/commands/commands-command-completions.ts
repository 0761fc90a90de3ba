import {
  type CompletionItem,
  CompletionItemWire,
  defaulted,
  wireArray,
  wireObject,
  wireOffset,
  wirePartyId,
} from "@tallystick/wire";
import { left, right } from "fp-ts/lib/Either.js";
import { readRights } from "../../auth/format-rights.js";
import type { TypeOf } from "io-ts";
import { type StreamRow, listOf } from "../../endpoints/stream-row.js";
import { partyIdError } from "../rules/party-ids.js";

/** The request for the completions of every user (ledger-api 2.4). */
const GetCompletionsRequest = wireObject("GetCompletionsRequest", {
  parties: defaulted(wireArray(wirePartyId), []),
  beginExclusive: defaulted(wireOffset, 0),
});

/** The completions of every user (ledger-api 2.4, 6). */
export const commandCompletionsStream: StreamRow<
  TypeOf<typeof GetCompletionsRequest>,
  TypeOf<typeof GetCompletionsRequest>,
  CompletionItem,
  TypeOf<typeof CompletionItemWire>
> = {
  path: "/v2/commands/command-completions",
  summary: "Read the completions of all users for a set of parties",
  description:
    "No parties means all, which requires CanReadAsAnyParty. A websocket stays open for new completions; a list ends when none arrives for a while.",
  request: GetCompletionsRequest,
  item: CompletionItemWire,
  validate: ({ body }) => {
    const error = partyIdError(body.parties);
    return error === undefined ? right(body) : left(error);
  },
  rights: ({ parties }) => readRights(parties),
  errors: ["INVALID_ARGUMENT", "NEGATIVE_OFFSET", "OFFSET_AFTER_LEDGER_END"],
  items: ({ parties, beginExclusive }, { ledger }, following, readFor) =>
    ledger.queries.completions({ parties, beginExclusive, ...following }, readFor),
  show: (item) => item,
};

/** `POST /v2/commands/command-completions`. */
export const commandsCommandCompletions = listOf(commandCompletionsStream);
