import type { Endpoint } from "../../endpoints/endpoint.js";
import { externalAllocate } from "./external-allocate.js";
import { externalGenerateTopology } from "./external-generate-topology.js";
import { partiesAllocate } from "./parties-allocate.js";
import { partiesGet } from "./parties-get.js";
import { partiesList } from "./parties-list.js";
import { partiesParticipantId } from "./parties-participant-id.js";
import { partiesRights } from "./parties-rights.js";
import { partiesUpdate } from "./parties-update.js";

/**
 * The endpoints of parties (ledger-api 2.10). The plain path comes before the one that has a party
 * in its place.
 */
export const partiesRows: ReadonlyArray<Endpoint> = [
  partiesList,
  partiesAllocate,
  partiesParticipantId,
  externalGenerateTopology,
  externalAllocate,
  partiesGet,
  partiesUpdate,
  partiesRights,
];
