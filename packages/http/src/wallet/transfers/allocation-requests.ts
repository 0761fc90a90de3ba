import { allocationRequestV1 } from "@tallystick/coin";
import { isJsonObject, type Json, type LedgerError } from "@tallystick/core";
import type { Ledger, Wallet } from "@tallystick/node";
import {
  type CreatedEvent,
  commandsOf,
  required,
  wireArray,
  wireMap,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { extraArgsOf } from "@tallystick/wallet";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { AllocationEntry } from "./allocations.js";
import type { ContractWire } from "../rows/contract-wire.js";
import { maxListed } from "../rows/own-contract.js";
import { contractIdText } from "../rows/request-values.js";
import { onceId, submissionBy } from "../rows/submissions.js";
import { ContractIdPath } from "../rows/contract-id-path.js";
import { refused, walletRow } from "../rows/wallet-row.js";

const { exercise } = commandsOf({ name: "splice-api-token-allocation-request-v1" });

const interfaceId = `#splice-api-token-allocation-request-v1:${allocationRequestV1.AllocationRequest.name}`;

const toWire = (event: CreatedEvent): ContractWire => ({
  template_id: event.templateId,
  contract_id: event.contractId,
  payload: event.createArgument,
  created_event_blob: event.createdEventBlob,
  created_at: event.createdAt,
});

/** A leg of a request as its view has it. */
const legsOf = (view: Json): ReadonlyArray<Json> => {
  const legs = isJsonObject(view) ? view.transferLegs : undefined;
  return legs !== undefined && isJsonObject(legs) ? Object.values(legs) : [];
};

/** Whether a leg is of this coin and the party's. */
const concerns = (leg: Json, dso: string, party: string): boolean => {
  if (!isJsonObject(leg)) return false;
  const { sender, receiver, instrumentId } = leg;
  const admin = instrumentId !== undefined && isJsonObject(instrumentId) ? instrumentId.admin : "";
  return admin === dso && (sender === party || receiver === party);
};

/**
 * The requests of apps that concern a party; apps bring templates of their own, so the ledger's
 * views are requested by interface.
 */
const requestsOf = async (
  ledger: Ledger,
  { settings }: Wallet,
  party: string,
): Promise<Either<LedgerError, ReadonlyArray<CreatedEvent>>> => {
  const filter = {
    kind: "interface",
    interfaceId,
    includeInterfaceView: true,
    includeCreatedEventBlob: true,
  } as const;
  const found: Array<CreatedEvent> = [];
  const contracts = ledger.queries.activeContracts({
    activeAtOffset: ledger.ledgerEnd(),
    eventFormat: {
      filtersByParty: { [party]: { cumulative: [filter] } },
    },
  });
  for await (const contract of contracts) {
    if (isLeft(contract)) return contract;
    const { createdEvent } = contract.right.contractEntry.JsActiveContract;
    const view = createdEvent.interfaceViews[0]?.viewValue;
    if (view === undefined || view === null) continue;
    if (legsOf(view).some((leg) => concerns(leg, settings.dso, party))) found.push(createdEvent);
    if (found.length >= maxListed) break;
  }
  return right(found);
};

/** `GET /v0/wallet/token-standard/allocation-requests` (wallet 3.6). */
export const listAllocationRequests = walletRow({
  method: "GET",
  path: "/v0/wallet/token-standard/allocation-requests",
  summary: "Settlements that apps ask the party to set CC aside for",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: {
    kind: "json",
    codec: wireObject("ListAllocationRequestsResponse", {
      allocation_requests: required(wireArray(AllocationEntry)),
    }),
  },
  handle: async ({ wallet, ledger, party }) => {
    const found = await requestsOf(ledger, wallet, party);
    return isLeft(found)
      ? found
      : right({ allocation_requests: found.right.map((it) => ({ contract: toWire(it) })) });
  },
});

/** `POST /v0/wallet/token-standard/allocation-requests/{contract_id}/reject` (wallet 3.6). */
export const rejectAllocationRequest = walletRow({
  method: "POST",
  path: "/v0/wallet/token-standard/allocation-requests/{contract_id}/reject",
  summary: "Set nothing aside for a settlement",
  access: "user",
  parameters: ContractIdPath,
  query: nothing,
  body: nothing,
  response: {
    kind: "json",
    codec: wireObject("ChoiceExecutionMetadata", { meta: required(wireMap(wireString)) }),
  },
  handle: async ({ wallet, ledger, party, parameters }) => {
    const cid = contractIdText(parameters.contract_id);
    if (isLeft(cid)) return cid;
    const found = await requestsOf(ledger, wallet, party);
    if (isLeft(found)) return found;
    if (!found.right.some(({ contractId }) => contractId === cid.right))
      return refused(404, `There is no allocation request ${cid.right}.`);
    const command = exercise(allocationRequestV1.AllocationRequest_Reject, cid.right, {
      actor: party,
      extraArgs: extraArgsOf({ context: { values: new Map() }, disclosed: [] }),
    });
    const commandId = onceId("reject-allocation-request", party, cid.right);
    const done = await wallet.submit(submissionBy(wallet, party, commandId, command));
    if (isLeft(done)) return done;
    const { result } = done.right;
    const meta =
      isJsonObject(result) && result.meta !== undefined && isJsonObject(result.meta)
        ? result.meta.values
        : undefined;
    const texts = Object.entries(meta !== undefined && isJsonObject(meta) ? meta : {}).flatMap(
      ([key, value]) => (typeof value === "string" ? [[key, value] as const] : []),
    );
    return right({ meta: Object.fromEntries(texts) });
  },
});

/** The rows of allocation requests (wallet 3.6). */
export const allocationRequestRows: ReadonlyArray<Endpoint> = [
  listAllocationRequests,
  rejectAllocationRequest,
];
