/** Several errors as one text: a single one as it is, more of them a line each. */
export const errorsText = (errors: ReadonlyArray<string>): string =>
  errors.length === 1
    ? errors.join("")
    : `${errors.length} errors:${errors.map((each) => `\n  ${each}`).join("")}`;
