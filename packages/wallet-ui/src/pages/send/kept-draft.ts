import { numericFromText, numericToText } from "@tallystick/core/numeric";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Addressee, SendFields } from "./send-fields.js";
import { lifetimes } from "./transfer-draft.js";

/** What is typed, and who was found by it when it was reviewed. */
export interface FormDraft {
  readonly fields: SendFields;
  /** Undefined until there was a review. */
  readonly receiver?: Addressee | undefined;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** What is typed, as sessionStorage has it. */
export const storedDraft = ({ fields, receiver }: FormDraft): string => {
  const { amount, ...others } = fields;
  const value = amount.value === undefined ? "" : numericToText(amount.value);
  return JSON.stringify({ ...others, amount: amount.text, value, ...receiver });
};

/** What was typed before; undefined where nothing is stored, or something else. */
export const restoredDraft = (stored: string | null): FormDraft | undefined => {
  const found = parsed(stored ?? "");
  if (typeof found !== "object" || found === null) return undefined;
  const { receiver, amount, value, memo, lifetime, way, party, name } = {
    receiver: "",
    amount: "",
    value: "",
    memo: "",
    lifetime: "",
    way: "",
    party: "",
    name: "",
    ...found,
  };
  const units = numericFromText(textOf(value));
  const [known] = lifetimes.find(([each]) => each === lifetime) ?? [];
  if (known === undefined) return undefined;
  return {
    fields: {
      receiver: textOf(receiver),
      amount: { text: textOf(amount), value: isLeft(units) ? undefined : units.right },
      memo: textOf(memo),
      lifetime: known,
      way: way === "transfer-offer" ? way : "token-standard",
    },
    ...(textOf(party) === ""
      ? {}
      : { receiver: { party: textOf(party), name: textOf(name) || undefined } }),
  };
};
