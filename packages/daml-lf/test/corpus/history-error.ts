import type { Json, LedgerError } from "@tallystick/core";

/** An error as the recorded answers write it, without their print-outs. */
type ShownError = Readonly<Record<string, unknown>>;

const kinds: Readonly<Record<string, string>> = {
  ALLOWED_LANGUAGE_VERSIONS: "AllowedLanguageVersion",
  CONTRACT_ID_COMPARABILITY: "ContractIdComparability",
  CONTRACT_ID_IN_CONTRACT_KEY: "ContractIdInContractKey",
  CONTRACT_DOES_NOT_IMPLEMENT_REQUIRING_INTERFACE: "ContractDoesNotImplementRequiringInterface",
  CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS: "CreateEmptyContractKeyMaintainers",
  DAML_EFFECTFUL_ROLLBACK_ERROR: "EffectfulRollback",
  FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS: "FetchEmptyContractKeyMaintainers",
  LEDGER_API_INTERNAL_ERROR: "Internal",
  MALFORMED_TEXT: "MalformedText",
  NON_COMPARABLE_VALUES: "NonComparableValues",
  PACKAGE_NAMES_NOT_FOUND: "UnresolvedPackageName",
  TEMPLATES_OR_INTERFACES_NOT_FOUND: "Lookup",
  VALUE_NESTING: "ValueNesting",
};

const details: Readonly<Record<string, ShownError>> = {
  INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED: {
    kind: "Upgrade",
    upgrade: "TranslationFailed",
  },
  INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED: { kind: "Upgrade", upgrade: "ValidationFailed" },
  INTERPRETATION_CRYPTO_ERROR_MALFORMED_BYTE_ENCODING: {
    kind: "Crypto",
    crypto: "MalformedByteEncoding",
  },
  INTERPRETATION_CRYPTO_ERROR_MALFORMED_KEY: { kind: "Crypto", crypto: "MalformedKey" },
  INTERPRETATION_CRYPTO_ERROR_MALFORMED_SIGNATURE: {
    kind: "Crypto",
    crypto: "MalformedSignature",
  },
};

/** `Module:Entity` of an id in package-id form. */
const entityOf = (id: string): string => id.slice(id.indexOf(":") + 1);

/** The error of a submission in the form of the recorded answers. */
export const shownError = (
  error: LedgerError,
  contract: (contractId: string) => string,
  key: (templateId: string, json: Json) => unknown,
): ShownError => {
  const { code, cause, context, resources } = error;
  const of = (kind: string): ReadonlyArray<string> =>
    resources.filter(([name]) => name === kind).map(([, value]) => value);
  const [contractId = ""] = of("CONTRACT_ID");
  const templates = of("TEMPLATE_ID").map(entityOf);
  switch (code) {
    case "DAML_FAILURE": {
      const { error_id: errorId, category, ...metadata } = context;
      const text = error.publicCause ?? "";
      const message = text.slice(text.indexOf("): ") + 3);
      return { kind: "FailureStatus", errorId, category: Number(category), message, metadata };
    }
    case "INTERPRETATION_USER_ERROR":
      return { kind: "UserError", message: of("EXCEPTION_TEXT")[0] };
    case "CONTRACT_NOT_FOUND":
      return { kind: "ContractNotFound", contract: contract(contractId) };
    case "CONTRACT_NOT_ACTIVE":
      return { kind: "ContractNotActive", contract: contract(contractId), template: templates[0] };
    case "WRONGLY_TYPED_CONTRACT": {
      const [expected, actual] = templates;
      return { kind: "WronglyTypedContract", contract: contract(contractId), expected, actual };
    }
    case "CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE":
      return {
        kind: "ContractDoesNotImplementInterface",
        contract: contract(contractId),
        template: templates[0],
        interface: entityOf(of("INTERFACE_ID")[0] ?? ""),
      };
    case "TEMPLATE_PRECONDITION_VIOLATED":
      return {
        kind: "TemplatePreconditionViolated",
        template: /precondition of [^:]*:(\S+)/.exec(cause)?.[1],
      };
    case "CONTRACT_KEY_NOT_FOUND":
      return {
        kind: "ContractKeyNotFound",
        key: withoutLabels(
          key(of("TEMPLATE_ID")[0] ?? "", JSON.parse(of("CONTRACT_KEY")[0] ?? "")),
        ),
      };
    case "DAML_AUTHORIZATION_ERROR":
      return { kind: "FailedAuthorization", authorization: authorizationIn(cause) };
    case "COMMAND_PREPROCESSING_FAILED":
    case "INVALID_ARGUMENT":
      return ofArguments(error, contract);
    default:
      return details[code] ?? { kind: kinds[code] ?? `${code}: ${cause}` };
  }
};

/** An error about what a command gives. */
const ofArguments = (
  { cause, place }: LedgerError,
  contract: (contractId: string) => string,
): ShownError => {
  // a participant refuses such ids, which the engine alone looks for in vain
  const [, id] = /"([0-9a-f]+)", non-suffixed/.exec(cause) ?? [];
  if (id !== undefined) return { kind: "ContractNotFound", contract: contract(id) };
  if (place?.of === "command" && place.part === "choice") return { kind: "Lookup" };
  if (cause.includes("levels of nesting")) return { kind: "ValueNesting" };
  return { kind: cause.includes("U+0000") ? "MalformedText" : "TypeMismatch" };
};

/** A shown value as errors print it: without labels of records. */
const withoutLabels = (value: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  const [kind, fields]: ReadonlyArray<unknown> = value;
  if (kind !== "Record" || !Array.isArray(fields)) return value.map(withoutLabels);
  // border: the fields of a shown record are pairs
  const pairs = fields as ReadonlyArray<readonly [string, unknown]>;
  return [kind, pairs.map(([, field]) => [null, withoutLabels(field)])];
};

/** Which rule of authority was broken, by our sentence about it. */
const authorizationIn = (cause: string): string => {
  const isNobody = cause.includes("(no party, which is not allowed)");
  if (cause.startsWith("Creating"))
    return isNobody ? "NoSignatories" : "CreateMissingAuthorization";
  if (cause.startsWith("The body of")) return "NoAuthorizers";
  if (cause.startsWith("Exercising"))
    return isNobody ? "NoControllers" : "ExerciseMissingAuthorization";
  if (cause.startsWith("Maintaining")) return "MaintainersNotSubsetOfSignatories";
  if (cause.startsWith("Looking up")) return "LookupByKeyMissingAuthorization";
  return cause.startsWith("Fetching") ? "FetchMissingAuthorization" : cause;
};

/** A recorded error as far as it is compared. */
export const comparableError = (error: Readonly<Record<string, unknown>>): ShownError => {
  const { text: _, ...rest } = error;
  return rest;
};
