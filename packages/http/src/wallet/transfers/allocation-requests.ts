import { allocationRequestV1 } from "@tallystick/coin";
import {
  commandsOf,
  isJsonObject,
  type Json,
  type PartyId,
  timestampFromText,
} from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import { extraArgsOf, type InboxItem } from "@tallystick/wallet";
import {
  type CreatedEvent,
  required,
  wireArray,
  wireMap,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Endpoint } from "../../endpoints/endpoint.js";
import type { ContractWire } from "../rows/contract-wire.js";
import { maxListed } from "../rows/own-contract.js";
import { onceId, submitCommand } from "../rows/submissions.js";
import { LookedUpPath } from "../rows/value-codecs.js";
import { refused, walletRow, type WalletServices } from "../rows/wallet-row.js";
import { AllocationEntry } from "./allocations.js";

const { exercise } = commandsOf({ name: "splice-api-token-allocation-request-v1" });

const interfaceId = `#splice-api-token-allocation-request-v1:${allocationRequestV1.AllocationRequest.name}`;

const toWire = (event: CreatedEvent): ContractWire => ({
  template_id: event.templateId,
  contract_id: event.contractId,
  payload: event.createArgument,
  created_event_blob: event.createdEventBlob,
  created_at: event.createdAt,
});

const fieldOf = (value: Json, name: string): Json =>
  isJsonObject(value) ? (value[name] ?? null) : null;

const legsOf = (view: Json): ReadonlyArray<Json> => {
  const legs = fieldOf(view, "transferLegs");
  return isJsonObject(legs) ? Object.values(legs) : [];
};

/** Whether a leg is in this coin, from or to the party. */
const concerns = (leg: Json, dso: string, party: PartyId): boolean => {
  const admin = fieldOf(fieldOf(leg, "instrumentId"), "admin");
  return admin === dso && [fieldOf(leg, "sender"), fieldOf(leg, "receiver")].includes(party);
};

/**
 * The requests of apps that concern a party; apps have their own templates, so the ledger's views
 * are queried by interface.
 */
const requestsOf = async ({
  ledger,
  wallet: { settings },
  party,
}: WalletServices): Promise<ReadonlyArray<CreatedEvent>> => {
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
    const { createdEvent } = orThrow(contract).contractEntry.JsActiveContract;
    const view = createdEvent.interfaceViews[0]?.viewValue;
    if (view === undefined || view === null) continue;
    if (legsOf(view).some((leg) => concerns(leg, settings.dso, party))) found.push(createdEvent);
    if (found.length >= maxListed) break;
  }
  return found;
};

/** What an inbox says of a request; undefined for one whose view does not read. */
const itemOf = (
  { contractId, createdAt, interfaceViews }: CreatedEvent,
  { wallet, party }: WalletServices,
): InboxItem | undefined => {
  const read = allocationRequestV1.AllocationRequestView.decode(
    interfaceViews[0]?.viewValue ?? null,
  );
  const created = timestampFromText(createdAt);
  if (isLeft(read) || isLeft(created)) return undefined;
  const { settlement, transferLegs } = read.right;
  const legs = [...transferLegs.values()];
  const own = legs.find(({ sender }) => sender === party);
  const others = new Set(legs.flatMap(({ sender, receiver }) => [sender, receiver]));
  const { allocateBefore } = settlement;
  const isOver = wallet.now() >= allocateBefore;
  const pays: InboxItem["reason"] =
    own === undefined ? { code: "waiting-for-sender" } : { code: "waiting-for-you" };
  return {
    kind: "allocation-request",
    contractId,
    createdAt: created.right,
    direction: "received",
    counterparties: [...others.add(settlement.executor)].filter((it) => it !== party).sort(),
    ...(own === undefined ? {} : { amount: { amount: own.amount, unit: "AmuletUnit" } }),
    expiresAt: allocateBefore,
    reason: isOver ? { code: "expired-not-cleared" } : pays,
    actions: own === undefined ? [] : isOver ? ["reject"] : ["allocate", "reject"],
  };
};

/** The requests of apps that concern the caller, as items of its inbox. */
export const requestedAllocations = async (
  services: WalletServices,
): Promise<ReadonlyArray<InboxItem>> =>
  (await requestsOf(services)).flatMap((event) => itemOf(event, services) ?? []);

/** `GET /v0/wallet/token-standard/allocation-requests` (wallet 3.6). */
const listAllocationRequests = walletRow({
  method: "GET",
  path: "/v0/wallet/token-standard/allocation-requests",
  summary: "Settlements that apps ask the party to allocate CC for",
  response: wireObject("ListAllocationRequestsResponse", {
    allocation_requests: required(wireArray(AllocationEntry)),
  }),
  handle: async (_request, services) => {
    const found = await requestsOf(services);
    return { allocation_requests: found.map((it) => ({ contract: toWire(it) })) };
  },
});

/** The texts of the metadata in the result of a choice of the token standard. */
const metaOf = (result: Json): Readonly<Record<string, string>> => {
  const meta = fieldOf(fieldOf(result, "meta"), "values");
  return Object.fromEntries(
    Object.entries(isJsonObject(meta) ? meta : {}).flatMap(([key, value]) =>
      typeof value === "string" ? [[key, value] as const] : [],
    ),
  );
};

/** `POST /v0/wallet/token-standard/allocation-requests/{contract_id}/reject` (wallet 3.6). */
const rejectAllocationRequest = walletRow({
  method: "POST",
  path: "/v0/wallet/token-standard/allocation-requests/{contract_id}/reject",
  summary: "Refuse to allocate CC for a settlement",
  parameters: LookedUpPath,
  response: wireObject("ChoiceExecutionMetadata", { meta: required(wireMap(wireString)) }),
  handle: async ({ parameters: { contract_id: cid } }, services) => {
    const { wallet, party } = services;
    const found = await requestsOf(services);
    if (!found.some(({ contractId }) => contractId === cid))
      throw refused(404, `There is no allocation request ${cid}.`);
    const command = exercise(allocationRequestV1.AllocationRequest_Reject, cid, {
      actor: party,
      extraArgs: extraArgsOf({ context: { values: new Map() }, disclosed: [] }),
    });
    const commandId = onceId("reject-allocation-request", party, cid);
    const { result } = await submitCommand(wallet, party, commandId, command);
    return { meta: metaOf(result) };
  },
});

/** The rows of allocation requests (wallet 3.6). */
export const allocationRequestRows: ReadonlyArray<Endpoint> = [
  listAllocationRequests,
  rejectAllocationRequest,
];
