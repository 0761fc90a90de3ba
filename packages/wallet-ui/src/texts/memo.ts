import { type Either, left, right } from "fp-ts/lib/Either.js";
import { messages } from "./messages.js";

/** The most characters of a description; the server accepts fewer than 280 code points. */
export const maxMemoCharacters = 279;

/** The length of a text in code points, as the server counts it. */
export const memoLength = (text: string): number => Array.from(text).length;

/** Why a text is no description. */
type MemoError =
  | { readonly kind: "too long"; readonly found: number; readonly atMost: number }
  /** Half of a surrogate pair, which UTF-8 cannot hold. */
  | { readonly kind: "not Unicode" };

/** A description that the server accepts, as it was typed; an empty one is absent. */
export const readMemo = (text: string): Either<MemoError, string | undefined> => {
  const found = memoLength(text);
  if (found > maxMemoCharacters)
    return left({ kind: "too long", found, atMost: maxMemoCharacters });
  if (/\p{Cs}/u.test(text)) return left({ kind: "not Unicode" });
  return right(text === "" ? undefined : text);
};

/** A sentence for the person who types. */
export const memoErrorText = (error: MemoError): string =>
  error.kind === "too long"
    ? messages.memo.tooLong({ found: error.found, atMost: error.atMost })
    : messages.memo.broken;
