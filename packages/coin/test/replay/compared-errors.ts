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
  const { kind, errorId = "", category = 0, message = "", metadata = {} } = error;
  if (kind === "FailureStatus")
    return { id: errorId, text: message, shown: { errorId, category, message, metadata } };
  if (kind === "FailedAuthorization")
    return { id: kind, text: "", shown: { kind, ...recordedAuthorization(error) } };
  const { contract = "", template, expected, actual } = error;
  const named = { template, expected, actual, interface: error.interface };
  const parts = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { id: kind, text: "", shown: { kind, contract, ...Object.fromEntries(parts) } };
};

/** Who had to authorize what, and who did. */
interface ComparedAuthorization {
  readonly authorization: string;
  /** The template, and the choice if any; empty for a fetch. */
  readonly of: string;
  readonly required: ReadonlyArray<string>;
  readonly given: ReadonlyArray<string>;
}

const partiesIn = (shown: string): ReadonlyArray<string> =>
  shown === "" ? [] : shown.split(", ").sort();

const recordedAuthorization = ({ authorization = "", text = "" }: RecordedError) => {
  if (authorization.startsWith("No")) return { authorization };
  const [first = [], second = []] = [...text.matchAll(/Set\(([^)]*)\)/g)].map(([, parties = ""]) =>
    partiesIn(parties),
  );
  const isFetch = authorization.startsWith("Fetch");
  const [, template = "", choice = ""] = /<package>:([^,]*)(?:,(\w+),None)?/.exec(text) ?? [];
  const of = [template, choice].filter((each) => each !== "").join(" ");
  return isFetch
    ? ({ authorization, of: "", required: first, given: second } satisfies ComparedAuthorization)
    : ({ authorization, of, required: second, given: first } satisfies ComparedAuthorization);
};

const ourAuthorization = (cause: string): Partial<ComparedAuthorization> => {
  const [, required = "", given = ""] =
    /requires authorizers (.*), but only (.*) authorized it/.exec(cause) ?? [];
  const parties = {
    required: partiesIn(required),
    given: partiesIn(given === "nobody" ? "" : given),
  };
  const creating = /^Creating a contract of [^:]*:(\S+)/.exec(cause)?.[1];
  const [, choice = "", template = ""] =
    /^Exercising (\w+) on contract \S+ of [^:]*:(\S+)/.exec(cause) ?? [];
  const isNobody = required.startsWith("(no party");
  if (creating !== undefined) {
    return isNobody
      ? { authorization: "NoSignatories" }
      : { authorization: "CreateMissingAuthorization", of: creating, ...parties };
  }
  if (choice === "") return { authorization: "FetchMissingAuthorization", of: "", ...parties };
  return isNobody
    ? { authorization: "NoControllers" }
    : { authorization: "ExerciseMissingAuthorization", of: `${template} ${choice}`, ...parties };
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
    const {
      error_id: errorId = "",
      category = "",
      commands: _commands,
      exercise_trace: _trace,
      ...metadata
    } = error.context;
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
): Readonly<Record<string, Json>> => {
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
      return { ...ourAuthorization(cause) };
    default:
      return { contract };
  }
};
