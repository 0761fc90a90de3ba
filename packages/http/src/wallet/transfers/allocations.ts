import {
  allocationInstructionV1,
  allocationV1,
  AmuletAllocation,
  coinInstrument,
  AmuletAllocationV2,
} from "@tallystick/coin";
import { commandsOf, type Json, numericToText, type PartyId } from "@tallystick/core";
import type { Wallet, WalletEarlier } from "@tallystick/node";
import {
  allocationFactoryContext,
  extraArgsOf,
  releaseContext,
  type Submission,
} from "@tallystick/wallet";
import { optional, required, wireArray, wireMap, wireObject, wireString } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { actionOn, type ContractForm, listRow } from "../rows/contract-rows.js";
import { ContractWire, contractToWire } from "../rows/contract-wire.js";
import { once } from "../rows/once.js";
import { runningNetwork, submissionBy } from "../rows/submissions.js";
import {
  inFuture,
  knownParty,
  LookedUpPath,
  moment,
  partyId,
  positiveAmount,
} from "../rows/value-codecs.js";
import { walletRow } from "../rows/wallet-row.js";
import { holdingsFor } from "./spendable-coins.js";

const factory = commandsOf({ name: "splice-api-token-allocation-instruction-v1" });
const allocations = commandsOf({ name: "splice-api-token-allocation-v1" });

/** A contract in lists of allocations and requests. */
export const AllocationEntry = wireObject("AllocationEntry", { contract: required(ContractWire) });

const entry: ContractForm<TypeOf<typeof AllocationEntry>> = {
  codec: AllocationEntry,
  show: (contract) => ({ contract: contractToWire(contract) }),
  of: () => entry,
};

/** Request body of `POST /v0/allocations` (wallet 3.6). */
const AllocateRequest = wireObject("AllocateAmuletRequest", {
  settlement: required(
    wireObject("SettlementInfoRequest", {
      executor: required(partyId),
      settlement_ref: required(
        wireObject("SettlementReference", {
          id: required(wireString),
          cid: optional(wireString),
        }),
      ),
      requested_at: required(moment),
      allocate_before: required(moment),
      settle_before: required(moment),
      meta: optional(wireMap(wireString)),
    }),
  ),
  transfer_leg_id: required(wireString),
  transfer_leg: required(
    wireObject("TransferLegRequest", {
      receiver: required(partyId),
      amount: required(positiveAmount),
      meta: optional(wireMap(wireString)),
    }),
  ),
});

/** How far an allocation has come: the key shows whether it waits or is completed. */
export const AllocationInstructionOutput = wireObject("AllocationInstructionOutput", {
  allocation_instruction_cid: optional(wireString),
  allocation_cid: optional(wireString),
});

/** Answer of `POST /v0/allocations` (wallet 3.6): the coin allocates immediately. */
const AllocateResponse = wireObject("AllocateAmuletResponse", {
  output: required(AllocationInstructionOutput),
  sender_change_cids: required(wireArray(wireString)),
  meta: required(wireMap(wireString)),
});

const allocatedToWire = (result: Json): TypeOf<typeof AllocateResponse> => {
  const read = allocationInstructionV1.AllocationInstructionResult.decode(result);
  if (isLeft(read)) return { output: {}, sender_change_cids: [], meta: {} };
  const { output, senderChangeCids, meta } = read.right;
  const shared = { sender_change_cids: senderChangeCids, meta: Object.fromEntries(meta.values) };
  switch (output.tag) {
    case "AllocationInstructionResult_Completed":
      return { output: { allocation_cid: output.value.allocationCid }, ...shared };
    case "AllocationInstructionResult_Pending":
      return {
        output: { allocation_instruction_cid: output.value.allocationInstructionCid },
        ...shared,
      };
    case "AllocationInstructionResult_Failed":
      return { output: {}, ...shared };
  }
};

/** Metadata of a request as the token standard has it. */
export const metaOf = (meta: Readonly<Record<string, string>> | undefined) => ({
  values: new Map(Object.entries(meta ?? {})),
});

/** The allocation specification of a request. */
const specificationOf = (
  wallet: Wallet,
  sender: string,
  { settlement, transfer_leg_id, transfer_leg }: TypeOf<typeof AllocateRequest>,
): allocationV1.AllocationSpecification => {
  const now = wallet.now();
  const { executor, settlement_ref, allocate_before, settle_before } = settlement;
  return {
    settlement: {
      executor,
      settlementRef: { id: settlement_ref.id, cid: settlement_ref.cid },
      requestedAt: settlement.requested_at,
      allocateBefore: inFuture(allocate_before, "settlement.allocate_before", now),
      settleBefore: inFuture(settle_before, "settlement.settle_before", now),
      meta: metaOf(settlement.meta),
    },
    transferLegId: transfer_leg_id,
    transferLeg: {
      sender,
      receiver: transfer_leg.receiver,
      amount: transfer_leg.amount,
      instrumentId: coinInstrument(wallet.settings.dso),
      meta: metaOf(transfer_leg.meta),
    },
  };
};

