import { activeInterfaceViews } from "../../data/active-contracts.js";
import { answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import { useWallet } from "../../data/wallet-context.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { sumOf } from "../../money/sums.js";
import { readAmount } from "../../money/read-amount.js";
import { type Metadata, microsOf } from "./allocation-data.js";

/** An account; one without owner is the token's own: coins from it are minted, to it burned. */
export interface Account {
  readonly owner?: string | null;
  readonly provider?: string | null;
  readonly id: string;
}

/** A leg as the party's side of it. */
export interface LegSide {
  readonly transferLegId: string;
  readonly side: "SenderSide" | "ReceiverSide";
  readonly otherside: Account;
  readonly amount: string;
  readonly instrumentId: string;
  readonly meta?: Metadata;
}

/** What an account is to authorize at a token's administrator. */
export interface Specification {
  readonly admin: string;
  readonly authorizer: Account;
  readonly transferLegSides: ReadonlyArray<LegSide>;
  readonly settlementDeadline?: string | null;
  readonly nextIterationFunding?: Readonly<Record<string, string>> | null;
  readonly committed: boolean;
  readonly meta?: Metadata;
}

export interface SettlementV2 {
  readonly executors: ReadonlyArray<string>;
  readonly id: string;
  readonly cid?: string | null;
  readonly meta?: Metadata;
}

/** What an app asks of accounts. */
export interface RequestV2 {
  readonly cid: string;
  readonly settlement: SettlementV2;
  readonly allocations: ReadonlyArray<Specification>;
}

/** What the party has authorized. */
export interface AllocationV2 {
  readonly cid: string;
  readonly settlement: SettlementV2;
  readonly allocation: Specification;
  readonly expiresAt: string;
}

const requestInterface =
  "#splice-api-token-allocation-request-v2:Splice.Api.Token.AllocationRequestV2:AllocationRequest";

/** The requests of the second version that the party sees, by what the interface shows of them. */
export const useRequestsV2 = () => {
  const { party } = useWallet();
  return usePartyQuery("allocations", { list: "requests-v2" }, async (api) => {
    const found = await activeInterfaceViews(api, party, requestInterface);
    return found.map(({ contractId: cid, view }): RequestV2 => {
      // border: a view of the token standard, which the ledger has computed
      const { settlement, allocations } = view as Omit<RequestV2, "cid">;
      return { cid, settlement, allocations };
    });
  });
};

const template = ":Splice.AmuletAllocationV2:AmuletAllocationV2";

/** The party's allocations of the second version. */
export const useAllocationsV2 = () =>
  usePartyQuery("allocations", { list: "own-v2" }, async (api) => {
    const { allocations } = await answerOf(api.wallet.GET("/v0/allocations"));
    return allocations
      .filter(({ contract }) => contract.template_id.endsWith(template))
      .map(({ contract: { contract_id: cid, payload } }): AllocationV2 => {
        // border: the coin's own template
        const { settlement, allocation, expiresAt } = payload as Omit<AllocationV2, "cid">;
        return { cid, settlement, allocation, expiresAt };
      });
  });

/** Whether an account is the party's own, which no one provides. */
const isBasicOf = ({ owner, provider, id }: Account, party: string): boolean =>
  owner === party && typeof provider !== "string" && id === "";

/** What is asked of the party in the coin: the wallet can allocate that. */
export const ownCoinIn = (
  { allocations }: RequestV2,
  party: string,
  dso: string,
): ReadonlyArray<Specification> =>
  allocations.filter(({ admin, authorizer }) => admin === dso && isBasicOf(authorizer, party));

/** Whether the wallet can allocate it: coins alone, to and from accounts of parties. */
export const isForWallet = ({ transferLegSides }: Specification): boolean =>
  transferLegSides.every(
    ({ otherside, instrumentId }) =>
      instrumentId === "Amulet" &&
      typeof otherside.owner === "string" &&
      isBasicOf(otherside, otherside.owner),
  );

/** What an allocation locks: what is sent and kept for iterations, less what is received. */
export const lockedBy = ({ transferLegSides, nextIterationFunding }: Specification): string => {
  const kept = Object.values(nextIterationFunding ?? {});
  const moved = transferLegSides.map(({ side, amount }) =>
    side === "SenderSide" ? amount : `-${amount}`,
  );
  const sum = sumOf([...kept, ...moved]);
  return (readAmount(sum) ?? 0n) > 0n ? sum : "0";
};

/** Whether the party has an allocation for a settlement already. */
export const isAllocatedV2 = (
  allocations: ReadonlyArray<AllocationV2>,
  { id, cid, executors }: SettlementV2,
): boolean =>
  allocations.some(
    ({ settlement: of }) =>
      of.id === id &&
      (of.cid ?? "") === (cid ?? "") &&
      of.executors.join(" ") === executors.join(" "),
  );

const textsOf = (meta: Metadata | undefined) => ({ ...meta?.values });

/** The request that allocates what is asked. */
export const allocateBodyV2 = (
  { executors, id, cid, meta }: SettlementV2,
  specification: Specification,
): WalletSchemas["AllocateAmuletV2Request"] => {
  const { settlementDeadline: deadline, nextIterationFunding: funding } = specification;
  return {
    settlement: {
      executors: [...executors],
      settlement_ref: { id, ...(typeof cid === "string" ? { cid } : {}) },
      ...(typeof deadline === "string" ? { settlement_deadline: microsOf(deadline) } : {}),
      meta: textsOf(meta),
    },
    transfer_leg_sides: specification.transferLegSides.map((leg) => ({
      transfer_leg_id: leg.transferLegId,
      side: leg.side === "SenderSide" ? "SENDERSIDE" : "RECEIVERSIDE",
      otherside: leg.otherside.owner ?? "",
      amount: leg.amount,
      meta: textsOf(leg.meta),
    })),
    ...(funding === null || funding === undefined
      ? {}
      : { next_iteration_funding: { ...funding } }),
    committed: specification.committed,
    meta: textsOf(specification.meta),
  };
};

/** Whether an allocation cannot be taken back at a time. */
export const isBound = (
  { committed, settlementDeadline: deadline }: Specification,
  nowMs: number,
): boolean => committed && !(typeof deadline === "string" && Date.parse(deadline) <= nowMs);

/** In how many milliseconds the next allocation can be taken back; undefined: none. */
export const nextDeadline = (
  allocations: ReadonlyArray<AllocationV2>,
  nowMs: number,
): number | undefined => {
  const pauses = allocations.flatMap(
    ({ allocation: { committed, settlementDeadline: deadline } }) =>
      committed && typeof deadline === "string" && Date.parse(deadline) > nowMs
        ? [Date.parse(deadline) - nowMs]
        : [],
  );
  return pauses.length === 0 ? undefined : Math.min(...pauses);
};
