/** Errors that one text names. */
const maxErrors = 20;

/** Several errors as one text: a single one unchanged, several on a line each, the first 20. */
export const errorsText = (errors: ReadonlyArray<string>): string => {
  if (errors.length === 1) return errors.join("");
  const shown = errors.slice(0, maxErrors).map((each) => `\n  ${each}`);
  const more = errors.length - shown.length;
  return `${errors.length} errors:${shown.join("")}${more > 0 ? `\n  and ${more} more` : ""}`;
};
