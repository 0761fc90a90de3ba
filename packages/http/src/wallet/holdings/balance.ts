import { Amulet, LockedAmulet } from "@tallystick/coin";
import { numericToText, type PartyId, type Template } from "@tallystick/core";
import { heldIn, positionOf } from "@tallystick/wallet";
import type { Wallet } from "@tallystick/node";
import { required, wireArray, wireInt64, wireObject, wireString } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { withState } from "../rows/contract-wire.js";
import { contractWithStateOf } from "../rows/payload-schema.js";
import { runningNetwork } from "../rows/submissions.js";
import { refused, walletRow } from "../rows/wallet-row.js";

/** A coin in lists of coins (wallet 3.1). */
const positionOfCoin = <P>(name: string, template: Template<P>) =>
  wireObject(name, {
    contract: required(contractWithStateOf(template)),
    round: required(wireInt64),
    accrued_holding_fee: required(wireString),
    effective_amount: required(wireString),
  });
const AmuletPosition = positionOfCoin("AmuletPosition", Amulet);
const LockedAmuletPosition = positionOfCoin("LockedAmuletPosition", LockedAmulet);

/** The party's own coins of a template: a holder of locks sees those of other owners too. */
const positionsOf = (wallet: Wallet, party: PartyId, { name }: { readonly name: string }) => {
  const { round } = runningNetwork(wallet).round.payload;
  return wallet.views.contractsOf({ name }, party).flatMap((contract) => {
    const held = heldIn(name, contract.payload);
    if (held?.owner !== party) return [];
    const { accruedHoldingFee, effectiveAmount } = positionOf(held, round);
    return [
      {
        contract: withState(contract, wallet.settings.synchronizerId),
        round: Number(round.number),
        accrued_holding_fee: numericToText(accruedHoldingFee),
        effective_amount: numericToText(effectiveAmount),
      },
    ];
  });
};

/** `GET /v0/wallet/balance` (specification 4.6, wallet 8.3). */
const balance = walletRow({
  method: "GET",
  path: "/v0/wallet/balance",
  summary: "The party's balance",
  response: wireObject("GetBalanceResponse", {
    round: required(wireInt64),
    effective_unlocked_qty: required(wireString),
    effective_locked_qty: required(wireString),
    total_holding_fees: required(wireString),
  }),
  handle: (_request, { wallet, party }) => {
    const { round } = runningNetwork(wallet).round.payload;
    const sums = wallet.views.balances.now(party, round);
    if (isLeft(sums)) throw refused(500, "The sum of the coins is too large to be shown.");
    return {
      round: Number(round.number),
      effective_unlocked_qty: numericToText(sums.right.unlocked),
      effective_locked_qty: numericToText(sums.right.locked),
      total_holding_fees: numericToText(sums.right.holdingFees),
    };
  },
});

const coinsAt = (path: string): Endpoint =>
  walletRow({
    method: "GET",
    path,
    summary: "The party's coins, locked ones apart",
    response: wireObject("ListResponse", {
      amulets: required(wireArray(AmuletPosition)),
      locked_amulets: required(wireArray(LockedAmuletPosition)),
    }),
    handle: (_request, { wallet, party }) => ({
      amulets: positionsOf(wallet, party, Amulet),
      locked_amulets: positionsOf(wallet, party, LockedAmulet),
    }),
  });

/**
 * The party's balance and coins (specification 4.6); the coins also under the public wallet's path.
 */
export const balanceRows: ReadonlyArray<Endpoint> = [
  balance,
  coinsAt("/v0/wallet/coins"),
  coinsAt("/v0/wallet/amulets"),
];
