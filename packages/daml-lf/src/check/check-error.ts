/** Why a package is rejected: which rule, where in the package, and what was expected and found. */
export interface CheckError {
  readonly kind: CheckErrorKind;
  readonly packageId: string;
  /** The definition, for example `value Main:f`; the package where no single one is at fault. */
  readonly where: string;
  readonly text: string;
}

/** The rules a package can break (daml-lf A.7, B.1). */
type CheckErrorKind =
  | "Collision"
  | "ImportCycle"
  | "TypeSynonymCycle"
  | "DependencyVersion"
  | "UnknownDefinition"
  | "UnknownVariable"
  | "Kind"
  | "Duplicate"
  | "Arity"
  | "TypeMismatch"
  | "ExpectedForm"
  | "Pattern"
  | "Template"
  | "Interface"
  | "Exception"
  | "AnyType"
  | "NotSerializable"
  | "TooMuchWork";

/** Thrown inside a check and caught where the check of a package begins. */
export class BrokenRule extends Error {
  constructor(
    readonly kind: CheckErrorKind,
    message: string,
  ) {
    super(message);
    this.name = "BrokenRule";
  }
}

/**
 * Ends the check.
 *
 * @param kind - the rule that is broken
 * @param text - what was expected and what was found
 */
export function refuse(kind: CheckErrorKind, text: string): never {
  throw new BrokenRule(kind, text);
}
