import { invalidArgument, type LedgerError, type PartyId, updateNotFound } from "@tallystick/core";
import { type Ledger, LedgerFailure, orThrow } from "@tallystick/node";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { optional, wireObject, wireString } from "@tallystick/wire";
import type { TypeOf } from "io-ts";
import { textContentType } from "../answers/answer.js";
import type { Caller } from "../auth/authenticator.js";
import { endpoint } from "../endpoints/endpoint.js";
import { Reply } from "../endpoints/reply.js";
import { textOf } from "../endpoints/response-kind.js";
import { logNotRunning, logOf } from "./log-of.js";

const AuditProofQuery = wireObject("AuditProofQuery", {
  "update-id": optional(wireString),
  offset: optional(wireString),
  party: optional(wireString),
});

type Update = { readonly updateId: string } | { readonly offset: number };

const updateIdForm = /^1220[0-9a-f]{64}$/;
const offsetForm = /^[1-9]\d{0,15}$/;

const updateIn = (query: TypeOf<typeof AuditProofQuery>): Either<LedgerError, Update> => {
  const { "update-id": updateId, offset } = query;
  if ((updateId === undefined) === (offset === undefined))
    return left(invalidArgument("expected one of update-id and offset", "update-id"));
  if (updateId !== undefined) {
    return updateIdForm.test(updateId)
      ? right({ updateId })
      : left(invalidArgument("expected 1220 and 64 hexadecimal digits", "update-id"));
  }
  return offsetForm.test(offset ?? "")
    ? right({ offset: Number(offset) })
    : left(invalidArgument("expected an offset from 1", "offset"));
};

const readableBy = ({ userId, rights }: Caller, ledger: Ledger): ReadonlyArray<PartyId> | "all" => {
  if (rights.everything || rights.readAsAny) return "all";
  return orThrow(ledger.userRights(userId)).flatMap((right) =>
    right.kind === "CanActAs" || right.kind === "CanReadAs" ? [right.party] : [],
  );
};

/** `GET /audit/proof`: what the caller may see of an update, with a proof that it is in the log. */
export const auditProof = endpoint({
  method: "GET",
  path: "/audit/proof",
  summary: "Prove one update",
  description:
    "Returns a `.tlog-proof` of the update with this `update-id` or `offset`. It discloses the nodes that the caller may see (with `party`, only those that this party sees), and only the number of the others. Verify it with `tallystick audit check-proof` and the key of the log. If no checkpoint covers the update yet, one is signed first.",
  query: AuditProofQuery,
  response: textOf(textContentType),
  responseHeaders: { "Content-Disposition": "Name of the file" },
  isLongRead: true,
  errors: ["INVALID_ARGUMENT", "UPDATE_NOT_FOUND", "SERVICE_NOT_RUNNING"],
  validate: ({ query }) => updateIn(query),
  rights: ({ query: { party } }) => (party === undefined ? [] : [{ kind: "read-as", party }]),
  handle: async ({ query: { party }, valid: update, caller }, services) => {
    const parties = party === undefined ? readableBy(caller, services.ledger) : [party];
    const proof = await logOf(services).prove(update, parties);
    switch (proof.kind) {
      case "unknown":
        throw new LedgerFailure(
          "offset" in update
            ? updateNotFound("OFFSET", String(update.offset))
            : updateNotFound("UPDATE_ID", update.updateId),
        );
      case "unavailable":
        throw new LedgerFailure(logNotRunning(`No proof is available now: ${proof.reason}.`));
      case "proof": {
        const name = "offset" in update ? `offset-${update.offset}` : update.updateId;
        const headers = {
          "Content-Disposition": `attachment; filename="${name}.tlog-proof"`,
        };
        return new Reply({ status: 200, contentType: textContentType, body: proof.text, headers });
      }
    }
  },
});
