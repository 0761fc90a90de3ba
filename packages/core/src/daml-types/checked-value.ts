import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { DamlType } from "./daml-type.js";
import { bodyValueError } from "./given-value.js";
import type { ValueError } from "../values/value-error.js";
import type { Json } from "../values/json.js";
import { type ReadBack, writerOf } from "./value-writer.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";

/** A value with its JSON form. */
export interface WrittenValue<A> {
  readonly value: A;
  readonly json: Json;
}

/**
 * Checks a value that a function of a template returned, by writing it and reading it back: no
 * codec has read it before. Left DAML_INTERPRETER_INVALID_ARGUMENT.
 *
 * @param what the value in words, at the beginning of a sentence
 */
export const checkedValue = <A>(
  type: DamlType<A>,
  value: A,
  what: string,
): Either<LedgerError, WrittenValue<A>> => {
  if (type.isTrusted === true) return right(writtenLater(type, value));
  const written = writtenAtOnce(type, value);
  if (written !== undefined) return right(written);
  const checked = writtenAndRead(type, value);
  return isLeft(checked)
    ? left(
        ledgerError(
          "DAML_INTERPRETER_INVALID_ARGUMENT",
          `${what} is not of its type: ${reasonAt(checked.left)}`,
        ),
      )
    : checked;
};

/** What is wrong with a value, and in which of its parts. */
export const reasonAt = ({ reason, path }: ValueError): string =>
  path.length === 0 ? reason : `${reason} at '${path.join(".")}'`;

/**
 * A class, as V8 gives each object that is written with a getter a shape of its own, which keeps
 * the object alive until the next full collection.
 */
class WrittenLater<A> implements WrittenValue<A> {
  readonly value: A;
  readonly #type: DamlType<A>;
  #json: Json | undefined;

  constructor(type: DamlType<A>, value: A) {
    this.value = value;
    this.#type = type;
  }

  get json(): Json {
    return (this.#json ??= this.#type.encode(this.value));
  }
}

/** A value that is written when its JSON form is first read, which throws for one too deep. */
export const writtenLater = <A>(type: DamlType<A>, value: A): WrittenValue<A> =>
  new WrittenLater(type, value);

const writtenAtOnce = <A>(type: DamlType<A>, value: A): WrittenValue<A> | undefined => {
  const back: ReadBack = { value: undefined };
  try {
    const json = writerOf(type)(value, back);
    // border: what the type's own writer left there
    return json === undefined ? undefined : { value: back.value as A, json };
  } catch {
    return undefined;
  }
};

/** The slow way, which gives the reason. */
const writtenAndRead = <A>(type: DamlType<A>, value: A): Either<ValueError, WrittenValue<A>> => {
  try {
    const json = type.encode(value);
    const decoded = type.decode(json);
    if (isLeft(decoded)) return left(bodyValueError(type, value) ?? decoded.left);
    return right({ value: decoded.right, json });
  } catch (thrown) {
    return left(
      bodyValueError(type, value) ?? {
        path: [],
        reason: `it cannot be written (${String(thrown)})`,
      },
    );
  }
};
