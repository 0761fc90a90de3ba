import { activeInterfaceViews } from "../../data/active-contracts.js";
import { answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import { useWallet } from "../../data/wallet-context.js";

export interface Metadata {
  readonly values?: Readonly<Record<string, string>>;
}

/** What a settlement is, as the token standard writes it. */
export interface Settlement {
  readonly executor: string;
  readonly settlementRef: { readonly id: string; readonly cid?: string | null };
  readonly requestedAt: string;
  readonly allocateBefore: string;
  readonly settleBefore: string;
  readonly meta?: Metadata;
}

/** One transfer of a settlement. */
export interface Leg {
  readonly sender: string;
  readonly receiver: string;
  readonly amount: string;
  readonly instrumentId: { readonly admin: string; readonly id: string };
  readonly meta?: Metadata;
}

/** What an app asks several parties to allocate. */
export interface AllocationRequest {
  readonly cid: string;
  readonly settlement: Settlement;
  readonly legs: ReadonlyArray<readonly [id: string, leg: Leg]>;
}

/** Coins of the party that are locked for a leg. */
export interface Allocation {
  readonly cid: string;
  readonly settlement: Settlement;
  readonly legId: string;
  readonly leg: Leg;
}

const requestInterface =
  "#splice-api-token-allocation-request-v1:Splice.Api.Token.AllocationRequestV1:AllocationRequest";

/** The requests that concern the party, by what the token standard shows of them. */
export const useAllocationRequests = () => {
  const { party } = useWallet();
  return usePartyQuery("allocations", { list: "requests" }, async (api) => {
    const found = await activeInterfaceViews(api, party, requestInterface);
    return found.map(({ contractId: cid, view }): AllocationRequest => {
      // border: a view of the token standard, which the ledger has computed
      const { settlement, transferLegs } = view as {
        settlement: Settlement;
        transferLegs: Readonly<Record<string, Leg>>;
      };
      return { cid, settlement, legs: Object.entries(transferLegs) };
    });
  });
};

export const useAllocations = () =>
  usePartyQuery("allocations", { list: "own" }, async (api) => {
    const { allocations } = await answerOf(api.wallet.GET("/v0/allocations"));
    const v1 = allocations.filter(({ contract }) =>
      contract.template_id.endsWith(":Splice.AmuletAllocation:AmuletAllocation"),
    );
    return v1.map(({ contract: { contract_id: cid, payload } }): Allocation => {
      // border: the coin's own template
      const { allocation } = payload as {
        allocation: { settlement: Settlement; transferLegId: string; transferLeg: Leg };
      };
      const { settlement, transferLegId: legId, transferLeg: leg } = allocation;
      return { cid, settlement, legId, leg };
    });
  });

/** What an allocation changes. */
export const touches = ["allocations", "inbox", "balance", "coins", "transactions"] as const;

/** A time of the ledger in microseconds since 1970. */
export const microsOf = (at: string): number => {
  const digits = /\.(\d+)/.exec(at)?.[1] ?? "";
  const belowMillis = Number(digits.padEnd(6, "0").slice(3, 6));
  return Date.parse(at) * 1_000 + belowMillis;
};

export const allocateBody = (settlement: Settlement, legId: string, leg: Leg) => ({
  settlement: {
    executor: settlement.executor,
    settlement_ref: {
      id: settlement.settlementRef.id,
      ...(typeof settlement.settlementRef.cid === "string"
        ? { cid: settlement.settlementRef.cid }
        : {}),
    },
    requested_at: microsOf(settlement.requestedAt),
    allocate_before: microsOf(settlement.allocateBefore),
    settle_before: microsOf(settlement.settleBefore),
    meta: settlement.meta?.values ?? {},
  },
  transfer_leg_id: legId,
  transfer_leg: {
    receiver: leg.receiver,
    amount: leg.amount,
    meta: leg.meta?.values ?? {},
  },
});

/** Whether there is an allocation for a leg of a settlement. */
export const isAllocated = (
  allocations: ReadonlyArray<Allocation>,
  { executor, settlementRef }: Settlement,
  legId: string,
): boolean =>
  allocations.some(
    (each) =>
      each.legId === legId &&
      each.settlement.executor === executor &&
      each.settlement.settlementRef.id === settlementRef.id,
  );
