import { type LedgerError, ledgerError } from "@tallystick/core";

/**
 * PROTO_DESERIALIZATION_FAILURE: a field of an administrative request is not of its form. A public
 * node has the reason in the context alone.
 *
 * @param name the field as it is called there
 */
export const deserializationFailure = (field: string, name: string, reason: string): LedgerError =>
  ledgerError("PROTO_DESERIALIZATION_FAILURE", `${field}: ${reason}`, {
    publicCause: "Deserialization of protobuf message failed",
    context: { reason: `ValueConversionError(${name},${reason})` },
    field,
  });
