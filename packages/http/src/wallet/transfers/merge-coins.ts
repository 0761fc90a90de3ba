import { numericFromUnits, numericToText, type PartyId } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { optional, required, wireInt64, wireObject, wireString } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { once } from "../rows/once.js";
import { runningNetwork } from "../rows/submissions.js";
import { operationId } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { spendableCoins } from "./spendable-coins.js";
import { transferByStandard } from "./token-standard.js";

/** How long the transfer may wait for its turn; microseconds. */
const lifetime = 3_600_000_000;

/** The largest coins that one transfer takes, and all there are. */
const mergeOf = (wallet: Wallet, party: PartyId) => {
  const most = Number(runningNetwork(wallet).config.transferConfig.maxNumInputs);
  const all = spendableCoins(wallet, party);
  const inputs = all
    .toSorted((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))
    .slice(0, most);
  const sum = numericFromUnits(inputs.reduce<bigint>((total, { amount }) => total + amount, 0n));
  if (isLeft(sum)) throw refused(400, "The sum of the coins is more than one coin can have.");
  return { coins: all.length, inputs: inputs.length, amount: sum.right };
};

/** `GET /v0/wallet/coins/merge`, ours: what merging would do now. */
const previewMerge = walletRow({
  method: "GET",
  path: "/v0/wallet/coins/merge",
  summary: "What merging the party's coins would do now",
  description: "The largest coins, as many as one transfer takes. An addition of this node.",
  response: wireObject("MergePreview", {
    coins_before: required(wireInt64),
    coins_after: required(wireInt64),
    inputs: required(wireInt64),
    /** What the merged coin has: the exact sum of the inputs. */
    amount: required(wireString),
  }),
  handle: (_request, { wallet, party }) => {
    const { coins, inputs, amount } = mergeOf(wallet, party);
    return {
      coins_before: coins,
      coins_after: inputs < 2 ? coins : coins - inputs + 1,
      inputs,
      amount: numericToText(amount),
    };
  },
});

/** `POST /v0/wallet/coins/merge`, ours: a transfer to oneself of the sum of its inputs. */
const mergeCoins = walletRow({
  method: "POST",
  path: "/v0/wallet/coins/merge",
  external: "signed",
  summary: "Merge the party's coins into one now",
  description:
    "A transfer to oneself. A repeat with the same command_id does nothing. An addition of this node.",
  body: wireObject("MergeRequest", { command_id: optional(operationId) }),
  response: wireObject("MergeResponse", { update_id: required(wireString) }),
  errorStatuses: { 400: "Fewer than two coins", 429: "The same command_id is in flight" },
  handle: async ({ body: { command_id: given } }, services) => {
    const { wallet, party } = services;
    const { updateId } = await once(services, {
      operation: "merge",
      field: "command_id",
      id: given,
      queue: party,
      asked: {},
      recorded: () => ({}),
      plan: (commandId) => {
        const { inputs, amount } = mergeOf(wallet, party);
        if (inputs < 2)
          throw refused(400, `Nothing to merge: found ${inputs} coins, expected two or more.`);
        return transferByStandard(wallet, party, commandId, {
          receiver_party_id: party,
          amount,
          description: "",
          expires_at: BigInt(wallet.now() + lifetime),
        });
      },
    });
    return { update_id: updateId };
  },
});

/** The rows that merge coins; additions of this node. */
export const mergeRows: ReadonlyArray<Endpoint> = [previewMerge, mergeCoins];
