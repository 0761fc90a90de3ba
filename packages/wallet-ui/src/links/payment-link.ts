import { isFullPartyId } from "@tallystick/core/grammar";
import { type Numeric, numericFromText, numericToText } from "@tallystick/core/numeric";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { readMemo } from "../texts/memo.js";
import { linkCheck } from "./link-check.js";
import { messages } from "./messages.js";

/** What someone asks to be paid. Opening a link only fills in the form that is reviewed. */
export interface PaymentRequest {
  readonly receiver: string;
  /** Absent when the payer chooses. */
  readonly amount?: Numeric;
  readonly memo?: string;
  /** Milliseconds since 1970 after which the link is refused. */
  readonly expiresAt?: number;
  /** The network's id, so that a link of a test network is not paid on another one. */
  readonly network: string;
}

/** Why a link is refused. */
type LinkError =
  | { readonly kind: "too long"; readonly found: number; readonly atMost: number }
  | { readonly kind: "no link" }
  | {
      readonly kind: "field";
      readonly field: string;
      readonly found: string;
      readonly expected: string;
    }
  /** It was damaged or edited after it was made. */
  | { readonly kind: "changed" }
  | { readonly kind: "expired"; readonly at: number }
  | { readonly kind: "other network"; readonly found: string; readonly expected: string };

/** The longest link: more would not fit into a QR code. */
const maxLinkLength = 2_800;
const maxNetworkLength = 255;
const path = "/wallet/pay";
const fields = ["to", "amount", "memo", "until", "network"] as const;
type Field = (typeof fields)[number];

const fieldError = (field: string, found: string, expected: string): Either<LinkError, never> =>
  left({ kind: "field", field, found: found.slice(0, 60), expected });

/** Texts of one field each, joined so that nothing can move from one into another. */
const checkedText = (values: ReadonlyMap<string, string>): string =>
  JSON.stringify(fields.map((field) => values.get(field) ?? null));

const cutZeros = (value: Numeric): string => numericToText(value).replace(/\.?0+$/, "");

const lastMillis = 253_402_300_799_999;

const isoTime = (millis: number): string => new Date(millis).toISOString();

const textsOf = (request: PaymentRequest): ReadonlyMap<Field, string> => {
  const { receiver, amount, memo, expiresAt, network } = request;
  const pairs: ReadonlyArray<readonly [Field, string | undefined]> = [
    ["to", receiver],
    ["amount", amount === undefined ? undefined : cutZeros(amount)],
    ["memo", memo],
    ["until", expiresAt === undefined ? undefined : isoTime(expiresAt)],
    ["network", network],
  ];
  return new Map(pairs.flatMap(([field, text]) => (text === undefined ? [] : [[field, text]])));
};

const readAmount = (text: string | undefined): Either<LinkError, Numeric | undefined> => {
  if (text === undefined) return right(undefined);
  const amount = numericFromText(text);
  const isWritten = isRight(amount) && amount.right > 0n && cutZeros(amount.right) === text;
  return isWritten ? amount : fieldError("amount", text, messages.expected.amount);
};

const readTime = (text: string | undefined): Either<LinkError, number | undefined> => {
  if (text === undefined) return right(undefined);
  const millis = Date.parse(text);
  return millis >= 0 && millis <= lastMillis && isoTime(millis) === text
    ? right(millis)
    : fieldError("until", text, messages.expected.time);
};

