import { orThrow } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import {
  TransactionFormatWire,
  absentOr,
  formatErrors,
  optional,
  requestedTransactionFormat,
  wireArray,
  wireObject,
  wireOffset,
  wireString,
} from "@tallystick/wire";
import { formatRights } from "../../auth/format-rights.js";
import { JsGetTransactionResponse } from "./updates-transaction-by-id.js";

/** Which transaction, and in which format, or for which parties (ledger-api 1.2). */
export const GetTransactionByOffsetRequest = wireObject(
  "GetTransactionByOffsetRequest",
  {
    offset: absentOr(wireOffset, 0),
    requestingParties: absentOr(wireArray(wireString), []),
    transactionFormat: optional(TransactionFormatWire),
  },
  ["offset"],
);

/**
 * `POST /v2/updates/transaction-by-offset`, which clients of before 3.5.8 still call (ledger-api
 * 1.2).
 */
export const updatesTransactionByOffset = endpoint({
  method: "POST",
  path: "/v2/updates/transaction-by-offset",
  summary: "Look up one transaction by its offset",
  deprecated: true,
  description: "The older form of `/v2/updates/update-by-offset`.",
  body: GetTransactionByOffsetRequest,
  response: JsGetTransactionResponse,
  errors: [...formatErrors, "NON_POSITIVE_OFFSET", "UPDATE_NOT_FOUND"],
  validate: ({ body }) => requestedTransactionFormat(body),
  rights: ({ valid }) => formatRights(valid.eventFormat),
  handle: async ({ body, valid: transactionFormat }, { ledger }) => {
    const at = { offset: body.offset };
    const found = orThrow(await ledger.queries.transaction({ at, transactionFormat }));
    return { transaction: found };
  },
});
