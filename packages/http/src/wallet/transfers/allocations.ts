import {
  allocationInstructionV1,
  allocationV1,
  AmuletAllocation,
  coinInstrument,
} from "@tallystick/coin";
import type { Json } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import {
  allocationFactoryContext,
  extraArgsOf,
  releaseContext,
  type Submission,
} from "@tallystick/wallet";
import {
  commandsOf,
  optional,
  required,
  wireArray,
  wireInt64,
  wireMap,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { ContractWire, contractToWire } from "../rows/contract-wire.js";
import { ownContractOnlyAs } from "../rows/own-contract.js";
import { futureTime, knownParty, partyId, positiveAmount } from "../rows/request-values.js";
import {
  onceId,
  performOnce,
  performPlan,
  runningNetwork,
  submissionBy,
} from "../rows/submissions.js";
import { holdingsFor } from "./spendable-coins.js";
import { ContractIdPath } from "../rows/contract-id-path.js";
import { refused, type WalletError, walletRow } from "../rows/wallet-row.js";

const factory = commandsOf({ name: "splice-api-token-allocation-instruction-v1" });
const allocations = commandsOf({ name: "splice-api-token-allocation-v1" });

/** A contract in the lists of allocations and their requests. */
export const AllocationEntry = wireObject("AllocationEntry", { contract: required(ContractWire) });

/** Request body of `POST /v0/allocations` (wallet 3.6). */
export const AllocateRequest = wireObject("AllocateAmuletRequest", {
  settlement: required(
    wireObject("SettlementInfoRequest", {
      executor: required(wireString),
      settlement_ref: required(
        wireObject("SettlementReference", {
          id: required(wireString),
          cid: optional(wireString),
        }),
      ),
      requested_at: required(wireInt64),
      allocate_before: required(wireInt64),
      settle_before: required(wireInt64),
      meta: optional(wireMap(wireString)),
    }),
  ),
  transfer_leg_id: required(wireString),
  transfer_leg: required(
    wireObject("TransferLegRequest", {
      receiver: required(wireString),
      amount: required(wireString),
      meta: optional(wireMap(wireString)),
    }),
  ),
});
/** Request body of `POST /v0/allocations`. */
export type AllocateRequest = TypeOf<typeof AllocateRequest>;

/** Answer of `POST /v0/allocations` (wallet 3.6): the coin allocates at once. */
export const AllocateResponse = wireObject("AllocateAmuletResponse", {
  output: required(
    wireObject("AllocationInstructionOutput", {
      allocation_instruction_cid: optional(wireString),
      allocation_cid: optional(wireString),
    }),
  ),
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

const metaOf = (meta: Readonly<Record<string, string>> | undefined) => ({
  values: new Map(Object.entries(meta ?? {})),
});

/** The specification of an allocation that a request asks for. Left: what is wrong with it. */
const specificationOf = (
  wallet: Wallet,
  sender: string,
  { settlement, transfer_leg_id, transfer_leg }: AllocateRequest,
): Either<WalletError, allocationV1.AllocationSpecification> => {
  const now = wallet.now();
  const executor = partyId(settlement.executor, "settlement.executor");
  if (isLeft(executor)) return executor;
  const receiver = partyId(transfer_leg.receiver, "transfer_leg.receiver");
  if (isLeft(receiver)) return receiver;
  const amount = positiveAmount(transfer_leg.amount, "transfer_leg.amount");
  if (isLeft(amount)) return amount;
  const allocateBefore = futureTime(settlement.allocate_before, "settlement.allocate_before", now);
  if (isLeft(allocateBefore)) return allocateBefore;
  const settleBefore = futureTime(settlement.settle_before, "settlement.settle_before", now);
  if (isLeft(settleBefore)) return settleBefore;
  const requestedAt = Number(settlement.requested_at);
  if (!Number.isSafeInteger(requestedAt) || requestedAt < 0)
    return refused(400, "Invalid settlement.requested_at: expected microseconds since 1970");
  return right({
    settlement: {
      executor: executor.right,
      settlementRef: { id: settlement.settlement_ref.id, cid: settlement.settlement_ref.cid },
      requestedAt,
      allocateBefore: allocateBefore.right,
      settleBefore: settleBefore.right,
      meta: metaOf(settlement.meta),
    },
    transferLegId: transfer_leg_id,
    transferLeg: {
      sender,
      receiver: receiver.right,
      amount: amount.right,
      instrumentId: coinInstrument(wallet.settings.dso),
      meta: metaOf(transfer_leg.meta),
    },
  });
};

const planned = (
  wallet: Wallet,
  party: string,
  commandId: string,
  allocation: allocationV1.AllocationSpecification,
): Either<WalletError, Submission> => {
  const network = runningNetwork(wallet);
  if (isLeft(network)) return network;
  const inputs = holdingsFor(wallet, network.right, party, allocation.transferLeg.amount);
  if (isLeft(inputs)) return inputs;
  const command = factory.exercise(
    allocationInstructionV1.AllocationFactory_Allocate,
    network.right.externalPartyRules,
    {
      expectedAdmin: wallet.settings.dso,
      allocation,
      requestedAt: wallet.now(),
      inputHoldingCids: inputs.right,
      extraArgs: extraArgsOf(allocationFactoryContext(network.right)),
    },
  );
  return right(submissionBy(wallet, party, commandId, command));
};

/** `POST /v0/allocations` (wallet 3.6): once per executor, settlement and leg. */
export const allocate = walletRow({
  method: "POST",
  path: "/v0/allocations",
  summary: "Set CC aside for a leg of a settlement",
  description:
    "A repeat for the same executor, settlement and leg answers what the first one answered.",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: AllocateRequest,
  response: { kind: "json", codec: AllocateResponse },
  statuses: {
    400: "A bad request or too little CC",
    409: "The leg is allocated",
    429: "The same leg is in flight",
  },
  handle: async ({ wallet, ledger, party, body }) => {
    const { executor, settlement_ref } = body.settlement;
    const leg = [executor, settlement_ref.id, settlement_ref.cid ?? "", body.transfer_leg_id];
    const commandId = onceId("allocate", party, JSON.stringify(leg));
    const before = await wallet.outcome(commandId);
    if (isLeft(before)) return before;
    if (before.right !== undefined) return right(allocatedToWire(before.right.result));
    const allocation = specificationOf(wallet, party, body);
    if (isLeft(allocation)) return allocation;
    const informed = knownParty(ledger, executor, "settlement.executor");
    if (isLeft(informed)) return informed;
    const done = await performOnce(wallet, party, commandId, () =>
      planned(wallet, party, commandId, allocation.right),
    );
    return isLeft(done) ? done : right(allocatedToWire(done.right.result));
  },
});

/** `GET /v0/allocations` (wallet 3.6). */
export const listAllocations = walletRow({
  method: "GET",
  path: "/v0/allocations",
  summary: "What the party has set aside",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: {
    kind: "json",
    codec: wireObject("ListAllocationsResponse", {
      allocations: required(wireArray(AllocationEntry)),
    }),
  },
  handle: ({ wallet: { views }, party }) => {
    const own = new Set(
      views
        .of(AmuletAllocation, party)
        .filter(({ payload }) => payload.allocation.transferLeg.sender === party)
        .map(({ contractId }) => contractId),
    );
    return right({
      allocations: views
        .contractsOf(AmuletAllocation, party)
        .filter(({ contractId }) => own.has(contractId))
        .map((contract) => ({ contract: contractToWire(contract) })),
    });
  },
});

/** Answer of `POST /v0/allocations/{contract_id}/withdraw` (wallet 3.6). */
export const WithdrawAllocationResponse = wireObject("AmuletAllocationWithdrawResponse", {
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
export const withdrawAllocation = walletRow({
  method: "POST",
  path: "/v0/allocations/{contract_id}/withdraw",
  summary: "Take back what was set aside",
  access: "user",
  parameters: ContractIdPath,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: WithdrawAllocationResponse },
  handle: async ({ wallet, party, parameters }) => {
    const cid = parameters.contract_id;
    const commandId = onceId("withdraw-allocation", party, cid);
    // a repeat finds no allocation any more
    const done = await performPlan(wallet, party, () => {
      const found = ownContractOnlyAs(
        wallet,
        party,
        AmuletAllocation,
        cid,
        ({ allocation }) => allocation.transferLeg.sender,
      );
      if (isLeft(found)) return found;
      const network = runningNetwork(wallet);
      if (isLeft(network)) return network;
      const context = releaseContext(wallet.views, network.right, found.right.payload.lockedAmulet);
      const command = allocations.exercise(allocationV1.Allocation_Withdraw, cid, {
        extraArgs: extraArgsOf(context),
      });
      return right(submissionBy(wallet, party, commandId, command));
    });
    return isLeft(done) ? done : right(withdrawnToWire(done.right.result));
  },
});

/** The rows of allocations (wallet 3.6). */
export const allocationRows: ReadonlyArray<Endpoint> = [
  allocate,
  listAllocations,
  withdrawAllocation,
];