const requestOf = (values: ReadonlyMap<string, string>): Either<LinkError, PaymentRequest> => {
  const receiver = values.get("to") ?? "";
  if (!isFullPartyId(receiver)) return fieldError("to", receiver, messages.expected.party);
  const network = values.get("network") ?? "";
  if (network === "" || network.length > maxNetworkLength)
    return fieldError("network", network, messages.expected.network({ maxNetworkLength }));
  const amount = readAmount(values.get("amount"));
  if (isLeft(amount)) return amount;
  const expiresAt = readTime(values.get("until"));
  if (isLeft(expiresAt)) return expiresAt;
  const written = values.get("memo");
  const memo = readMemo(written ?? "");
  if (isLeft(memo) || written === "")
    return fieldError("memo", written ?? "", messages.expected.memo);
  return right({
    receiver,
    network,
    ...(amount.right === undefined ? {} : { amount: amount.right }),
    ...(expiresAt.right === undefined ? {} : { expiresAt: expiresAt.right }),
    ...(memo.right === undefined ? {} : { memo: memo.right }),
  });
};

/**
 * The link that asks for a payment, which is also the text of the QR code.
 * @param origin of the wallet, e.g. "https://wallet.example"
 */
export const paymentLink = (origin: string, request: PaymentRequest): Either<LinkError, string> => {
  const { expiresAt } = request;
  if (expiresAt !== undefined && !(expiresAt >= 0 && expiresAt <= lastMillis))
    return fieldError("until", String(expiresAt), messages.expected.milliseconds);
  const values = textsOf(request);
  const checked = requestOf(values);
  if (isLeft(checked)) return checked;
  const check = linkCheck(checkedText(values));
  const query = [...values, ["check", check] as const]
    .map(([field, text]) => `${field}=${encodeURIComponent(text)}`)
    .join("&");
  const link = `${origin}${path}?${query}`;
  return link.length > maxLinkLength
    ? left({ kind: "too long", found: link.length, atMost: maxLinkLength })
    : right(link);
};

const queryOf = (link: string): URLSearchParams | undefined => {
  if (!URL.canParse(link)) return undefined;
  const { pathname, searchParams, hash } = new URL(link);
  return pathname === path && hash === "" ? searchParams : undefined;
};

/** The fields of a link, each once and none that is unknown. */
const valuesOf = (query: URLSearchParams): Either<LinkError, ReadonlyMap<string, string>> => {
  const values = new Map<string, string>();
  for (const [field, text] of query) {
    if (field !== "check" && !fields.some((each) => each === field))
      return fieldError(field, text, messages.expected.field({ fields }));
    if (values.has(field)) return fieldError(field, text, messages.expected.once);
    values.set(field, text);
  }
  return right(values);
};

/**
 * Reads a link that asks for a payment. Anything that is unknown, damaged, edited, expired or of
 * another network is refused.
 *
 * @param now milliseconds since 1970
 * @param network the id of the network of this wallet
 */
export const readPaymentLink = (
  link: string,
  now: number,
  network: string,
): Either<LinkError, PaymentRequest> => {
  if (link.length > maxLinkLength)
    return left({ kind: "too long", found: link.length, atMost: maxLinkLength });
  const query = queryOf(link);
  if (query === undefined) return left({ kind: "no link" });
  const values = valuesOf(query);
  if (isLeft(values)) return values;
  const request = requestOf(values.right);
  if (isLeft(request)) return request;
  if (values.right.get("check") !== linkCheck(checkedText(values.right)))
    return left({ kind: "changed" });
  const { expiresAt, network: found } = request.right;
  if (found !== network) return left({ kind: "other network", found, expected: network });
  return expiresAt !== undefined && expiresAt <= now
    ? left({ kind: "expired", at: expiresAt })
    : request;
};

/** A sentence for the person who opened the link. */
export const linkErrorText = (error: LinkError): string => {
  switch (error.kind) {
    case "too long":
      return messages.link.tooLong({ found: error.found, atMost: error.atMost });
    case "no link":
      return messages.link.none;
    case "field":
      return messages.link.broken({
        field: error.field,
        found: error.found,
        expected: error.expected,
      });
    case "changed":
      return messages.link.damaged;
    case "expired":
      return messages.link.expired({ at: isoTime(error.at) });
    case "other network":
      return messages.link.otherNetwork({ found: error.found, expected: error.expected });
  }
};
