import { orThrow } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import {
  TransactionFormatWire,
  TransactionWire,
  absentOr,
  formatErrors,
  optional,
  requestedTransactionFormat,
  required,
  wireArray,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { formatRights } from "../../auth/format-rights.js";

/** Which transaction, and in which format, or for which parties (ledger-api 1.2). */
export const GetTransactionByIdRequest = wireObject(
  "GetTransactionByIdRequest",
  {
    updateId: absentOr(wireString, ""),
    requestingParties: absentOr(wireArray(wireString), []),
    transactionFormat: optional(TransactionFormatWire),
  },
  ["updateId"],
);

export const JsGetTransactionResponse = wireObject("JsGetTransactionResponse", {
  transaction: required(TransactionWire),
});

/**
 * `POST /v2/updates/transaction-by-id`, which clients of before 3.5.8 still call (ledger-api 1.2).
 */
export const updatesTransactionById = endpoint({
  method: "POST",
  path: "/v2/updates/transaction-by-id",
  summary: "Look up one transaction by its update id",
  deprecated: true,
  description: "The older form of `/v2/updates/update-by-id`.",
  body: GetTransactionByIdRequest,
  response: JsGetTransactionResponse,
  errors: [...formatErrors, "UPDATE_NOT_FOUND"],
  validate: ({ body }) => requestedTransactionFormat(body),
  rights: ({ valid }) => formatRights(valid.eventFormat),
  handle: async ({ body, valid: transactionFormat }, { ledger }) => {
    const at = { updateId: body.updateId };
    const found = orThrow(await ledger.queries.transaction({ at, transactionFormat }));
    return { transaction: found };
  },
});
