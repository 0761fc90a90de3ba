import type { ReactNode } from "react";
import { type Language, language } from "./language.js";

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
 * The texts of an area in the language of the page.
 *
 * English gives the shape: where another language of `languages` is not there, lacks a text or has
 * one of another type, it does not compile.
 */
export const catalogue = <M extends Texts>(
  texts: { readonly en: M } & Readonly<Record<Language, NoInfer<M>>>,
): M => texts[language];
