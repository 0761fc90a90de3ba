import { wire } from "@tallystick/wire";
import { endpoint, nothing, ok } from "../endpoint.js";
import { TransactionFormatWire } from "../wire/event-format-wire.js";
import { formatRights } from "../wire/format-rights.js";
import {
  formatErrors,
  requestedTransactionFormat,
  rightsOfFormat,
} from "../wire/requested-format.js";
import { wireOffset } from "../wire/wire-kinds.js";
import { JsGetTransactionResponse } from "./updates-transaction-by-id.js";

const { defaulted, optional, wireArray, wireObject, wireString } = wire;

/** Which transaction, and how it is wanted: in a format, or as its requesting parties see it (ledger-api 1.2). */
export const GetTransactionByOffsetRequest = wireObject(
  "GetTransactionByOffsetRequest",
  {
    offset: defaulted(wireOffset, 0),
    requestingParties: defaulted(wireArray(wireString), []),
    transactionFormat: optional(TransactionFormatWire),
  },
  ["offset"],
);

/** `POST /v2/updates/transaction-by-offset`, which clients of before 3.5.8 still call (ledger-api 1.2). */
export const updatesTransactionByOffset = endpoint({
  method: "POST",
  path: "/v2/updates/transaction-by-offset",
  summary: "Look up one transaction by its offset",
  description: "The older form of `/v2/updates/update-by-offset`.",
  parameters: nothing,
  query: nothing,
  body: GetTransactionByOffsetRequest,
  response: { kind: "json", codec: JsGetTransactionResponse },
  access: "token",
  rights: ({ body }) =>
    rightsOfFormat(requestedTransactionFormat(body), ({ eventFormat }) =>
      formatRights(eventFormat),
    ),
  errors: [...formatErrors, "NON_POSITIVE_OFFSET", "UPDATE_NOT_FOUND"],
  handle: async ({ body }, { ledger }) => {
    const transactionFormat = requestedTransactionFormat(body);
    if (transactionFormat._tag === "Left") return transactionFormat;
    const at = { offset: body.offset };
    const found = await ledger.transaction({ at, transactionFormat: transactionFormat.right });
    return found._tag === "Left" ? found : ok({ transaction: found.right });
  },
});
