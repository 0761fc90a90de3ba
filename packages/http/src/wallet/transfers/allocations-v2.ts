import {
  allocationInstructionV2,
  allocationV2,
  AmuletAllocation,
  coinInstrumentName,
  AmuletAllocationV2,
} from "@tallystick/coin";
import { commandsOf, type Json, type Numeric, numericToText, type PartyId } from "@tallystick/core";
import { orThrow, type Wallet, type WalletEarlier } from "@tallystick/node";
import {
  allocationFactoryContext,
  contextOfV2,
  extraArgsOf,
  fundingOf,
  releaseContext,
  type Submission,
} from "@tallystick/wallet";
import {
  defaulted,
  oneOf,
  optional,
  required,
  wireArray,
  wireBoolean,
  wireMap,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { exerciseOwn } from "../rows/contract-rows.js";
import { once } from "../rows/once.js";
import { onceId, runningNetwork, submissionBy } from "../rows/submissions.js";
import {
  inFuture,
  knownParty,
  LookedUpPath,
  moment,
  partyId,
  positiveAmount,
} from "../rows/value-codecs.js";
import { refused, walletRow, type WalletServices } from "../rows/wallet-row.js";
import { AllocationInstructionOutput, metaOf } from "./allocations.js";
import { basicAccount } from "./basic-account.js";
import { holdingsFor } from "./spendable-coins.js";

const factory = commandsOf({ name: "splice-api-token-allocation-instruction-v2" });
const allocations = commandsOf({ name: "splice-api-token-allocation-v2" });

/** The most legs, and executors, of one allocation. */
const [maxLegs, maxExecutors] = [100, 100];

/**
 * For how long an equal request answers what the first one answered, even when its allocation is
 * over; microseconds. Later it allocates again, as on the public network.
 */
const repeatMicros = 300_000_000;

/** One side of a transfer, of the party whose allocation it is in. */
const TransferLegSideRequest = wireObject("TransferLegSide", {
  transfer_leg_id: required(wireString),
  side: required(oneOf<"SENDERSIDE" | "RECEIVERSIDE">("SENDERSIDE", "RECEIVERSIDE")),
  otherside: required(partyId),
  amount: required(positiveAmount),
  meta: optional(wireMap(wireString)),
});

/** Request body of `POST /v2/allocations`. */
const AllocateRequest = wireObject("AllocateAmuletV2Request", {
  settlement: required(
    wireObject("SettlementInfoV2Request", {
      executors: required(wireArray(partyId)),
      settlement_ref: required(
        wireObject("SettlementReferenceV2", {
          id: required(wireString),
          cid: optional(wireString),
        }),
      ),
      settlement_deadline: optional(moment),
      meta: optional(wireMap(wireString)),
    }),
  ),
  transfer_leg_sides: required(wireArray(TransferLegSideRequest)),
  // the coin settles no allocation that keeps 0: one that keeps nothing is {}
  next_iteration_funding: optional(wireMap(positiveAmount)),
  committed: defaulted(wireBoolean, false),
  meta: optional(wireMap(wireString)),
});
type AllocateRequest = TypeOf<typeof AllocateRequest>;

/** Answer of `POST /v2/allocations`: the coin allocates immediately. */
const AllocateResponse = wireObject("AllocateAmuletV2Response", {
  output: required(AllocationInstructionOutput),
  sender_change_cids: required(wireArray(wireString)),
  meta: required(wireMap(wireString)),
});

type Result = allocationInstructionV2.AllocationInstructionResult;

const outputToWire = ({ output }: Result): TypeOf<typeof AllocationInstructionOutput> => {
  switch (output.tag) {
    case "AllocationInstructionResult_Completed":
      return { allocation_cid: output.value.allocationCid };
    case "AllocationInstructionResult_Pending":
      return { allocation_instruction_cid: output.value.allocationInstructionCid };
    case "AllocationInstructionResult_Failed":
      return {};
  }
};

const allocatedToWire = (result: Json): TypeOf<typeof AllocateResponse> => {
  const read = allocationInstructionV2.AllocationInstructionResult.decode(result);
  if (isLeft(read)) return { output: {}, sender_change_cids: [], meta: {} };
  const { authorizerChangeCids, meta } = read.right;
  return {
    output: outputToWire(read.right),
    sender_change_cids: authorizerChangeCids.get(coinInstrumentName) ?? [],
    meta: Object.fromEntries(meta.values),
  };
};

/** Throws 400 for what no allocation of the coin can be, naming the field. */
const checkedRequest = ({
  settlement: { executors },
  transfer_leg_sides: sides,
  next_iteration_funding: funding,
}: AllocateRequest): void => {
  const checks: ReadonlyArray<readonly [isWrong: boolean, what: string]> = [
    [executors.length === 0, "settlement.executors: found none, expected at least one party"],
    [
      executors.length > maxExecutors,
      `settlement.executors: found ${executors.length}, at most ${maxExecutors}`,
    ],
    [
      sides.length === 0 && funding === undefined,
      "transfer_leg_sides: found none, expected one, or next_iteration_funding",
    ],
    [sides.length > maxLegs, `transfer_leg_sides: found ${sides.length}, at most ${maxLegs}`],
    [
      new Set(sides.map((it) => JSON.stringify([it.transfer_leg_id, it.side]))).size < sides.length,
      "transfer_leg_sides: one side of a leg is there twice",
    ],
  ];
  const other = Object.keys(funding ?? {}).find((id) => id !== coinInstrumentName);
  const found = checks.find(([isWrong]) => isWrong)?.[1];
  if (found !== undefined) throw refused(400, `Invalid ${found}`);
  if (other !== undefined) {
    const named = JSON.stringify(other.slice(0, 100));
    throw refused(400, `Invalid next_iteration_funding: found ${named}, expected "Amulet" alone`);
  }
};

const specificationOf = (
  wallet: Wallet,
  party: PartyId,
  body: AllocateRequest,
): allocationV2.AllocationSpecification => {
  const { settlement_deadline: deadline } = body.settlement;
  return {
    admin: wallet.settings.dso,
    authorizer: basicAccount(party),
    transferLegSides: body.transfer_leg_sides.map(
      ({ transfer_leg_id, side, otherside, amount, meta }) => ({
        transferLegId: transfer_leg_id,
        side: side === "SENDERSIDE" ? "SenderSide" : "ReceiverSide",
        otherside: basicAccount(otherside),
        amount,
        instrumentId: coinInstrumentName,
        meta: metaOf(meta),
      }),
    ),
    settlementDeadline:
      deadline === undefined
        ? undefined
        : inFuture(deadline, "settlement.settlement_deadline", wallet.now()),
    nextIterationFunding:
      body.next_iteration_funding && new Map(Object.entries(body.next_iteration_funding)),
    committed: body.committed,
    meta: metaOf(body.meta),
  };
};

const settlementOf = ({
  settlement: { executors, settlement_ref, meta },
}: AllocateRequest): allocationV2.SettlementInfo => ({
  executors,
  id: settlement_ref.id,
  cid: settlement_ref.cid,
  meta: metaOf(meta),
});

const planned = (
  wallet: Wallet,
  party: PartyId,
  commandId: string,
  body: AllocateRequest,
): Submission => {
  const network = runningNetwork(wallet);
  const allocation = specificationOf(wallet, party, body);
  const funding = fundingOf(allocation);
  const command = factory.exercise(
    allocationInstructionV2.AllocationFactory_Allocate,
    network.externalPartyRules,
    {
      settlement: settlementOf(body),
      allocation,
      requestedAt: BigInt(wallet.now()),
      inputHoldingCids: funding === undefined ? [] : holdingsFor(wallet, network, party, funding),
      extraArgs: extraArgsOf(allocationFactoryContext(network, contextOfV2(network))),
      actors: [party],
    },
  );
  return submissionBy(wallet, party, commandId, command);
};

const amountTexts = (amounts: Iterable<readonly [string, Numeric]>) =>
  Object.fromEntries([...amounts].map(([id, amount]) => [id, numericToText(amount)]));

/** What a request asks, in the order of its fields. */
const allocationAsked = (body: AllocateRequest) => ({
  settlement: {
    settlement_deadline: String(body.settlement.settlement_deadline ?? ""),
    meta: body.settlement.meta ?? {},
  },
  transfer_leg_sides: body.transfer_leg_sides.map((leg) => ({
    transfer_leg_id: leg.transfer_leg_id,
    side: leg.side,
    otherside: leg.otherside,
    amount: numericToText(leg.amount),
    meta: leg.meta ?? {},
  })),
  next_iteration_funding:
    body.next_iteration_funding === undefined
      ? undefined
      : amountTexts(Object.entries(body.next_iteration_funding)),
  committed: body.committed,
  meta: body.meta ?? {},
});

const decodedBefore = ({ argument }: WalletEarlier) => {
  const before = allocationInstructionV2.AllocationFactory_Allocate.argument.decode(argument);
  return isLeft(before) ? undefined : before.right;
};

const allocationBefore = (
  earlier: WalletEarlier,
): ReturnType<typeof allocationAsked> | undefined => {
  const before = decodedBefore(earlier);
  if (before === undefined) return undefined;
  const { settlement, allocation } = before;
  const { settlementDeadline, nextIterationFunding: funding } = allocation;
  return {
    settlement: {
      settlement_deadline: String(settlementDeadline ?? ""),
      meta: Object.fromEntries(settlement.meta.values),
    },
    transfer_leg_sides: allocation.transferLegSides.map((leg) => ({
      transfer_leg_id: leg.transferLegId,
      side: leg.side === "SenderSide" ? "SENDERSIDE" : "RECEIVERSIDE",
      otherside: leg.otherside.owner ?? "",
      amount: numericToText(leg.amount),
      meta: Object.fromEntries(leg.meta.values),
    })),
    next_iteration_funding: funding && amountTexts(funding),
    committed: allocation.committed,
    meta: Object.fromEntries(allocation.meta.values),
  };
};

const operation = "allocate-v2";

/** The most allocations of one settlement that are over in two days. */
const maxEnded = 1_000;

/**
 * The id of an allocation: its settlement, and those of the same settlement that are over, if they
 * are older than repeats.
 */
const idOf = async (
  { wallet, party }: WalletServices,
  { settlement: { executors, settlement_ref } }: AllocateRequest,
): Promise<string> => {
  let id = JSON.stringify([settlement_ref.id, settlement_ref.cid ?? "", ...executors]);
  for (let ended = 0; ended < maxEnded; ended++) {
    const earlier = orThrow(await wallet.outcome(onceId(operation, party, id)));
    const before = earlier && decodedBefore(earlier);
    if (earlier === undefined || before === undefined) return id;
    const { allocation_cid: cid } = allocatedToWire(earlier.result).output;
    const isRecent = BigInt(wallet.now()) - before.requestedAt < repeatMicros;
    if (isRecent || cid === undefined || wallet.views.contract(cid) !== undefined) return id;
    id = JSON.stringify([settlement_ref.id, cid]);
  }
  return id;
};

/** `POST /v2/allocations`: once for each settlement of the same executors. */
const allocate = walletRow({
  method: "POST",
  path: "/v2/allocations",
  external: "signed",
  summary: "Allocate CC to a party's sides of a settlement, sent and received",
  description:
    "Locks what the party sends, and what it keeps for further iterations, less what it receives. " +
    "An equal repeat for the same settlement answers what the first one answered while its allocation lasts, and for 5 minutes.",
  body: AllocateRequest,
  response: AllocateResponse,
  errorStatuses: {
    400: "A bad request or too little CC",
    409: "The settlement has an allocation, with another content",
    429: "An allocation for the same settlement is in flight",
  },
  handle: async ({ body }, services) => {
    const { wallet, ledger, party } = services;
    checkedRequest(body);
    const { result } = await once(services, {
      operation,
      field: "settlement.settlement_ref",
      id: await idOf(services, body),
      asked: allocationAsked(body),
      recorded: allocationBefore,
      plan: (commandId) => {
        body.settlement.executors.forEach((it, index) =>
          knownParty(ledger, it, `settlement.executors[${index}]`),
        );
        return planned(wallet, party, commandId, body);
      },
    });
    return allocatedToWire(result);
  },
});

/** Answer of `POST /v2/allocations/{contract_id}/withdraw`. */
const WithdrawResponse = wireObject("AmuletAllocationV2WithdrawResult", {
  authorizer_holding_cids: required(wireMap(wireArray(wireString))),
  meta: required(wireMap(wireString)),
});

const withdrawnToWire = (result: Json): TypeOf<typeof WithdrawResponse> => {
  const read = allocationV2.AllocationResult.decode(result);
  if (isLeft(read)) return { authorizer_holding_cids: {}, meta: {} };
  return {
    authorizer_holding_cids: Object.fromEntries(read.right.authorizerHoldingCids),
    meta: Object.fromEntries(read.right.meta.values),
  };
};

const withdrawal = ({ wallet, party }: WalletServices, lockedAmulet: string | undefined) => {
  const network = runningNetwork(wallet);
  const context = releaseContext(wallet.views, network, lockedAmulet, contextOfV2(network));
  return { actors: [party], extraArgs: extraArgsOf(context) };
};

/** Withdraws an allocation of the second version, or one of the first by the second's choice. */
const withdrawn = (services: WalletServices, contractId: string): Promise<Json> => {
  const shared = { by: allocations, operation: "withdraw-allocation-v2", isInTurn: true };
  const choice = allocationV2.Allocation_Withdraw;
  return services.wallet.views.byId(AmuletAllocation, contractId) === undefined
    ? exerciseOwn(
        AmuletAllocationV2,
        choice,
        { of: ({ allocation }) => allocation.authorizer.owner ?? "" },
        { ...shared, argument: ({ payload }, at) => withdrawal(at, payload.lockedAmulet) },
        services,
        contractId,
        true,
      )
    : exerciseOwn(
        AmuletAllocation,
        choice,
        { of: ({ allocation }) => allocation.transferLeg.sender },
        { ...shared, argument: ({ payload }, at) => withdrawal(at, payload.lockedAmulet) },
        services,
        contractId,
        true,
      );
};

/** `POST /v2/allocations/{contract_id}/withdraw`. */
const withdrawAllocation = walletRow({
  method: "POST",
  path: "/v2/allocations/{contract_id}/withdraw",
  external: "signed",
  summary: "Withdraw an allocation of either version: its CC goes back to who authorized it",
  description: "A committed allocation can be withdrawn after its deadline only.",
  parameters: LookedUpPath,
  response: WithdrawResponse,
  errorStatuses: { 400: "It is committed", 404: "There is no such allocation of the party" },
  handle: async ({ parameters: { contract_id: cid } }, services) =>
    withdrawnToWire(await withdrawn(services, cid)),
});

/** The rows of allocations of the second version (CIP-0112). */
export const allocationRowsV2: ReadonlyArray<Endpoint> = [allocate, withdrawAllocation];
