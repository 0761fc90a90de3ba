import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { ifThere } from "./missing-file.js";

/** A note ends where a line of signature is followed by another line. */
const endOfNote = /(?<=^— .*\n)(?!— )/mu;

const wholeNote = /\n\n(?:— .+\n)+$/u;

/** Bytes at the end of the file of checkpoints that have the last one. */
const tailBytes = 65_536;

/** Whole notes of a text that has one after the other; the first may be cut off. */
const notesIn = (text: string): ReadonlyArray<string> =>
  text.split(endOfNote).filter((note) => wholeNote.test(note));

/** Whether someone beside the log signed a note. */
const isCosigned = (note: string): boolean => (note.match(/^— /gmu) ?? []).length > 1;

/** Events that the checkpoint in a note covers; 0 of anything else. */
export const sizeOfNote = (note: string): number => Number(note.split("\n")[1] ?? "");

/** Whether the published checkpoint stays, as witnesses signed it and not the new one. */
export const isKeptBefore = (published: string, note: string): boolean => {
  const isOfSameLog = published.split("\n")[0] === note.split("\n")[0];
  if (!isCosigned(published) || !isOfSameLog) return false;
  return !isCosigned(note) || sizeOfNote(published) > sizeOfNote(note);
};

/** The notes in a file, one after the other; none when there is no file. */
export function* notesOfFile(path: string): Generator<string> {
  const file = ifThere(path, () => openSync(path, "r"));
  if (file === undefined) return;
  const decoder = new StringDecoder("utf8");
  const chunk = Buffer.alloc(tailBytes);
  let text = "";
  try {
    for (let read = 1; read > 0; ) {
      read = ifThere(path, () => readSync(file, chunk)) ?? 0;
      text += decoder.write(chunk.subarray(0, read));
      const notes = text.split(endOfNote);
      // its last line of signature may not be read yet
      text = read === 0 ? "" : (notes.pop() ?? "");
      yield* notes.filter((note) => wholeNote.test(note));
    }
  } finally {
    closeSync(file);
  }
}

interface EndOfNotes {
  /** The last note that is whole. */
  readonly last: string | undefined;
  /** Bytes behind it that are no whole note. */
  readonly torn: number;
  /** Bytes of the file. */
  readonly size: number;
}

/** Reads the end of a file of notes, which need not be there. */
export const endOfNotes = (path: string): EndOfNotes => {
  const file = ifThere(path, () => openSync(path, "r"));
  if (file === undefined) return { last: undefined, torn: 0, size: 0 };
  try {
    const { size } = fstatSync(file);
    const from = Math.max(0, size - tailBytes);
    const read = Buffer.alloc(size - from);
    ifThere(path, () => readSync(file, read, 0, read.length, from));
    const text = read.toString();
    const last = notesIn(text).at(-1);
    const whole = last === undefined ? 0 : text.lastIndexOf(last) + last.length;
    return { last, torn: Buffer.byteLength(text.slice(whole)), size };
  } finally {
    closeSync(file);
  }
};
