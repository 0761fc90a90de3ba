import { deserialize, serialize } from "node:v8";
import type { TemplateId } from "@tallystick/core";
import type { PassedFormat } from "../interface/read-threads.js";
import type { ResolvedFormat } from "./resolved-format.js";

/** What a format wants of this template is only known where the catalog is. */
export class UnknownInterest extends Error {
  readonly templateId: TemplateId;

  constructor(templateId: TemplateId) {
    super(`what is wanted of ${templateId} is not known in this thread`);
    this.templateId = templateId;
  }
}

type Content = Pick<ResolvedFormat, "parties" | "anyParty" | "known">;

/**
 * Writes a format for other threads; again after it has met another template.
 *
 * @param key different for each format of the process
 */
export const passing = (format: ResolvedFormat, key: number): (() => PassedFormat) => {
  let size = -1;
  let passed: PassedFormat = { key: "", bytes: new Uint8Array() };
  return () => {
    const { parties, anyParty, known } = format;
    if (size !== known.size) {
      size = known.size;
      const bytes = serialize({ parties, anyParty, known } satisfies Content);
      passed = { key: `${key}.${size}`, bytes };
    }
    return passed;
  };
};

/** The format in another thread; `interestIn` throws `UnknownInterest`. */
const received = (bytes: Uint8Array): ResolvedFormat => {
  // border: `passing` has written it
  const { parties, anyParty, known } = deserialize(bytes) as Content;
  return {
    parties,
    anyParty,
    known,
    isCut: true,
    interestIn: (templateId) => {
      const interest = known.get(templateId);
      if (interest === undefined) throw new UnknownInterest(templateId);
      return interest;
    },
  };
};

/** Formats that a thread holds: those of the reads which take turns in it. */
const maxReceived = 32;

/** Reads passed formats; the latest are held. */
export const receivedFormats = (): ((passed: PassedFormat) => ResolvedFormat) => {
  const formats = new Map<string, ResolvedFormat>();
  return ({ key, bytes }) => {
    const format = formats.get(key) ?? received(bytes);
    formats.delete(key);
    formats.set(key, format);
    for (const oldest of formats.keys()) {
      if (formats.size <= maxReceived) break;
      formats.delete(oldest);
    }
    return format;
  };
};
