import type { JsonFields } from "../transcoding/message-types.js";

const formatIn = (value: unknown, ...path: ReadonlyArray<string>): unknown => {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    // border: messages are objects with texts as keys
    at = (at as JsonFields)[key];
  }
  return at;
};

/** Where requests say whether values have labels and ids. */
const places = [
  ["eventFormat", "verbose"],
  ["transactionFormat", "eventFormat", "verbose"],
  ["updateFormat", "includeTransactions", "eventFormat", "verbose"],
  ["updateFormat", "includeReassignments", "verbose"],
  ["verbose"],
] as const;

/** Whether the values of an answer have labels and ids; where a request says nothing, they do. */
export const isVerbose = (request: JsonFields): boolean =>
  places.map((path) => formatIn(request, ...path)).find((found) => found !== undefined) !== false;
