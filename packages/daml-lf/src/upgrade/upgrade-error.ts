/** Why a package is no upgrade of another one. */
export interface UpgradeError {
  readonly kind: UpgradeErrorKind;
  readonly text: string;
}

/** The rules of the upgrade check (daml-lf B.10). */
export type UpgradeErrorKind =
  | "DecreasingLfVersion"
  | "MissingModule"
  | "MissingTemplate"
  | "MissingChoice"
  | "ChoiceChangedReturnType"
  | "TemplateChangedKeyType"
  | "TemplateRemovedKey"
  | "TemplateAddedKey"
  | "MissingImplementation"
  | "MissingDataCon"
  | "DatatypeBecameUnserializable"
  | "RecordChangedOrigin"
  | "DifferentParamsCount"
  | "DifferentParamsKinds"
  | "MismatchDataConsVariety"
  | "RecordFieldsMissing"
  | "RecordFieldsExistingChanged"
  | "RecordFieldsNewNonOptional"
  | "VariantAddedVariantField"
  | "RecordFieldsOrderChanged"
  | "VariantRemovedVariant"
  | "VariantChangedVariantType"
  | "VariantVariantsOrderChanged"
  | "EnumRemovedVariant"
  | "EnumVariantsOrderChanged";

/** An error, or undefined where a rule holds. */
export type Verdict = UpgradeError | undefined;

export function broken(isBroken: boolean, kind: UpgradeErrorKind, text: string): Verdict {
  return isBroken ? { kind, text } : undefined;
}

/** The first error of some checks, which run only until there is one. */
export function firstOf(checks: Iterable<() => Verdict>): Verdict {
  for (const check of checks) {
    const verdict = check();
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}
