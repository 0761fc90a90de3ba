import { LockedAmulet } from "@tallystick/coin";
import type { Numeric, PartyId } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import {
  type Coin,
  coinsOf,
  type NetworkState,
  outOfFunds,
  selectInputsFor,
} from "@tallystick/wallet";
import { refused } from "../rows/wallet-row.js";

/** Coins a party can spend: unlocked ones, and locked ones whose lock has expired (wallet 11.8). */
export const spendableCoins = ({ views, now }: Wallet, party: PartyId): ReadonlyArray<Coin> => [
  ...coinsOf(views, party),
  ...views
    .of(LockedAmulet, party)
    .filter(({ payload: { amulet, lock } }) => amulet.owner === party && lock.expiresAt <= now())
    .map(({ contractId, payload }) => ({
      contractId,
      amount: payload.amulet.amount.initialAmount,
    })),
];

/** The holdings that cover an amount; 400 when they do not. */
export const holdingsFor = (
  wallet: Wallet,
  network: NetworkState,
  party: PartyId,
  amount: Numeric,
): ReadonlyArray<string> => {
  const maxInputs = Number(network.config.transferConfig.maxNumInputs);
  const { coins, total } = selectInputsFor(amount, spendableCoins(wallet, party), [], maxInputs);
  if (total === undefined || total < amount)
    throw refused(400, `The amulet operation failed: ${outOfFunds(amount, total ?? amount)}`);
  return coins.map(({ contractId }) => contractId);
};
