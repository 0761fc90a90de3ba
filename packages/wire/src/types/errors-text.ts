/** Several errors as one text: a single one unchanged, several on a line each. */
export const errorsText = (errors: ReadonlyArray<string>): string =>
  errors.length === 1
    ? errors.join("")
    : `${errors.length} errors:${errors.map((each) => `\n  ${each}`).join("")}`;
