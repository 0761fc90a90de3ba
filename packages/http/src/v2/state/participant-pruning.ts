import { orThrow } from "@tallystick/node";
import {
  defaulted,
  required,
  wireBoolean,
  wireEmptyNamed,
  wireObject,
  wireOffset,
  wireString,
} from "@tallystick/wire";
import { endpoint } from "../../endpoints/endpoint.js";

/** Request body of `POST /v2/participant-pruning`: the fields of the public gRPC interface. */
const PruneRequest = wireObject("PruneRequest", {
  pruneUpTo: required(wireOffset),
  submissionId: defaulted(wireString, ""),
  pruneAllDivulgedContracts: defaulted(wireBoolean, false),
});

/** Answer of `POST /v2/participant-pruning`. */
const PruneResponse = wireEmptyNamed("PruneResponse");

/** `POST /v2/participant-pruning`: ours, the public JSON interface has no pruning. */
export const participantPruning = endpoint({
  method: "POST",
  path: "/v2/participant-pruning",
  summary: "Prune the ledger up to an offset",
  description:
    "Updates and completions up to pruneUpTo, inclusive, can no longer be read; active contracts and the deduplication data " +
    "commands stay. Returns when the journal records it; the data is erased in the background. submissionId and " +
    "pruneAllDivulgedContracts exist for compatibility with the public interface and have no effect.",
  body: PruneRequest,
  response: PruneResponse,
  rights: () => [{ kind: "participant-admin" }],
  errors: [
    "NON_POSITIVE_OFFSET",
    "OFFSET_OUT_OF_RANGE",
    "PARTICIPANT_PRUNING_IN_PROGRESS",
    "PRUNING_NOT_SUPPORTED",
  ],
  handle: async ({ body }, { ledger }) => {
    orThrow(await ledger.prune(body.pruneUpTo));
    return {};
  },
});
