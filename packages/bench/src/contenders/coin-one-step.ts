import { coinInputs, TransferPreapproval_SendV2 } from "@tallystick/coin";
import type { OpenContender } from "../contender.js";
import { workThrough } from "../in-flight.js";
import { decimal, preapprovalReference } from "./coin-ledger.js";
import { manyCoins, openPasses, type SpendCoins } from "./coin-passes.js";

/** Each coin pays 1 CC over the receiver's preapproval; the rest of it comes back as change. */
export const sendInOneStep: SpendCoins = async (bench, callers, coins) => {
  const { sender, preapproval, configState } = bench;
  const elapsedMs = await workThrough(callers, coins, (contractId) =>
    bench.exercise([sender], preapprovalReference, TransferPreapproval_SendV2, preapproval, {
      context: { externalPartyConfigState: configState, featuredAppRight: undefined },
      inputs: coinInputs([contractId]),
      amount: decimal("1"),
      sender,
      description: undefined,
    }),
  );
  return { transfers: coins.length, elapsedMs };
};

/** Transfers in one step, over a preapproval. */
export const open: OpenContender = (settings) =>
  openPasses(settings, { prepare: manyCoins(2000), spend: sendInOneStep });
