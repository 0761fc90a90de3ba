import { lastEventOf, type Moment } from "@tallystick/audit";
import { microsFromText } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { usageError } from "../command-error.js";
import { isOffset } from "../offset-flag.js";
import type { AuditSource } from "./audit-source.js";

/** The moment that `--at` names; the end without one. @throws {CommandError} when it is none */
export const momentOf = async (text: string | undefined, source: AuditSource): Promise<Moment> => {
  if (text === undefined) return { offset: ((await lastEventOf(source))?.revision ?? -1) + 1 };
  if (isOffset(text)) return { offset: Number(text) };
  const time = microsFromText(text);
  if (isLeft(time)) throw usageError(`--at: expected an offset from 1 or a time, found "${text}"`);
  return { time: Number(time.right) };
};
