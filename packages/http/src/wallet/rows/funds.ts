import type { Numeric, PartyId } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { fundingFor, type NetworkState, outOfFunds } from "@tallystick/wallet";
import { refused } from "./wallet-row.js";

/** A party's funds for an amount; 400 when they do not cover it. */
export const fundsFor = (
  { views, now }: Wallet,
  network: NetworkState,
  party: PartyId,
  amount: Numeric,
  what = "The amulet operation failed",
): ReturnType<typeof fundingFor> => {
  const funding = fundingFor(amount, views, network, party, now());
  if (funding.total === undefined || funding.total < amount)
    throw refused(400, `${what}: ${outOfFunds(amount, funding.total ?? amount)}`);
  return funding;
};
