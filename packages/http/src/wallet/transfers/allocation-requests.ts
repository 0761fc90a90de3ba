import { allocationRequestV1, allocationRequestV2, type allocationV2 } from "@tallystick/coin";
import {
  isJsonObject,
  type Json,
  type Micros,
  type PartyId,
  timestampFromText,
} from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import {
  allocationRequestInterfaces,
  fundingOfAll,
  type InboxItem,
  rejectRequest,
  type RequestVersion,
} from "@tallystick/wallet";
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

/** A request of an app, as an interface shows it. */
interface Requested {
  readonly event: CreatedEvent;
  readonly version: RequestVersion;
  /** In package-id form. */
  readonly interfaceId: string;
  readonly view: Json;
}

/** As public wallets list it: the interface is its template, and the view its payload. */
const toWire = ({ event, interfaceId, view }: Requested): ContractWire => ({
  template_id: interfaceId,
  contract_id: event.contractId,
  payload: view,
  created_event_blob: event.createdEventBlob,
  created_at: event.createdAt,
});

const fieldOf = (value: Json, name: string): Json =>
  isJsonObject(value) ? (value[name] ?? null) : null;

const legsOf = (view: Json): ReadonlyArray<Json> => {
  const legs = fieldOf(view, "transferLegs");
  return isJsonObject(legs) ? Object.values(legs) : [];
};

/** Whether a leg of the first version is in this coin, from or to the party. */
const isLegOf = (leg: Json, dso: string, party: PartyId): boolean => {
  const admin = fieldOf(fieldOf(leg, "instrumentId"), "admin");
  return admin === dso && [fieldOf(leg, "sender"), fieldOf(leg, "receiver")].includes(party);
};

/** The allocations of this coin in a request of the second version. */
const allocationsIn = (
  view: Json,
  dso: string,
): ReadonlyArray<allocationV2.AllocationSpecification> => {
  const read = allocationRequestV2.AllocationRequestView.decode(view);
  return isLeft(read) ? [] : read.right.allocations.filter(({ admin }) => admin === dso);
};

/** Whether a request asks for this coin from or to the party. */
const concerns = ({ version, view }: Requested, dso: string, party: PartyId): boolean =>
  version === 1
    ? legsOf(view).some((leg) => isLegOf(leg, dso, party))
    : allocationsIn(view, dso).some(
        ({ authorizer, transferLegSides }) =>
          authorizer.owner === party ||
          transferLegSides.some(({ otherside }) => otherside.owner === party),
      );

/** What the interfaces show of a contract, the newest first. */
const requestedBy = (event: CreatedEvent): ReadonlyArray<Requested> =>
  allocationRequestInterfaces.flatMap(({ version, name }) => {
    const found = event.interfaceViews.find(({ interfaceId }) => interfaceId.endsWith(`:${name}`));
    const view = found?.viewValue;
    if (found === undefined || view === undefined || view === null) return [];
    return [{ event, version, interfaceId: found.interfaceId, view }];
  });

/**
 * The requests of apps that concern a party; apps have their own templates, so the ledger's views
 * are queried by interface.
 *
 * @param version absent: each request once, by its newest interface
 */
const requestsOf = async (
  { ledger, wallet: { settings }, party }: WalletServices,
  version?: RequestVersion,
): Promise<ReadonlyArray<Requested>> => {
  const cumulative = allocationRequestInterfaces
    .filter((it) => version === undefined || it.version === version)
    .map(({ id: interfaceId }) => ({
      kind: "interface" as const,
      interfaceId,
      includeInterfaceView: true,
      includeCreatedEventBlob: true,
    }));
  const found: Array<Requested> = [];
  const contracts = ledger.queries.activeContracts({
    activeAtOffset: ledger.ledgerEnd(),
    eventFormat: { filtersByParty: { [party]: { cumulative } } },
  });
  for await (const contract of contracts) {
    const { createdEvent } = orThrow(contract).contractEntry.JsActiveContract;
    const [requested] = requestedBy(createdEvent);
    if (requested !== undefined && concerns(requested, settings.dso, party)) found.push(requested);
    if (found.length >= maxListed) break;
  }
  return found;
};

/** No one but the app, or a party that is asked, ends a request whose time is over. */
const lapsed: InboxItem["reason"] = { code: "waiting-for-app" };

/** What the items of both versions have of their contract. */
interface ItemBase {
  readonly contractId: string;
  readonly createdAt: Micros;
}

