import { numericToText } from "@tallystick/core/numeric";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { Transfer, TransferWay } from "../../data/transfers.js";
import { noAmount, type TypedAmount } from "../../money/typed-amount.js";
import { readMemo } from "../../texts/memo.js";
import { type Checked, lacks } from "../../states/checked.js";
import type { Lifetime } from "./transfer-draft.js";
import { messages } from "./messages.js";

/** What the form has in it. */
export interface SendFields {
  readonly receiver: string;
  readonly amount: TypedAmount;
  readonly memo: string;
  readonly lifetime: Lifetime;
  readonly way: TransferWay;
}

/** A form with nothing in it. */
export const emptyFields: SendFields = {
  receiver: "",
  amount: noAmount,
  memo: "",
  lifetime: "86400",
  way: "token-standard",
};

/** The transfer of a form to a party; undefined while something is missing. */
export const transferOf = (
  { amount: { value }, memo: text, lifetime, way }: SendFields,
  receiver: string | undefined,
  nowMs: number,
): Transfer | undefined => {
  const memo = readMemo(text);
  if (receiver === undefined || value === undefined || isLeft(memo)) return undefined;
  return {
    receiver,
    amount: numericToText(value),
    memo: memo.right ?? "",
    expiresAt: (Math.floor(nowMs / 1_000) + Number(lifetime)) * 1_000_000,
    way,
  };
};

/** Who is meant by what was typed, and the name by which they were found. */
export interface Addressee {
  readonly party: string;
  readonly name: string | undefined;
}

/** To whom it is sent, once it can be reviewed; Left: what is missing. */
export const addresseeOf = (
  { amount, memo }: SendFields,
  { party, name }: { readonly party: string | undefined; readonly name: string | undefined },
): Checked<Addressee> => {
  if (party === undefined) return lacks(messages.receiver.missing);
  if (amount.value === undefined) return lacks(messages.amount.missing);
  return isLeft(readMemo(memo)) ? lacks(messages.memo.tooLong) : right({ party, name });
};
