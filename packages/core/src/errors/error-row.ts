import { errorCategories, type ErrorCategoryId } from "./error-category.js";

/**
 * What an error says about the outcome of the command (ledger-api 4.4, column Def.): `D` the class
 * defines an answer, `C` it has none, `T` it is a transaction error, `H` it is made in the HTTP
 * layer, `-` the public system leaves it open.
 */
type AnswerKind = "D" | "C" | "T" | "H" | "-";

/** One line of the error catalogue; its key in the table is the error id. */
export interface ErrorRow {
  readonly category: ErrorCategoryId;
  /** Text of `retryInfo`, such as "1 second"; null when only a retry with a change can help. */
  readonly retry: string | null;
  /** Kinds of the resources the error names, in their order. */
  readonly resources: ReadonlyArray<string>;
  /** True when neither code nor context may leave the node. */
  readonly redacted: boolean;
  readonly answer: AnswerKind;
  /** The answer of an occurrence that does not say otherwise. */
  readonly definiteAnswer: boolean;
  /** True when an occurrence chooses its category through its context entry `category`. */
  readonly categoryFromContext: boolean;
  /** When the error occurs; one line of the reference. */
  readonly description: string;
}

/** What a row may override of its category. */
interface ErrorRowOptions {
  readonly resources?: ReadonlyArray<string>;
  readonly definiteAnswer?: true;
  readonly categoryFromContext?: true;
  /** Shows code and context although the category hides them. */
  readonly shown?: true;
}

/** Makes a row of the catalogue; what the options leave out follows from the category. */
export const errorRowOf = (
  category: ErrorCategoryId,
  answer: AnswerKind,
  description: string,
  options: ErrorRowOptions = {},
): ErrorRow => {
  const { retry, redacted } = errorCategories[category];
  return {
    category,
    retry,
    resources: options.resources ?? [],
    redacted: redacted && options.shown !== true,
    answer,
    definiteAnswer: options.definiteAnswer === true,
    categoryFromContext: options.categoryFromContext === true,
    description,
  };
};
