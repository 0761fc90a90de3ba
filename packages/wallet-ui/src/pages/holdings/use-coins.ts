import type { UseQueryResult } from "@tanstack/react-query";
import { readAmount } from "../../money/read-amount.js";
import { answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyQuery } from "../../data/queries.js";
import type { Coin } from "../../sums/balance-split.js";
import { expiryRound } from "../../sums/coin-expiry.js";

/** A coin with what the page says of it. */
export interface OwnCoin extends Coin {
  /** As the API writes it. */
  readonly amountText: string;
  readonly createdAt: string;
  readonly createdRound: string;
  /** The round in which it is worth nothing; undefined: never. */
  readonly expiryRound: bigint | undefined;
  readonly round: bigint;
  readonly lockedUntil: string | undefined;
  readonly lockHolders: ReadonlyArray<string>;
  readonly lockContext: string;
}

/** The coins of a party, the largest first, and the round of now. */
interface OwnCoins {
  readonly coins: ReadonlyArray<OwnCoin>;
  readonly round: bigint;
}

type Position = WalletSchemas["AmuletPosition"];
type LockedPosition = WalletSchemas["LockedAmuletPosition"];

const coinOf = (
  { contract, effective_amount: amountText, round }: Position | LockedPosition,
  { amount }: WalletSchemas["AmuletPayload"],
  lock?: WalletSchemas["LockedAmuletPayload"]["lock"],
): ReadonlyArray<OwnCoin> => {
  const units = readAmount(amountText);
  // border: the node writes amounts that can be read
  if (units === undefined) return [];
  const { contract_id: contractId, created_at: createdAt } = contract.contract;
  const context = lock?.optContext ?? "";
  const coin: OwnCoin = {
    contractId,
    amount: units,
    amountText,
    createdAt,
    createdRound: amount.createdAt.number,
    expiryRound: expiryRound(
      readAmount(amount.initialAmount) ?? 0n,
      readAmount(amount.ratePerRound.rate) ?? 0n,
      BigInt(amount.createdAt.number),
    ),
    round: BigInt(round),
    lockedUntil: lock?.expiresAt,
    lockHolders: lock?.holders ?? [],
    lockContext: context,
    ...(lock === undefined ? {} : { lock: { context, until: Date.parse(lock.expiresAt) } }),
  };
  return [coin];
};

const bySize = (a: OwnCoin, b: OwnCoin): number =>
  a.amount === b.amount ? 0 : a.amount < b.amount ? 1 : -1;

/** The coins of an answer of the API. */
export const ownCoins = ({
  amulets,
  locked_amulets: locked,
}: WalletSchemas["ListResponse"]): OwnCoins => {
  const coins = [
    ...amulets.flatMap((position) => coinOf(position, position.contract.contract.payload)),
    ...locked.flatMap((position) => {
      const { amulet, lock } = position.contract.contract.payload;
      return coinOf(position, amulet, lock);
    }),
  ];
  return {
    coins: coins.toSorted(bySize),
    round: BigInt([...amulets, ...locked][0]?.round ?? 0),
  };
};

export const useCoins = (): UseQueryResult<OwnCoins> =>
  usePartyQuery("coins", {}, async (api) =>
    ownCoins(await answerOf(api.wallet.GET("/v0/wallet/amulets"))),
  );