const planned = (
  wallet: Wallet,
  party: PartyId,
  commandId: string,
  allocation: allocationV1.AllocationSpecification,
): Submission => {
  const network = runningNetwork(wallet);
  const command = factory.exercise(
    allocationInstructionV1.AllocationFactory_Allocate,
    network.externalPartyRules,
    {
      expectedAdmin: wallet.settings.dso,
      allocation,
      requestedAt: BigInt(wallet.now()),
      inputHoldingCids: holdingsFor(wallet, network, party, allocation.transferLeg.amount),
      extraArgs: extraArgsOf(allocationFactoryContext(network)),
    },
  );
  return submissionBy(wallet, party, commandId, command);
};

/** What a request asks beyond the leg that it names. */
const allocationAsked = ({ settlement, transfer_leg }: TypeOf<typeof AllocateRequest>) => {
  const { requested_at, allocate_before, settle_before, meta = {} } = settlement;
  const { receiver, amount, meta: legMeta = {} } = transfer_leg;
  return {
    settlement: {
      requested_at: String(requested_at),
      allocate_before: String(allocate_before),
      settle_before: String(settle_before),
      meta,
    },
    transfer_leg: { receiver, amount: numericToText(amount), meta: legMeta },
  };
};

const allocationBefore = ({ argument }: WalletEarlier) => {
  const before = allocationInstructionV1.AllocationFactory_Allocate.argument.decode(argument);
  if (isLeft(before)) return undefined;
  const { settlement, transferLeg } = before.right.allocation;
  return {
    settlement: {
      requested_at: String(settlement.requestedAt),
      allocate_before: String(settlement.allocateBefore),
      settle_before: String(settlement.settleBefore),
      meta: Object.fromEntries(settlement.meta.values),
    },
    transfer_leg: {
      receiver: transferLeg.receiver,
      amount: numericToText(transferLeg.amount),
      meta: Object.fromEntries(transferLeg.meta.values),
    },
  };
};

/** `POST /v0/allocations` (wallet 3.6): once per executor, settlement and leg. */
const allocate = walletRow({
  method: "POST",
  path: "/v0/allocations",
  external: "signed",
  summary: "Allocate CC to a leg of a settlement",
  description:
    "An equal repeat for the same executor, settlement and leg answers what the first one answered.",
  body: AllocateRequest,
  response: AllocateResponse,
  errorStatuses: {
    400: "A bad request or too little CC",
    409: "The leg is allocated, with another content",
    429: "The same leg is in flight",
  },
  handle: async ({ body }, services) => {
    const { wallet, ledger, party } = services;
    const { executor, settlement_ref } = body.settlement;
    const leg = [executor, settlement_ref.id, settlement_ref.cid ?? "", body.transfer_leg_id];
    const { result } = await once(services, {
      operation: "allocate",
      field: "settlement.settlement_ref and transfer_leg_id",
      id: JSON.stringify(leg),
      asked: allocationAsked(body),
      recorded: allocationBefore,
      plan: (commandId) => {
        const allocation = specificationOf(wallet, party, body);
        knownParty(ledger, executor, "settlement.executor");
        return planned(wallet, party, commandId, allocation);
      },
    });
    return allocatedToWire(result);
  },
});

/** `GET /v0/allocations` (wallet 3.6). */
const listAllocations = listRow({
  path: "/v0/allocations",
  summary: "The allocations of the party, of both versions; template_id tells them apart",
  answer: ["ListAllocationsResponse", "allocations"],
  form: entry,
  contracts: ({ wallet: { views }, party }) => {
    const v1 = views
      .of(AmuletAllocation, party)
      .filter(({ payload }) => payload.allocation.transferLeg.sender === party);
    const v2 = views
      .of(AmuletAllocationV2, party)
      .filter(({ payload }) => payload.allocation.authorizer.owner === party);
    const own = [...v1, ...v2].sort((a, b) => a.createdAt - b.createdAt);
    return views.contractsOfIds(own.map(({ contractId }) => contractId));
  },
});

/** Answer of `POST /v0/allocations/{contract_id}/withdraw` (wallet 3.6). */
const WithdrawAllocationResponse = wireObject("AmuletAllocationWithdrawResponse", {
  sender_holding_cids: required(wireArray(wireString)),
  meta: required(wireMap(wireString)),
});

const withdrawnToWire = (result: Json): TypeOf<typeof WithdrawAllocationResponse> => {
  const read = allocationV1.Allocation_WithdrawResult.decode(result);
  return isLeft(read)
    ? { sender_holding_cids: [], meta: {} }
    : {
        sender_holding_cids: read.right.senderHoldingCids,
        meta: Object.fromEntries(read.right.meta.values),
      };
};

/** `POST /v0/allocations/{contract_id}/withdraw` (wallet 3.6). */
const withdrawAllocation = actionOn(
  AmuletAllocation,
  allocationV1.Allocation_Withdraw,
  { of: ({ allocation }) => allocation.transferLeg.sender },
  {
    path: "/v0/allocations/{contract_id}/withdraw",
    summary: "Withdraw an allocation: its CC goes back to the sender",
    parameters: LookedUpPath,
    by: allocations,
    operation: "withdraw-allocation",
    isInTurn: true,
    argument: ({ payload }, { wallet }) => ({
      extraArgs: extraArgsOf(
        releaseContext(wallet.views, runningNetwork(wallet), payload.lockedAmulet),
      ),
    }),
    reply: { response: WithdrawAllocationResponse, of: withdrawnToWire },
  },
);

/** The rows of allocations (wallet 3.6). */
export const allocationRows: ReadonlyArray<Endpoint> = [
  allocate,
  listAllocations,
  withdrawAllocation,
];
