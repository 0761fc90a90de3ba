import { anyCaller, endpoint } from "../../endpoints/endpoint.js";
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
  summary: "Get the offsets up to which the ledger was pruned",
  description: "0 while the ledger was never pruned.",
  response: GetLatestPrunedOffsetsResponse,
  rights: anyCaller,
  handle: (_request, { ledger }) => {
    const upTo = ledger.prunedUpTo();
    return {
      participantPrunedUpToInclusive: upTo,
      allDivulgedContractsPrunedUpToInclusive: upTo,
    };
  },
});
