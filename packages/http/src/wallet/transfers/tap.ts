import {
  AmuletRules_DevNet_FeatureApp,
  AmuletRules_DevNet_Tap,
  amuletPackage,
  FeaturedAppRight,
  FeaturedAppRight_Cancel,
  tapAmount,
} from "@tallystick/coin";
import { isJsonObject, type Json } from "@tallystick/core";
import { commandsOf, optional, required, wireObject, wireString } from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { nothing } from "../../endpoints/endpoint.js";
import { ownContracts, resultText } from "../rows/own-contract.js";
import { positiveAmount, trackingIdText } from "../rows/request-values.js";
import { freshId, onceId, runningNetwork, submissionBy, submitOnce } from "../rows/submissions.js";
import { refused, walletRow } from "../rows/wallet-row.js";

const { exercise } = commandsOf(amuletPackage);

/** Request body of `POST /v0/wallet/tap` (wallet 13.4). */
export const TapRequest = wireObject("TapRequest", {
  amount: required(wireString),
  command_id: optional(wireString),
});

/** An answer that names a contract. */
export const ContractIdAnswer = wireObject("ContractIdAnswer", {
  contract_id: required(wireString),
});

const tapped = (result: Json): string =>
  isJsonObject(result) ? resultText(result.amuletSum ?? null, "amulet") : "";

/** `POST /v0/wallet/tap` (wallet 13.4): CC from nothing, on development networks. */
export const tap = walletRow({
  method: "POST",
  path: "/v0/wallet/tap",
  summary: "Get CC on a development network; the amount is in USD",
  description: "A repeat with the same command_id answers what the first one answered.",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: TapRequest,
  response: { kind: "json", codec: ContractIdAnswer },
  statuses: {
    400: "Not a development network, or a bad amount",
    429: "The same command_id is in flight",
  },
  handle: async ({ wallet, party, body }) => {
    const usd = positiveAmount(body.amount, "amount");
    if (isLeft(usd)) return usd;
    const given = body.command_id;
    const valid = given === undefined ? right("") : trackingIdText(given, "command_id");
    if (isLeft(valid)) return valid;
    const network = runningNetwork(wallet);
    if (isLeft(network)) return network;
    const { isDevNet, amuletRules, round } = network.right;
    if (!isDevNet) return refused(400, "Only a development network gives CC away.");
    const amount = tapAmount(usd.right, round.payload.amuletPrice);
    if (isLeft(amount)) return refused(400, "Invalid amount: too large");
    const commandId = given === undefined ? freshId("tap") : onceId("tap", party, given);
    const command = exercise(AmuletRules_DevNet_Tap, amuletRules, {
      receiver: party,
      amount: amount.right,
      openRound: round.contractId,
    });
    const done = await submitOnce(wallet, submissionBy(wallet, party, commandId, command));
    return isLeft(done) ? done : right({ contract_id: tapped(done.right.result) });
  },
});

/** `POST /v0/wallet/self-grant-feature-app-right` (wallet 14.4). */
export const selfGrantFeaturedAppRight = walletRow({
  method: "POST",
  path: "/v0/wallet/self-grant-feature-app-right",
  summary: "Become a featured provider on a development network",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: ContractIdAnswer },
  statuses: { 400: "Not a development network" },
  handle: async ({ wallet, party }) => {
    const network = runningNetwork(wallet);
    if (isLeft(network)) return network;
    const { isDevNet, amuletRules } = network.right;
    if (!isDevNet)
      return refused(400, "Only a development network lets providers feature themselves.");
    const command = exercise(AmuletRules_DevNet_FeatureApp, amuletRules, { provider: party });
    const done = await wallet.submit(submissionBy(wallet, party, freshId("self-feature"), command));
    return isLeft(done)
      ? done
      : right({ contract_id: resultText(done.right.result, "featuredAppRightCid") });
  },
});

/** `DELETE /v0/wallet/cancel-featured-app-rights` (wallet 14.4): one right; none is no error. */
export const cancelFeaturedAppRights = walletRow({
  method: "DELETE",
  path: "/v0/wallet/cancel-featured-app-rights",
  summary: "Give up being a featured provider",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "empty" },
  handle: async ({ wallet, party }) => {
    const [own] = ownContracts(wallet, party, FeaturedAppRight).filter(({ observers }) =>
      observers.includes(party),
    );
    if (own === undefined) return right(undefined);
    const command = exercise(FeaturedAppRight_Cancel, own.contractId, {});
    const done = await wallet.submit(
      submissionBy(wallet, party, freshId("cancel-featured"), command),
    );
    return isLeft(done) ? done : right(undefined);
  },
});
