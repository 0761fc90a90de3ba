import { open, readFile, rename } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { privateFile } from "@tallystick/background";

/** The content of a file with a checksum. */
interface SummedFile {
  readonly content: string;
  readonly text: string;
}

const sumOf = (text: string): string => crc32(text).toString(16).padStart(8, "0");

/**
 * Writes a value as JSON, a line feed and the CRC-32 of the JSON in 8 hexadecimal digits, and
 * flushes it. The file gets its name only when it is complete.
 */
export const writeSummed = async (path: string, value: unknown): Promise<void> => {
  const text = JSON.stringify(value);
  const draft = `${path}.draft`;
  const file = await open(draft, "w", privateFile);
  try {
    await file.writeFile(`${text}\n${sumOf(text)}`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
};

/** Reads what `writeSummed` wrote; undefined when it is missing, unreadable or something else. */
export const readSummed = async (path: string): Promise<SummedFile | undefined> => {
  try {
    const content = await readFile(path, "utf8");
    const end = content.lastIndexOf("\n");
    const text = content.slice(0, Math.max(end, 0));
    return sumOf(text) === content.slice(end + 1) ? { content, text } : undefined;
  } catch {
    // it is rebuilt from the journal
    return undefined;
  }
};
