import { TransferPreapproval, TransferPreapproval_Cancel, amuletPackage } from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { commandsOf, required, wireArray, wireObject, wireString } from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { ContractWithState, withState } from "../rows/contract-wire.js";
import { noPreapproval, preapprovalOf, PreapprovalWire } from "./preapproval-lookup.js";
import { onceId, submissionBy } from "../rows/submissions.js";
import { walletRow } from "../rows/wallet-row.js";

const amulet = commandsOf(amuletPackage);

/** Answer of `GET /v0/admin/transfer-preapprovals` (wallet 4.4). */
export const PreapprovalsWire = wireObject("ListTransferPreapprovalsResponse", {
  contracts: required(wireArray(ContractWithState)),
});

/** Path of the lookups by receiver. */
export const ReceiverPath = wireObject("ReceiverPath", { "receiver-party": required(wireString) });

const contractOf = (wallet: Wallet, receiver: string): Contract | undefined => {
  const found = preapprovalOf(wallet, receiver);
  return found && wallet.views.contract(found.contractId);
};

/** `GET /v0/admin/transfer-preapprovals` (wallet 4.4). */
export const adminPreapprovals = walletRow({
  method: "GET",
  path: "/v0/admin/transfer-preapprovals",
  summary: "The preapprovals the operator provides",
  access: "admin",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: PreapprovalsWire },
  handle: ({ wallet }) => {
    const { operator, synchronizerId } = wallet.settings;
    const provided = new Set(
      wallet.views
        .of(TransferPreapproval, operator)
        .filter(({ payload }) => payload.provider === operator)
        .map(({ contractId }) => contractId),
    );
    const contracts = wallet.views
      .contractsOf(TransferPreapproval, operator)
      .filter(({ contractId }) => provided.has(contractId));
    return right({ contracts: contracts.map((it) => withState(it, synchronizerId)) });
  },
});

/** `GET /v0/admin/transfer-preapprovals/by-party/{receiver-party}` (wallet 4.4). */
export const adminPreapprovalByParty = walletRow({
  method: "GET",
  path: "/v0/admin/transfer-preapprovals/by-party/{receiver-party}",
  summary: "The preapproval of a receiver",
  access: "admin",
  parameters: ReceiverPath,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: PreapprovalWire },
  statuses: { 404: "The party has no preapproval" },
  handle: ({ wallet, parameters }) => {
    const receiver = parameters["receiver-party"];
    const found = contractOf(wallet, receiver);
    return found === undefined
      ? noPreapproval(receiver)
      : right({ transfer_preapproval: withState(found, wallet.settings.synchronizerId) });
  },
});

/** `DELETE /v0/admin/transfer-preapprovals/by-party/{receiver-party}` (wallet 4.4). */
export const adminCancelPreapproval = walletRow({
  method: "DELETE",
  path: "/v0/admin/transfer-preapprovals/by-party/{receiver-party}",
  summary: "Cancel the preapproval of a receiver, as its provider",
  access: "admin",
  parameters: ReceiverPath,
  query: nothing,
  body: nothing,
  response: { kind: "empty" },
  statuses: { 404: "The party has no preapproval" },
  handle: async ({ wallet, parameters }) => {
    const { operator } = wallet.settings;
    const receiver = parameters["receiver-party"];
    const found = preapprovalOf(wallet, receiver);
    if (found === undefined || found.payload.provider !== operator) return noPreapproval(receiver);
    const command = amulet.exercise(TransferPreapproval_Cancel, found.contractId, { p: operator });
    const done = await wallet.submit(
      submissionBy(
        wallet,
        operator,
        onceId("cancel-preapproval", operator, found.contractId),
        command,
      ),
    );
    return isLeft(done) ? done : right(undefined);
  },
});

/** The rows by which the operator sees and cancels preapprovals (wallet 4.4). */
export const preapprovalAdministrationRows: ReadonlyArray<Endpoint> = [
  adminPreapprovals,
  adminPreapprovalByParty,
  adminCancelPreapproval,
];
