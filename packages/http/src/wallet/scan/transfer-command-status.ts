import { int64FromText } from "@tallystick/core";
import { optional, required, wireMap, wireObject, wireString } from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { nothing } from "../../endpoints/endpoint.js";
import { ContractWire, contractToWire } from "../rows/contract-wire.js";
import { partyId } from "../rows/request-values.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { wholeNumberText } from "../rows/whole-number.js";

/** What became of a transfer command (wallet 5.1). */
export const CommandStatusWire = wireObject("TransferCommandContractStatus", {
  status: required(wireString),
  failure_kind: optional(wireString),
  reason: optional(wireString),
});

/** Answer of `GET /v0/scan-proxy/transfer-command/status` (wallet 5.1). */
export const CommandStatusesWire = wireObject("LookupTransferCommandStatusResponse", {
  transfer_commands_by_contract_id: required(
    wireMap(
      wireObject("TransferCommandContractWithStatus", {
        contract: required(ContractWire),
        status: required(CommandStatusWire),
      }),
    ),
  ),
});

/** `GET /v0/scan-proxy/transfer-command/status` (wallet 4.6, 5.1). */
export const transferCommandStatus = walletRow({
  method: "GET",
  path: "/v0/scan-proxy/transfer-command/status",
  summary: "What became of a sender's transfer commands with a nonce",
  access: "subject",
  parameters: nothing,
  query: wireObject("TransferCommandStatusQuery", {
    sender: required(wireString),
    nonce: required(wholeNumberText),
  }),
  body: nothing,
  response: { kind: "json", codec: CommandStatusesWire },
  statuses: { 400: "The sender or the nonce is none", 404: "There is no such command" },
  handle: ({ wallet, query }) => {
    const sender = partyId(query.sender, "sender");
    if (isLeft(sender)) return sender;
    const nonce = int64FromText(query.nonce);
    if (isLeft(nonce) || nonce.right < 0n)
      return refused(400, `Invalid nonce: expected 0 or more, found "${query.nonce.slice(0, 60)}"`);

    const commands = wallet.views.transferCommands(sender.right, nonce.right);
    if (commands.length === 0) {
      return refused(
        404,
        `No TransferCommand found for sender ${sender.right} and nonce ${nonce.right}`,
      );
    }
    return right({
      transfer_commands_by_contract_id: Object.fromEntries(
        commands.map(({ contract, status }) => [
          contract.contractId,
          { contract: contractToWire(contract), status },
        ]),
      ),
    });
  },
});
