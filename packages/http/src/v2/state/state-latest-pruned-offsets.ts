import { anyCaller, endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
import { always, wireObject, wireOffset } from "@tallystick/wire";

/** Up to where the ledger was pruned (ledger-api 2.8). */
export const GetLatestPrunedOffsetsResponse = wireObject("GetLatestPrunedOffsetsResponse", {
  participantPrunedUpToInclusive: always(wireOffset),
  allDivulgedContractsPrunedUpToInclusive: always(wireOffset),
});

/**
 * What says that nothing was ever pruned (ledger-api 2.8): a journal that can be audited keeps
 * everything.
 */
const neverPruned = 0;

/** `GET /v2/state/latest-pruned-offsets` (ledger-api 2.8). */
export const stateLatestPrunedOffsets = endpoint({
  method: "GET",
  path: "/v2/state/latest-pruned-offsets",
  summary: "Offsets up to which the ledger was pruned",
  description: "Always 0: the journal keeps everything.",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: GetLatestPrunedOffsetsResponse },
  access: "token",
  rights: anyCaller,
  errors: [],
  handle: () =>
    ok({
      participantPrunedUpToInclusive: neverPruned,
      allDivulgedContractsPrunedUpToInclusive: neverPruned,
    }),
});
