import type { ReactNode } from "react";
import { Fragment, jsxs } from "./jsx-runtime.js";

/**
 * A text with elements in it, for catalogues: they are values of a template, so that a language
 * puts each where its sentence has it.
 *
 * @example
 * until: ({ time }: { time: ReactNode }) => rich`until ${time}`
 */
export const rich = (texts: TemplateStringsArray, ...values: ReadonlyArray<ReactNode>): ReactNode =>
  jsxs(Fragment, { children: texts.flatMap((text, at) => [text, values[at]]) });
