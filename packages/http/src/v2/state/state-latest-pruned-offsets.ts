import { anyCaller, endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
import { always, wireObject, wireOffset } from "@tallystick/wire";

/** Up to where the ledger was pruned (ledger-api 2.8). */
export const GetLatestPrunedOffsetsResponse = wireObject("GetLatestPrunedOffsetsResponse", {
  participantPrunedUpToInclusive: always(wireOffset),
  allDivulgedContractsPrunedUpToInclusive: always(wireOffset),
});

/** `GET /v2/state/latest-pruned-offsets` (ledger-api 2.8). */
export const stateLatestPrunedOffsets = endpoint({
  method: "GET",
  path: "/v2/state/latest-pruned-offsets",
  summary: "Offsets up to which the ledger was pruned",
  description: "0 while the ledger was never pruned.",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: GetLatestPrunedOffsetsResponse },
  access: "token",
  rights: anyCaller,
  errors: [],
  handle: (_request, { ledger }) => {
    const upTo = ledger.prunedUpTo();
    return ok({
      participantPrunedUpToInclusive: upTo,
      allDivulgedContractsPrunedUpToInclusive: upTo,
    });
  },
});
