import { isLeft } from "fp-ts/lib/Either.js";
import { endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
import {
  TransactionFormatWire,
  defaulted,
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

/**
 * Which transaction, and how it is wanted: in a format, or as its requesting parties see it
 * (ledger-api 1.2).
 */
export const GetTransactionByOffsetRequest = wireObject(
  "GetTransactionByOffsetRequest",
  {
    offset: defaulted(wireOffset, 0),
    requestingParties: defaulted(wireArray(wireString), []),
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
  parameters: nothing,
  query: nothing,
  body: GetTransactionByOffsetRequest,
  response: { kind: "json", codec: JsGetTransactionResponse },
  access: "token",
  errors: [...formatErrors, "NON_POSITIVE_OFFSET", "UPDATE_NOT_FOUND"],
  validate: ({ body }) => requestedTransactionFormat(body),
  rights: ({ valid }) => formatRights(valid.eventFormat),
  handle: async ({ body, valid: transactionFormat }, { ledger }) => {
    const at = { offset: body.offset };
    const found = await ledger.queries.transaction({ at, transactionFormat });
    return isLeft(found) ? found : ok({ transaction: found.right });
  },
});
