import { createServer, type Server } from "node:http";
import { metadataV1, tokenHelpers, transferInstructionV2 } from "@tallystick/coin";
import { type LedgerApi, ledgerApi } from "@tallystick/http";
import { type Ledger, orThrow, type Wallet } from "@tallystick/node";
import Koa from "koa";
import { type Gold, goldRegistry } from "./registry.js";
import { goldId, rulesKey } from "./token.js";

const { basicAccount, mintAccount } = tokenHelpers;

/**
 * Offers new gold to a party: a transfer from the account of mints, which its receiver accepts.
 *
 * @param amount as text, such as `12.5`
 * @returns the contract id of the offer
 */
export const offerMint = async (
  ledger: Ledger,
  { admin, rules, to, amount }: { admin: string; rules: string; to: string; amount: string },
): Promise<string> => {
  const argument = {
    transfer: {
      sender: mintAccount,
      receiver: basicAccount(to),
      amount,
      instrumentId: { admin, id: goldId },
      requestedAt: "2026-01-01T00:00:00Z",
      executeBefore: "9999-01-01T00:00:00Z",
      inputHoldingCids: [],
      meta: metadataV1.emptyMetadata,
    },
    actors: [admin],
    extraArgs: {
      context: { values: { [rulesKey]: { tag: "AV_ContractId", value: rules } as const } },
      meta: metadataV1.emptyMetadata,
    },
  };
  const choice = transferInstructionV2.TransferFactory_Transfer;
  const { output } = orThrow(
    await ledger.exercise(choice, rules, argument, { actAs: admin }),
  ).result;
  if (output.tag !== "TransferInstructionResult_Pending") throw new Error(output.tag);
  return output.value.transferInstructionCid;
};

/**
 * A server with the ledger's API, and the registry of gold below `/registries/gold`.
 *
 * @param wallet of a node with the coin: its endpoints and the coin's registry are served too
 */
export const goldServer = (
  gold: Gold,
  wallet?: Wallet,
): { readonly api: LedgerApi; readonly server: Server } => {
  const api = ledgerApi(gold.ledger, { wallet, registries: [goldRegistry(gold)] });
  const app = new Koa();
  app.use(api.routes());
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  api.webSockets(server);
  return { api, server };
};
