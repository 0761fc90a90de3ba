import { optional, required, wireMap, wireObject, wireString } from "@tallystick/wire";
import { ContractWire, contractToWire } from "../rows/contract-wire.js";
import { partyId, requiredNumber, wholeNumberText } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";

/** The status of a transfer command (wallet 5.1). */
const CommandStatusWire = wireObject("TransferCommandContractStatus", {
  status: required(wireString),
  failure_kind: optional(wireString),
  reason: optional(wireString),
});

/** `GET /v0/scan-proxy/transfer-command/status` (wallet 4.6, 5.1). */
export const transferCommandStatus = walletRow({
  method: "GET",
  path: "/v0/scan-proxy/transfer-command/status",
  summary: "What became of a sender's transfer commands with a nonce",
  access: "subject",
  query: wireObject("TransferCommandStatusQuery", {
    sender: required(partyId),
    nonce: requiredNumber(wholeNumberText),
  }),
  response: wireObject("LookupTransferCommandStatusResponse", {
    transfer_commands_by_contract_id: required(
      wireMap(
        wireObject("TransferCommandContractWithStatus", {
          contract: required(ContractWire),
          status: required(CommandStatusWire),
        }),
      ),
    ),
  }),
  errorStatuses: {
    400: "The sender or the nonce is none",
    404: "There is no such command",
  },
  handle: ({ query: { sender, nonce } }, { wallet }) => {
    const commands = wallet.views.transferCommands(sender, nonce);
    if (commands.length === 0)
      throw refused(404, `No TransferCommand found for sender ${sender} and nonce ${nonce}`);
    return {
      transfer_commands_by_contract_id: Object.fromEntries(
        commands.map(({ contract, status }) => [
          contract.contractId,
          { contract: contractToWire(contract), status },
        ]),
      ),
    };
  },
});
