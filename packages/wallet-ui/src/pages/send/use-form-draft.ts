import { numericFromText, numericToText } from "@tallystick/core/numeric";
import { isLeft } from "fp-ts/lib/Either.js";
import { useCallback, useState } from "react";
import { useWallet } from "../../data/wallet-context.js";
import { keptFormKey } from "../../states/kept-form.js";
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
const storedDraft = ({ fields, receiver }: FormDraft): string => {
  const { amount, ...others } = fields;
  const value = amount.value === undefined ? "" : numericToText(amount.value);
  return JSON.stringify({ ...others, amount: amount.text, value, ...receiver });
};

/** What was typed before; undefined where nothing is stored, or something else. */
const restoredDraft = (stored: string | null): FormDraft | undefined => {
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

/**
 * What is typed and not sent yet: kept in this tab for the party over other pages, reloads and
 * logins.
 *
 * @param form the path of the page; with the link, where one filled it in
 * @param first what it has in it where nothing is kept
 */
export const useFormDraft = (
  form: string,
  first: FormDraft,
): {
  readonly draft: FormDraft;
  readonly change: (draft: FormDraft) => void;
  readonly forget: () => void;
} => {
  const { network, party } = useWallet();
  const key = keptFormKey(form, network, party);
  const [draft, setDraft] = useState(() => restoredDraft(sessionStorage.getItem(key)) ?? first);
  const change = useCallback(
    (next: FormDraft) => {
      sessionStorage.setItem(key, storedDraft(next));
      setDraft(next);
    },
    [key],
  );
  const forget = useCallback(() => sessionStorage.removeItem(key), [key]);
  return { draft, change, forget };
};
