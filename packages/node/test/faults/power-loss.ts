import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

// What a disk may hold when the power is gone, from a trace of `fault-layer.c`: everything up to
// the last flush of a file, any of the sectors written since, and names up to some moment since the
// last flush of anything.

/** An operation of the trace. */
export type TracedOperation =
  | { readonly kind: "write"; readonly path: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: "cut"; readonly path: string; readonly length: number }
  | { readonly kind: "flush"; readonly path: string }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "rename"; readonly path: string; readonly to: string };

const headBytes = 17;

/** The operations of a trace in their order. */
export const operationsOf = (trace: Buffer): ReadonlyArray<TracedOperation> => {
  const paths = new Map<number, string>();
  const found: Array<TracedOperation> = [];
  for (let at = 0; at + headBytes <= trace.length; ) {
    const letter = String.fromCharCode(trace[at] ?? 0);
    const file = trace.readUInt32LE(at + 1);
    const offset = Number(trace.readBigInt64LE(at + 5));
    const length = trace.readUInt32LE(at + 13);
    const bytes = trace.subarray(at + headBytes, at + headBytes + length);
    at += headBytes + length;
    const path = paths.get(file) ?? "";
    switch (letter) {
      case "F":
        paths.set(file, bytes.toString());
        break;
      case "W":
        found.push({ kind: "write", path, at: offset, bytes });
        break;
      case "T":
        found.push({ kind: "cut", path, length: offset });
        break;
      case "S":
        found.push({ kind: "flush", path });
        break;
      case "U":
        found.push({ kind: "remove", path });
        break;
      case "R":
        found.push({ kind: "rename", path, to: paths.get(offset) ?? "" });
        break;
      default:
        throw new Error(`the trace has an operation ${letter}`);
    }
  }
  return found;
};

type Change = Extract<TracedOperation, { kind: "write" | "cut" }>;

/** The content of a file, in a buffer that grows by more than is needed at once. */
class Content {
  #buffer: Buffer;
  #length: number;

  /** @param bytes are copied */
  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.#buffer = Buffer.from(bytes);
    this.#length = bytes.length;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  apply(change: Change): void {
    if (change.kind === "cut") {
      this.#resize(change.length);
      return;
    }
    const end = change.at + change.bytes.length;
    if (end > this.#length) this.#resize(end);
    change.bytes.copy(this.#buffer, change.at);
  }

  #resize(length: number): void {
    if (length > this.#buffer.length) {
      const grown = Buffer.alloc(length * 2);
      this.bytes.copy(grown);
      this.#buffer = grown;
    } else {
      // what is beyond the end is zeros when the file grows again
      this.#buffer.fill(0, Math.min(length, this.#length), Math.max(length, this.#length));
    }
    this.#length = length;
  }
}

/** A file by itself, whatever its name. */
interface Inode {
  readonly flushed: Content;
  /** Since the last flush. */
  unflushed: Array<Change>;
}

const sectorBytes = 512;

/** The sectors of a write, each a write of its own. */
const sectorsOf = (change: Change): ReadonlyArray<Change> => {
  if (change.kind === "cut") return [change];
  const sectors: Array<Change> = [];
  for (let at = 0; at < change.bytes.length; ) {
    const length = Math.min(
      change.bytes.length - at,
      sectorBytes - ((change.at + at) % sectorBytes),
    );
    const bytes = change.bytes.subarray(at, at + length);
    sectors.push({ ...change, at: change.at + at, bytes });
    at += length;
  }
  return sectors;
};

type Names = ReadonlyMap<string, Inode>;

/** A disk to which operations are applied one by one. */
export class SimulatedDisk {
  /** What names there were after each change of them since the last flush; the first is durable. */
  #names: Array<Names> = [new Map()];

  apply(operation: TracedOperation): void {
    const names = this.#now();
    switch (operation.kind) {
      case "write":
      case "cut":
        this.#inode(operation.path).unflushed.push(operation);
        return;
      case "flush":
        this.#flush(names.get(operation.path));
        return;
      case "remove":
        this.#rename((next) => void next.delete(operation.path));
        return;
      case "rename": {
        const moved = names.get(operation.path);
        this.#rename((next) => {
          next.delete(operation.path);
          if (moved !== undefined) next.set(operation.to, moved);
        });
        return;
      }
    }
  }

  /**
   * What may be there when the power is lost now, by path.
   * @param number draws a whole number below a bound
   */
  afterLoss(number: (below: number) => number): ReadonlyMap<string, Buffer> {
    const names = this.#names[number(this.#names.length)] ?? new Map<string, Inode>();
    // all, none, or any of the sectors
    const kept = number(4);
    const files = new Map<string, Buffer>();
    for (const [path, { flushed, unflushed }] of names) {
      const content = new Content(flushed.bytes);
      for (const change of unflushed) {
        for (const sector of sectorsOf(change)) {
          const isKept = kept === 0 ? false : kept === 1 ? true : number(2) === 0;
          if (isKept) content.apply(sector);
        }
      }
      files.set(path, content.bytes);
    }
    return files;
  }

  #now(): Names {
    return this.#names.at(-1) ?? new Map();
  }

  #inode(path: string): Inode {
    const known = this.#now().get(path);
    if (known !== undefined) return known;
    const made: Inode = { flushed: new Content(), unflushed: [] };
    this.#rename((next) => void next.set(path, made));
    return made;
  }

  #rename(change: (next: Map<string, Inode>) => void): void {
    const next = new Map(this.#now());
    change(next);
    this.#names.push(next);
  }

  // file systems keep changes of names in order, and flush them with any file
  #flush(inode: Inode | undefined): void {
    this.#names = [this.#now()];
    if (inode === undefined) return;
    for (const change of inode.unflushed) inode.flushed.apply(change);
    inode.unflushed = [];
  }
}

/** Writes files into a folder, their paths being below another one. */
export const writeFiles = (
  files: ReadonlyMap<string, Buffer>,
  from: string,
  folder: string,
): void => {
  for (const [path, content] of files) {
    // the index of the log lives in memory, and is made again
    if (path.endsWith("-shm")) continue;
    const target = join(folder, path.slice(from.length));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
};
