import type { Json, LedgerError } from "@tallystick/core";
import type { RecordedError } from "./recorded-history.js";

/** An error in the form both sides are compared in. */
export interface ComparedError {
  /** The error's id, or its kind where it has none. */
  readonly id: string;
  readonly text: string;
  /** All that is compared. */
  readonly shown: Json;
}

/** An error as it was recorded. */
export const recordedError = (error: RecordedError): ComparedError => {
  if (error.kind !== "FailureStatus") {
    const { text: _text, ...shown } = error;
    return { id: error.kind, text: "", shown: comparedParts(shown) };
  }
  const { errorId = "", category = 0, message = "", metadata = {} } = error;
  return { id: errorId, text: message, shown: { errorId, category, message, metadata } };
};

// the words of these errors are ours; what they name is compared
const comparedParts = ({ authorization, ...error }: RecordedError): Json => {
  const named = Object.entries(error).filter(([, value]) => typeof value === "string");
  // border: only texts are left
  const parts = Object.fromEntries(named) as Record<string, string>;
  return authorization === undefined ? parts : { ...parts, authorization };
};

const kinds: Readonly<Record<string, string>> = {
  CONTRACT_NOT_FOUND: "ContractNotFound",
  CONTRACT_NOT_ACTIVE: "ContractNotActive",
  WRONGLY_TYPED_CONTRACT: "WronglyTypedContract",
  CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE: "ContractDoesNotImplementInterface",
  DAML_AUTHORIZATION_ERROR: "FailedAuthorization",
};

/** Our error, its contracts by their names. */
export const errorOf = (error: LedgerError, names: ReadonlyMap<string, string>): ComparedError => {
  const text = error.cause.replaceAll(/\b00[0-9a-f]{64,}\b/g, "<contract-id>");
  if (error.code === "DAML_FAILURE") {
    const { error_id: errorId = "", category = "", ...metadata } = error.context;
    const shown = { errorId, category: Number(category), message: text, metadata };
    return { id: errorId, text, shown };
  }
  const kind = kinds[error.code];
  return kind === undefined
    ? { id: error.code, text, shown: { code: error.code, text } }
    : { id: kind, text: "", shown: { kind, ...particularsOf(kind, error, names) } };
};

const particularsOf = (
  kind: string,
  { resources, cause }: LedgerError,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> => {
  const all = (of: string) => resources.filter(([name]) => name === of).map(([, value]) => value);
  const contract = all("CONTRACT_ID").map((id) => names.get(id) ?? "<new>")[0] ?? "";
  const entities = all("TEMPLATE_ID").map((id) => id.slice(id.indexOf(":") + 1));
  const [first = "", second = ""] = entities;
  switch (kind) {
    case "ContractNotActive":
      return { contract, template: first };
    case "WronglyTypedContract":
      return { contract, expected: first, actual: second };
    case "ContractDoesNotImplementInterface":
      return {
        contract,
        template: first,
        interface: (all("INTERFACE_ID")[0] ?? "").replace(/^[^:]*:/, ""),
      };
    case "FailedAuthorization":
      return { authorization: `${authorizations[cause.split(" ")[0] ?? ""]}MissingAuthorization` };
    default:
      return { contract };
  }
};

const authorizations: Readonly<Record<string, string>> = {
  Creating: "Create",
  Exercising: "Exercise",
  Fetching: "Fetch",
};
