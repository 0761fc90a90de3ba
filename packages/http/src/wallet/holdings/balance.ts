import { Amulet, LockedAmulet } from "@tallystick/coin";
import { type Contract, numericToText } from "@tallystick/core";
import { balanceOf, positionOf } from "@tallystick/wallet";
import type { Wallet } from "@tallystick/node";
import { required, wireArray, wireInt64, wireObject, wireString } from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { ContractWithState, withState } from "../rows/contract-wire.js";
import { runningNetwork } from "../rows/submissions.js";
import { refused, walletRow } from "../rows/wallet-row.js";

/** Answer of `GET /v0/wallet/balance` (wallet 8.3). */
export const BalanceWire = wireObject("GetBalanceResponse", {
  round: required(wireInt64),
  effective_unlocked_qty: required(wireString),
  effective_locked_qty: required(wireString),
  total_holding_fees: required(wireString),
});

/** A coin as lists of coins show it (wallet 3.1). */
export const AmuletPosition = wireObject("AmuletPosition", {
  contract: required(ContractWithState),
  round: required(wireInt64),
  accrued_holding_fee: required(wireString),
  effective_amount: required(wireString),
});

/** Answer of `GET /v0/wallet/coins` (wallet 3.1). */
export const CoinsWire = wireObject("ListResponse", {
  amulets: required(wireArray(AmuletPosition)),
  locked_amulets: required(wireArray(AmuletPosition)),
});

/** The party's coins, those it owns alone: holders of locks see other owners' too. */
const coinsOf = ({ views }: Wallet, party: string) => ({
  unlocked: views.of(Amulet, party).filter(({ payload }) => payload.owner === party),
  locked: views.of(LockedAmulet, party).filter(({ payload }) => payload.amulet.owner === party),
});

/** `GET /v0/wallet/balance` (specification 4.6, wallet 8.3). */
export const balance = walletRow({
  method: "GET",
  path: "/v0/wallet/balance",
  summary: "The party's balance",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: BalanceWire },
  handle: ({ wallet, party }) => {
    const network = runningNetwork(wallet);
    if (isLeft(network)) return network;
    const { round } = network.right.round.payload;
    const { unlocked, locked } = coinsOf(wallet, party);
    const sums = balanceOf(
      unlocked.map(({ payload }) => payload),
      locked.map(({ payload }) => payload.amulet),
      round,
    );
    if (isLeft(sums)) return refused(500, "The sum of the coins is too large to be shown.");
    return right({
      round: Number(round.number),
      effective_unlocked_qty: numericToText(sums.right.unlocked),
      effective_locked_qty: numericToText(sums.right.locked),
      total_holding_fees: numericToText(sums.right.holdingFees),
    });
  },
});

const coinsAt = (path: string): Endpoint =>
  walletRow({
    method: "GET",
    path,
    summary: "The party's coins, locked ones apart",
    access: "user",
    parameters: nothing,
    query: nothing,
    body: nothing,
    response: { kind: "json", codec: CoinsWire },
    handle: ({ wallet, party }) => {
      const network = runningNetwork(wallet);
      if (isLeft(network)) return network;
      const { round } = network.right.round.payload;
      const { unlocked, locked } = coinsOf(wallet, party);
      const contracts = new Map<string, Contract>(
        [Amulet, LockedAmulet]
          .flatMap((template) => wallet.views.contractsOf(template, party))
          .map((contract) => [contract.contractId, contract]),
      );
      const position = (contractId: string, coin: Parameters<typeof positionOf>[0]) => {
        const contract = contracts.get(contractId);
        if (contract === undefined) return [];
        const { accruedHoldingFee, effectiveAmount } = positionOf(coin, round);
        return [
          {
            contract: withState(contract, wallet.settings.synchronizerId),
            round: Number(round.number),
            accrued_holding_fee: numericToText(accruedHoldingFee),
            effective_amount: numericToText(effectiveAmount),
          },
        ];
      };
      return right({
        amulets: unlocked.flatMap(({ contractId, payload }) => position(contractId, payload)),
        locked_amulets: locked.flatMap(({ contractId, payload }) =>
          position(contractId, payload.amulet),
        ),
      });
    },
  });

/** `GET /v0/wallet/coins` (specification 4.6), and the same under the public wallet's path. */
export const coinsRows: ReadonlyArray<Endpoint> = [
  coinsAt("/v0/wallet/coins"),
  coinsAt("/v0/wallet/amulets"),
];
