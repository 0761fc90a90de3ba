import { choice, party, record, template, enumeration } from "@tallystick/core";
import { modulePart } from "../../model/module-part.js";

/** The right of a validator to mint what a user's burns have earned. */
export const ValidatorRight = template("Splice.Amulet:ValidatorRight", {
  payload: record({ dso: party, user: party, validator: party }),
  signatories: ({ user, validator }) => [user, validator],
});

/** The validator gives the right up. */
export const ValidatorRight_ArchiveAsValidator = choice(
  ValidatorRight,
  "ValidatorRight_ArchiveAsValidator",
  {
    argument: record({}),
    result: enumeration("ValidatorRight_ArchiveAsValidatorResult"),
    controllers: ({ validator }) => [validator],
    *body() {
      return "ValidatorRight_ArchiveAsValidatorResult";
    },
  },
);

export const ValidatorRight_ArchiveAsUser = choice(ValidatorRight, "ValidatorRight_ArchiveAsUser", {
  argument: record({}),
  result: enumeration("ValidatorRight_ArchiveAsUserResult"),
  controllers: ({ user }) => [user],
  *body() {
    return "ValidatorRight_ArchiveAsUserResult";
  },
});

export const validatorRightModule = modulePart({
  templates: [ValidatorRight],
  choices: [ValidatorRight_ArchiveAsValidator, ValidatorRight_ArchiveAsUser],
});
