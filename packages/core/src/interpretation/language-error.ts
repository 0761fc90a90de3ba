import type { InterpretationInput } from "../contracts/transaction.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { PackageInfo } from "../packages/catalog.js";
import { isJsonObject } from "../values/json.js";

/** ALLOWED_LANGUAGE_VERSIONS for a package that the protocol version does not run (daml-lf A.3). */
export const languageError = (
  { protocolVersion }: InterpretationInput,
  { packageId, model }: PackageInfo,
): LedgerError | undefined => {
  if (protocolVersion !== 34) return undefined;
  const version = isJsonObject(model) ? model["languageVersion"] : undefined;
  return version === "2.3"
    ? ledgerError(
        "ALLOWED_LANGUAGE_VERSIONS",
        `Disallowed language version in package ${packageId}: Expected version range is List(2.1, 2.2) but got ${version}`,
      )
    : undefined;
};
