import type { Context, Errors, ValidationError } from "io-ts";
import { shownValue } from "./wire-type.js";

/** Why and where a body does not decode. */
export interface DecodeErrorText {
  /**
   * Path in the JSON document, such as `commands[0].CreateCommand.templateId`; empty for the
   * document itself.
   */
  readonly path: string;
  /** What was expected there and what was found. */
  readonly reason: string;
}

const indexSegment = /^[0-9]+$/;

// The branches of unions and intersections are no part of the document, though io-ts counts them in
// the context.
const isBranch = (type: Context[number]["type"]): boolean => {
  // oxlint-disable-next-line tallystick/either-form -- the tag of an io-ts type
  const tag: unknown = "_tag" in type ? type._tag : undefined;
  return tag === "UnionType" || tag === "IntersectionType";
};

const segmentsOf = (context: Context): ReadonlyArray<string> => {
  const segments: Array<string> = [];
  for (let i = 1; i < context.length; i++) {
    const parent = context[i - 1];
    const entry = context[i];
    if (parent !== undefined && entry !== undefined && !isBranch(parent.type))
      segments.push(entry.key);
  }
  return segments;
};

const pathOf = (segments: ReadonlyArray<string>): string =>
  segments.reduce(
    (path, segment) =>
      indexSegment.test(segment)
        ? `${path}[${segment}]`
        : path === ""
          ? segment
          : `${path}.${segment}`,
    "",
  );

const expectedName = (error: ValidationError): string =>
  error.context[error.context.length - 1]?.type.name ?? "another value";

/**
 * Makes one sentence of what io-ts reports: the error deepest in the document, as a union's other
 * branches fail earlier. Several expectations at that place are named together.
 * @param errors the left side of a `decode`
 */
export const decodeErrorText = (errors: Errors): DecodeErrorText => {
  let deepest: ReadonlyArray<string> = [];
  let candidates: Array<ValidationError> = [];
  for (const error of errors) {
    const segments = segmentsOf(error.context);
    if (candidates.length === 0 || segments.length > deepest.length) {
      deepest = segments;
      candidates = [error];
    } else if (segments.length === deepest.length && pathOf(segments) === pathOf(deepest)) {
      candidates.push(error);
    }
  }
  const path = pathOf(deepest);
  const explained = candidates.find((error) => error.message !== undefined);
  if (explained?.message !== undefined) return { path, reason: explained.message };
  const expected = [...new Set(candidates.map(expectedName))].join(" or ");
  const value: unknown = candidates[0]?.value;
  return {
    path,
    reason:
      value === undefined
        ? `missing, expected ${expected}`
        : `expected ${expected}, found ${shownValue(value)}`,
  };
};
