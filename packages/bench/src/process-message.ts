import type { ContenderSettings, Notes, Sample } from "./contender.js";

/** What the main process asks of a contender process. */
export type Request = "run" | "close";

/** What a contender process answers. */
export type Reply =
  | { readonly kind: "ready"; readonly info: Notes }
  | { readonly kind: "measured"; readonly sample: Sample }
  | { readonly kind: "closed" }
  | { readonly kind: "failed"; readonly reason: string };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isNotes = (value: unknown): value is Notes =>
  isObject(value) &&
  Object.values(value).every((note) => typeof note === "number" || typeof note === "string");

const isSample = (value: unknown): value is Sample =>
  isObject(value) && typeof value["value"] === "number" && isNotes(value["notes"]);

/** True for a message of the main process. */
export const isRequest = (message: unknown): message is Request =>
  message === "run" || message === "close";

/** True for a message of a contender process. */
export const isReply = (message: unknown): message is Reply => {
  if (!isObject(message)) return false;
  if (message["kind"] === "ready") return isNotes(message["info"]);
  if (message["kind"] === "measured") return isSample(message["sample"]);
  if (message["kind"] === "failed") return typeof message["reason"] === "string";
  return message["kind"] === "closed";
};

/** True for the settings a contender process is started with. */
export const isContenderSettings = (value: unknown): value is ContenderSettings =>
  isObject(value) &&
  ["folder", "dataSet", "rowsFile", "keptFolder", "profileFolder"].every(
    (name) => typeof value[name] === "string",
  ) &&
  ["inFlight", "runMs", "commands"].every((name) => typeof value[name] === "number");

/** What went wrong, as text. */
export const reasonOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);
