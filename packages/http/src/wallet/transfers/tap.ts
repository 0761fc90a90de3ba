import {
  AmuletRules_DevNet_FeatureApp,
  AmuletRules_DevNet_Tap,
  amuletPackage,
  FeaturedAppRight,
  FeaturedAppRight_Cancel,
  tapAmount,
} from "@tallystick/coin";
import {
  commandsOf,
  isJsonObject,
  type Json,
  type Numeric,
  numericMultiply,
  numericToText,
} from "@tallystick/core";
import type { WalletEarlier } from "@tallystick/node";
import { fundingOfNothing } from "@tallystick/wallet";
import { optional, required, wireObject, wireString } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { once } from "../rows/once.js";
import { ownContracts, resultText } from "../rows/own-contract.js";
import { exercisedIn, outcomeOf, submissionOf } from "../rows/operations.js";
import { freshId, runningNetwork, submitCommand } from "../rows/submissions.js";
import { ignoredBody, operationId, positiveAmount } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";

const { exercise } = commandsOf(amuletPackage);

const ContractIdAnswer = wireObject("ContractIdAnswer", { contract_id: required(wireString) });

const tapped = (result: Json): string => {
  const sum = isJsonObject(result) ? result.amuletSum : undefined;
  return outcomeOf(result) ?? resultText(sum ?? null, "amulet");
};

/** What an earlier tap asked for: its USD gave its CC at the price of its round. */
const tapBefore = (usd: Numeric, earlier: WalletEarlier) => {
  const before = exercisedIn(earlier, AmuletRules_DevNet_Tap);
  if (before === undefined) return undefined;
  const { amuletPrice } = before.result.amuletSum;
  const again = tapAmount(usd, amuletPrice);
  if (!isLeft(again) && again.right === before.argument.amount)
    return { amount: numericToText(usd) };
  const amount = numericMultiply(before.argument.amount, amuletPrice, "half-even");
  return { amount: isLeft(amount) ? "another" : numericToText(amount.right) };
};

/** `POST /v0/wallet/tap` (wallet 13.4): CC from nothing, on development networks. */
const tap = walletRow({
  method: "POST",
  path: "/v0/wallet/tap",
  external: "signed",
  summary: "Get CC on a development network; the amount is in USD",
  description: "A repeat with the same command_id answers what the first one answered.",
  body: wireObject("TapRequest", {
    amount: required(positiveAmount),
    command_id: optional(operationId),
  }),
  response: ContractIdAnswer,
  errorStatuses: {
    400: "Not a development network, or a bad amount",
    429: "The same command_id is in flight",
  },
  handle: async ({ body: { amount: usd, command_id: given } }, services) => {
    const { wallet, party } = services;
    const network = runningNetwork(wallet);
    const { isDevNet, amuletRules, round } = network;
    if (!isDevNet) throw refused(400, "Only a development network gives CC away.");
    const amount = tapAmount(usd, round.payload.amuletPrice);
    if (isLeft(amount)) throw refused(400, "Invalid amount: too large");
    const command = () =>
      exercise(AmuletRules_DevNet_Tap, amuletRules, {
        receiver: party,
        amount: amount.right,
        openRound: round.contractId,
      });
    const { result } = await once(services, {
      operation: "tap",
      field: "command_id",
      id: given,
      asked: { amount: numericToText(usd) },
      recorded: (earlier) => tapBefore(usd, earlier),
      plan: (commandId) =>
        submissionOf(wallet, network, party, commandId, {
          operation: { tag: "CO_Tap", value: { tapAmount: amount.right } },
          funding: fundingOfNothing(wallet.views, network, party),
          command,
        }),
    });
    return { contract_id: tapped(result) };
  },
});

/** `POST /v0/wallet/self-grant-feature-app-right` (wallet 14.4). */
const selfGrantFeaturedAppRight = walletRow({
  method: "POST",
  path: "/v0/wallet/self-grant-feature-app-right",
  external: "signed",
  summary: "Become a featured provider on a development network",
  body: ignoredBody,
  response: ContractIdAnswer,
  errorStatuses: { 400: "Not a development network" },
  handle: async (_request, { wallet, party, httpConfig }) => {
    const { isDevNet, amuletRules } = runningNetwork(wallet);
    if (!isDevNet)
      throw refused(400, "Only a development network lets providers feature themselves.");
    const command = exercise(AmuletRules_DevNet_FeatureApp, amuletRules, { provider: party });
    const { result } = await submitCommand(
      wallet,
      party,
      freshId(httpConfig, "self-feature"),
      command,
    );
    return { contract_id: resultText(result, "featuredAppRightCid") };
  },
});

/**
 * `DELETE /v0/wallet/cancel-featured-app-rights` (wallet 14.4): one right; without one it is not an
 * error.
 */
const cancelFeaturedAppRights = walletRow({
  method: "DELETE",
  path: "/v0/wallet/cancel-featured-app-rights",
  external: "signed",
  summary: "Give up being a featured provider",
  handle: async (_request, { wallet, party, httpConfig }) => {
    const own = ownContracts(wallet, party, FeaturedAppRight).find(({ observers }) =>
      observers.includes(party),
    );
    if (own === undefined) return;
    const command = exercise(FeaturedAppRight_Cancel, own.contractId, {});
    await submitCommand(wallet, party, freshId(httpConfig, "cancel-featured"), command);
  },
});

/** The rows of development networks (wallet 13.4, 14.4). */
export const tapRows: ReadonlyArray<Endpoint> = [
  tap,
  selfGrantFeaturedAppRight,
  cancelFeaturedAppRights,
];
