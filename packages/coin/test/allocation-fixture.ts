import type { Static } from "@tallystick/core";
import {
  allocationInstructionV1,
  type allocationV1,
  coinInstrument,
  metadataV1,
} from "../src/index.js";
import { alice, bob, cc, type CoinLedger, dso, minute, provider } from "./coin-fixture.js";

const { AllocationFactory_Allocate } = allocationInstructionV1;
const { emptyMetadata } = metadataV1;

/** The settlement an executor asks for, and one leg of it. */
export type Settlement = Static<typeof allocationV1.SettlementInfo>;
/** One leg of a settlement. */
export type Leg = Static<typeof allocationV1.TransferLeg>;

/** A settlement by the provider: to be allocated within half an hour and settled within an hour. */
export const settlementOf = (
  ledger: CoinLedger,
  changes: Partial<Settlement> = {},
): Settlement => ({
  executor: provider,
  settlementRef: { id: "trade 1", cid: undefined },
  requestedAt: BigInt(ledger.now),
  allocateBefore: BigInt(ledger.now + 30 * minute),
  settleBefore: BigInt(ledger.now + 60 * minute),
  meta: emptyMetadata,
  ...changes,
});

/** Alice pays bob 30 CC. */
export const coinLeg = (changes: Partial<Leg> = {}): Leg => ({
  sender: alice,
  receiver: bob,
  amount: cc("30"),
  instrumentId: coinInstrument(dso),
  meta: emptyMetadata,
  ...changes,
});

/** Changes to what alice asks for. */
export interface Asking {
  readonly settlement?: Partial<Settlement>;
  readonly leg?: Partial<Leg>;
  readonly argument?: Partial<allocationInstructionV1.AllocationFactoryAllocateArgument>;
  readonly by?: string;
}

/** Alice reserves CC for her leg. */
export const allocate = (
  ledger: CoinLedger,
  { settlement, leg, argument, by = alice }: Asking = {},
): allocationInstructionV1.AllocationInstructionResult =>
  ledger.exercise([by], AllocationFactory_Allocate, ledger.externalRules, {
    expectedAdmin: dso,
    allocation: {
      settlement: settlementOf(ledger, settlement),
      transferLegId: "payment",
      transferLeg: coinLeg(leg),
    },
    requestedAt: BigInt(ledger.now),
    inputHoldingCids: ledger.coinsOf(alice),
    extraArgs: ledger.extraArgs(),
    ...argument,
  });

/** The allocation that an instruction made at once. */
export const allocationIn = ({
  output,
}: allocationInstructionV1.AllocationInstructionResult): string => {
  if (output.tag !== "AllocationInstructionResult_Completed") throw new Error(output.tag);
  return output.value.allocationCid;
};
