/** What only the cause of an error of `fetch` says, such as ECONNREFUSED. */
const causeOf = ({ message, cause }: Error): string => {
  if (message !== "fetch failed" || !(cause instanceof Error)) return "";
  return ` (${"code" in cause ? String(cause.code) : cause.message})`;
};

/** The message of a thrown value; of an error of `fetch` also why it failed. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.message}${causeOf(thrown)}` : String(thrown);
