import type { ReactNode } from "react";

/** A text; one made of named values, with elements where it needs them; or a group of texts. */
export type Message =
  | string
  | ((values: never) => ReactNode)
  | ReadonlyArray<Message>
  | { readonly [name: string]: Message };

/**
 * The texts of an area: where one stands, and what it is for there. `receiver.unknown`, not the
 * words that it begins with: those change, and are others in each language.
 */
type Texts = Readonly<Record<string, Readonly<Record<string, Message>>>>;

/**
 * The English texts of an area. Those of another language are of their type, in the file of the
 * same path below `translations/<language>`, which the build of its page takes instead.
 */
export const catalogue = <M extends Texts>(texts: { readonly en: M }): M => texts.en;
