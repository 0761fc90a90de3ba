import { LockedAmulet } from "@tallystick/coin";
import type { Numeric } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { coinsOf, type NetworkState, outOfFunds, selectInputsFor } from "@tallystick/wallet";
import { type Either, right } from "fp-ts/lib/Either.js";
import { refused, type WalletError } from "../rows/wallet-row.js";

/** Coins a party can spend: unlocked ones, and locked ones whose lock has expired (wallet 11.8). */
export const spendableCoins = ({ views, now }: Wallet, party: string) => [
  ...coinsOf(views, party),
  ...views
    .of(LockedAmulet, party)
    .filter(({ payload: { amulet, lock } }) => amulet.owner === party && lock.expiresAt <= now())
    .map(({ contractId, payload }) => ({
      contractId,
      amount: payload.amulet.amount.initialAmount,
    })),
];

/** The holdings that cover an amount. Left: they do not. */
export const holdingsFor = (
  wallet: Wallet,
  network: NetworkState,
  party: string,
  amount: Numeric,
): Either<WalletError, ReadonlyArray<string>> => {
  const maxInputs = Number(network.config.transferConfig.maxNumInputs);
  const { coins, total } = selectInputsFor(amount, spendableCoins(wallet, party), [], maxInputs);
  return total === undefined || total < amount
    ? refused(400, `The amulet operation failed: ${outOfFunds(amount, total ?? amount)}`)
    : right(coins.map(({ contractId }) => contractId));
};
