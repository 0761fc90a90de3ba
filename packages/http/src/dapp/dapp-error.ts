import type { LedgerError } from "@tallystick/core";
import { toWireError } from "@tallystick/wire";

/** Error codes of providers (CIP-0103), and of JSON-RPC 2.0. */
export const dappCodes = {
  rejected: 4001,
  unauthorized: 4100,
  unsupported: 4200,
  disconnected: 4900,
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  limit: -32005,
  ledger: -32000,
} as const;

export class DappError extends Error {
  constructor(
    readonly kind: keyof typeof dappCodes,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** What an error of the ledger says of the call that it is about. */
export interface AboutCall {
  /** 32 hex digits, also in the log. */
  readonly traceId: string;
  readonly participant: string;
}

/** An error of the ledger; `data` is the whole error object of the JSON Ledger API. */
export const ledgerErrorOf = (
  kind: "ledger" | "invalidParams",
  error: LedgerError,
  about: AboutCall,
): DappError => {
  const wire = toWireError(error, about);
  return new DappError(kind, wire.cause.slice(0, 1_000), wire);
};
