import { archive, exercise, fetch, type ChoiceProgram, tryFetch } from "@tallystick/core";
import { wrongOwner } from "../../model/checked-fetch.js";
import { Amulet, LockedAmulet, LockedAmulet_OwnerExpireLockV2 } from "../holding/amulet.js";
import { consumeCoupon } from "./coupon-input.js";
import type { ExpiringAmount } from "../configuration/fees.js";
import { InputSum, type InputTotals } from "./input-totals.js";
import type { MintingContext } from "./minting-context.js";
import { BalanceSum } from "./transfer-balances.js";
import type { TransferInput } from "./transfer-types.js";

/** What a transfer's inputs came to. */
export interface ConsumedInputs {
  readonly totals: InputTotals;
  readonly balances: BalanceSum;
}

/** Uses up all inputs of a transfer: coins of the sender are archived, coupons minted. */
export function* consumeInputs(
  inputs: ReadonlyArray<TransferInput>,
  minting: MintingContext,
): ChoiceProgram<ConsumedInputs> {
  const { dso, sender } = minting;
  const sum = new InputSum();
  const balances = new BalanceSum();
  for (const input of inputs) {
    if (input.tag !== "InputAmulet") {
      sum.add(yield* consumeCoupon(input, minting));
      continue;
    }
    const amount = yield* consumeCoin(input.value, dso, sender);
    sum.add({ to: "coins", amount: amount.initialAmount });
    balances.remove(sender, amount);
  }
  return { totals: yield* sum.totals(), balances };
}

/** Archives a coin of the sender; a locked one too, when its lock has expired. */
function* consumeCoin(
  contractId: string,
  dso: string,
  sender: string,
): ChoiceProgram<ExpiringAmount> {
  const coin = yield* tryFetch(Amulet, contractId);
  if (coin === undefined) return yield* consumeLocked(contractId, dso, sender);
  if (coin.dso !== dso) return yield* wrongOwner(Amulet, contractId, coin.dso, dso);
  if (coin.owner !== sender) return yield* wrongOwner(Amulet, contractId, coin.owner, sender);
  yield* archive(Amulet, contractId);
  return coin.amount;
}

function* consumeLocked(
  contractId: string,
  dso: string,
  sender: string,
): ChoiceProgram<ExpiringAmount> {
  const { amulet } = yield* fetch(LockedAmulet, contractId);
  if (amulet.dso !== dso) return yield* wrongOwner(LockedAmulet, contractId, amulet.dso, dso);
  if (amulet.owner !== sender)
    return yield* wrongOwner(LockedAmulet, contractId, amulet.owner, sender);
  const { amuletCid } = yield* exercise(LockedAmulet_OwnerExpireLockV2, contractId, {});
  yield* archive(Amulet, amuletCid);
  return amulet.amount;
}
