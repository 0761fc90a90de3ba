import { createElement, Fragment, type ReactNode } from "react";

/**
 * A text with elements in it, for catalogues: they are values of a template, so that a language
 * puts each where its sentence has it.
 *
 * @example
 * until: ({ time }: { time: ReactNode }) => rich`until ${time}`
 */
export const rich = (texts: TemplateStringsArray, ...values: ReadonlyArray<ReactNode>): ReactNode =>
  createElement(Fragment, null, ...texts.flatMap((text, at) => [text, values[at]]));
