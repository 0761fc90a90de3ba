import { TransferPreapproval, TransferPreapproval_Cancel, amuletPackage } from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import { required, wireArray, wireObject } from "@tallystick/wire";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { withState } from "../rows/contract-wire.js";
import { contractWithStateOf } from "../rows/payload-schema.js";
import { onceId, submitCommand } from "../rows/submissions.js";
import { walletRow } from "../rows/wallet-row.js";
import { noPreapproval, preapprovalByParty, preapprovalOf } from "./preapproval-lookup.js";
import { partyId } from "../rows/value-codecs.js";

const { exercise } = commandsOf(amuletPackage);
const path = "/v0/admin/transfer-preapprovals";

/** `GET /v0/admin/transfer-preapprovals` (wallet 4.4). */
const adminPreapprovals = walletRow({
  method: "GET",
  path,
  summary: "The preapprovals the operator provides",
  access: "admin",
  response: wireObject("ListTransferPreapprovalsResponse", {
    contracts: required(wireArray(contractWithStateOf(TransferPreapproval))),
  }),
  handle: (_request, { wallet: { views, settings } }) => {
    const provided = views
      .of(TransferPreapproval, settings.operator)
      .filter(({ payload }) => payload.provider === settings.operator);
    const contracts = views.contractsOfIds(provided.map(({ contractId }) => contractId));
    return { contracts: contracts.map((it) => withState(it, settings.synchronizerId)) };
  },
});

/** `DELETE /v0/admin/transfer-preapprovals/by-party/{receiver-party}` (wallet 4.4). */
const adminCancelPreapproval = walletRow({
  method: "DELETE",
  path: `${path}/by-party/{receiver-party}`,
  summary: "Cancel the preapproval of a receiver, as its provider",
  access: "admin",
  parameters: wireObject("ReceiverPath", { "receiver-party": required(partyId) }),
  errorStatuses: { 404: "The party has no preapproval" },
  handle: async ({ parameters: { "receiver-party": receiver } }, { wallet }) => {
    const { operator } = wallet.settings;
    const found = preapprovalOf(wallet, receiver);
    if (found === undefined || found.payload.provider !== operator) throw noPreapproval(receiver);
    const command = exercise(TransferPreapproval_Cancel, found.contractId, { p: operator });
    const commandId = onceId("cancel-preapproval", operator, found.contractId);
    await submitCommand(wallet, operator, commandId, command);
  },
});

/** The operator's rows for preapprovals (wallet 4.4). */
export const preapprovalAdministrationRows: ReadonlyArray<Endpoint> = [
  adminPreapprovals,
  preapprovalByParty(`${path}/by-party`, "receiver-party", "admin"),
  adminCancelPreapproval,
];