/** What an inbox says of a request; undefined for one whose view does not read. */
const itemV1 = (
  view: Json,
  base: ItemBase,
  { wallet, party }: WalletServices,
): InboxItem | undefined => {
  const read = allocationRequestV1.AllocationRequestView.decode(view);
  if (isLeft(read)) return undefined;
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
    ...base,
    direction: "received",
    counterparties: [...others.add(settlement.executor)].filter((it) => it !== party).sort(),
    ...(own === undefined ? {} : { amount: { amount: own.amount, unit: "AmuletUnit" } }),
    expiresAt: allocateBefore,
    reason: isOver ? lapsed : pays,
    actions: own === undefined ? [] : isOver ? ["reject"] : ["allocate", "reject"],
  };
};

const isDefined = <A>(value: A | undefined): value is A => value !== undefined;

/** The earliest of some times; undefined when there is none. */
const earliest = (times: ReadonlyArray<bigint | undefined>): bigint | undefined =>
  times
    .filter(isDefined)
    .reduce<bigint | undefined>(
      (first, time) => (first === undefined || time < first ? time : first),
      undefined,
    );

/** The owners of the accounts in allocations. */
const ownersIn = (
  allocations: ReadonlyArray<allocationV2.AllocationSpecification>,
): ReadonlyArray<string> =>
  allocations
    .flatMap(({ authorizer, transferLegSides }) => [
      authorizer.owner,
      ...transferLegSides.map(({ otherside }) => otherside.owner),
    ])
    .filter(isDefined);

const itemV2 = (
  view: Json,
  base: ItemBase,
  { wallet, party }: WalletServices,
): InboxItem | undefined => {
  const read = allocationRequestV2.AllocationRequestView.decode(view);
  if (isLeft(read)) return undefined;
  const { settlement, allocations } = read.right;
  const own = allocationsIn(view, wallet.settings.dso).filter(
    ({ authorizer }) => authorizer.owner === party,
  );
  const others = new Set([...settlement.executors, ...ownersIn(allocations)]);
  const expiresAt = earliest(own.map(({ settlementDeadline }) => settlementDeadline));
  const isOver = expiresAt !== undefined && wallet.now() >= expiresAt;
  const amount = fundingOfAll(own);
  const waits: InboxItem["reason"] = {
    code: own.length === 0 ? "waiting-for-sender" : "waiting-for-you",
  };
  return {
    kind: "allocation-request-v2",
    ...base,
    direction: "received",
    counterparties: [...others].filter((it) => it !== party).sort(),
    ...(amount === undefined ? {} : { amount: { amount, unit: "AmuletUnit" } }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    reason: isOver ? lapsed : waits,
    actions: own.length === 0 ? [] : isOver ? ["reject"] : ["allocate", "reject"],
  };
};

const itemOf = (
  { event, version, view }: Requested,
  services: WalletServices,
): InboxItem | undefined => {
  const created = timestampFromText(event.createdAt);
  if (isLeft(created)) return undefined;
  const base = { contractId: event.contractId, createdAt: created.right };
  return version === 1 ? itemV1(view, base, services) : itemV2(view, base, services);
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
  summary: "Settlements that apps ask the party to allocate CC for; template_id is the interface",
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

/** The row that refuses a request by the choice of a version (wallet 3.6). */
const rejectAllocationRequest = (version: RequestVersion, operation: string): Endpoint =>
  walletRow({
    method: "POST",
    path: `/v${version === 1 ? 0 : 2}/wallet/token-standard/allocation-requests/{contract_id}/reject`,
    external: "signed",
    summary: "Refuse to allocate CC for a settlement",
    parameters: LookedUpPath,
    response: wireObject("ChoiceExecutionMetadata", { meta: required(wireMap(wireString)) }),
    handle: async ({ parameters: { contract_id: cid } }, services) => {
      const { wallet, party, executed } = services;
      const found = await requestsOf(services, version);
      if (executed === undefined && !found.some(({ event }) => event.contractId === cid))
        throw refused(404, `There is no allocation request ${cid}.`);
      const commandId = onceId(operation, party, cid);
      const { result } = await submitCommand(
        wallet,
        party,
        commandId,
        rejectRequest(version, party, cid),
      );
      return { meta: metaOf(result) };
    },
  });

/** The rows of allocation requests (wallet 3.6). */
export const allocationRequestRows: ReadonlyArray<Endpoint> = [
  listAllocationRequests,
  rejectAllocationRequest(1, "reject-allocation-request"),
  rejectAllocationRequest(2, "reject-allocation-request-v2"),
];
