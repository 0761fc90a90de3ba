import { type ErrorCode, errorOfChoice, type LedgerError, ledgerError } from "@tallystick/core";
import { endLfFailure, type Machine } from "../machine/machine.js";
import type { Reference } from "../syntax/type.js";
import { LfError, type Place } from "../values/lf-error.js";

/** The error of the ledger that an evaluation ends with in a submission (daml-lf B.7). */
export const failureError = (machine: Machine, error: LfError): LedgerError => {
  let failure: Final;
  try {
    failure = endLfFailure(machine, error, "submission");
  } catch (thrown) {
    if (!(thrown instanceof LfError) || thrown.failure.kind === "Thrown") throw thrown;
    failure = thrown.failure;
  }
  return at(error.place, errorOf(failure));
};

type Final = ReturnType<typeof endLfFailure>;

export const errorOf = (failure: Final): LedgerError => {
  switch (failure.kind) {
    case "FailureStatus": {
      const { errorId, category, message, metadata } = failure;
      const blame = category === 8 ? "argument" : "state";
      return errorOfChoice({ errorId, blame, message, meta: Object.fromEntries(metadata) });
    }
    case "UserError":
      return ledgerError(
        "INTERPRETATION_USER_ERROR",
        `Interpretation was stopped: ${failure.message}`,
        { resources: [["EXCEPTION_TEXT", failure.message]] },
      );
    case "WronglyTypedContract":
      return wronglyTyped(failure);
    case "ContractDoesNotImplementRequiringInterface":
      return notRequiring(failure);
    case "Crypto":
      return ledgerError(cryptoCodes[failure.crypto], failure.reason);
    default:
      return ledgerError(codes[failure.kind], failure.reason);
  }
};

type Of<Kind extends Final["kind"]> = Extract<Final, { readonly kind: Kind }>;

const wronglyTyped = ({ contractId, expected, actual }: Of<"WronglyTypedContract">): LedgerError =>
  ledgerError(
    "WRONGLY_TYPED_CONTRACT",
    `Contract ${contractId} is of template ${idOf(actual)}, not ${idOf(expected)}.`,
    {
      resources: [
        ["CONTRACT_ID", contractId],
        ["TEMPLATE_ID", idOf(expected)],
        ["TEMPLATE_ID", idOf(actual)],
      ],
    },
  );

const notRequiring = ({
  contractId,
  template,
  required,
  requiring,
}: Of<"ContractDoesNotImplementRequiringInterface">): LedgerError =>
  ledgerError(
    "CONTRACT_DOES_NOT_IMPLEMENT_REQUIRING_INTERFACE",
    `Contract ${contractId} of template ${idOf(template)} does not implement ${idOf(requiring)}, which requires ${idOf(required)}.`,
    {
      resources: [
        ["CONTRACT_ID", contractId],
        ["TEMPLATE_ID", idOf(template)],
        ["INTERFACE_ID", idOf(required)],
        ["INTERFACE_ID", idOf(requiring)],
      ],
    },
  );

const cryptoCodes = {
  MalformedByteEncoding: "INTERPRETATION_CRYPTO_ERROR_MALFORMED_BYTE_ENCODING",
  MalformedKey: "INTERPRETATION_CRYPTO_ERROR_MALFORMED_KEY",
  MalformedSignature: "INTERPRETATION_CRYPTO_ERROR_MALFORMED_SIGNATURE",
} as const satisfies Readonly<Record<string, ErrorCode>>;

const codes = {
  NonComparableValues: "NON_COMPARABLE_VALUES",
  ContractIdComparability: "CONTRACT_ID_COMPARABILITY",
  ContractIdInContractKey: "CONTRACT_ID_IN_CONTRACT_KEY",
  ValueNesting: "VALUE_NESTING",
  MalformedText: "MALFORMED_TEXT",
  TranslationFailed: "INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED",
  // the public code of what runs too long
  Budget: "INTERPRETATION_TIME_EXCEEDED",
  Crash: "LEDGER_API_INTERNAL_ERROR",
} as const satisfies Readonly<Record<string, ErrorCode>>;

const sentence = (text: string): string => `Interpretation error: Error: ${text}`;

const idOf = ({ packageId, module, name }: Reference): string => `${packageId}:${module}:${name}`;

/** The error, whose cause says where in the Daml program it happened. */
const at = (place: Place | undefined, error: LedgerError): LedgerError => {
  if (place === undefined) return error;
  const line = place.line === undefined ? "" : `, line ${place.line}`;
  const where = `(in ${place.definition}${line}, package ${place.packageId})`;
  const { publicCause = sentence(error.cause) } = error;
  return { ...error, publicCause, cause: `${error.cause} ${where}` };
};
