import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { FaultOfFiles } from "../plan/plan.js";
import type { Random } from "../plan/random.js";

/** The files of a node as they were at the ends of its processes. */
export class NodeFiles {
  readonly #folder: (name: string) => string;
  readonly #random: Random;
  #images = 0;

  /** @param folder gives a folder of its own to a name */
  constructor(folder: (name: string) => string, random: Random) {
    this.#folder = folder;
    this.#random = random;
  }

  #image(at: number): string {
    return this.#folder(`image-${at}`);
  }

  /** Keeps the files as they are now. */
  keep(folder: string): void {
    if (existsSync(folder)) cpSync(folder, this.#image(this.#images++), { recursive: true });
  }

  /** A folder with the files kept last, changed by faults. */
  next(start: number, faults: ReadonlyArray<FaultOfFiles>): string {
    const folder = this.#folder(`start-${start}`);
    const last = this.#image(this.#images - 1);
    if (existsSync(last)) cpSync(last, folder, { recursive: true });
    if (existsSync(folder)) for (const fault of faults) this.#break(folder, fault);
    return folder;
  }

  #break(folder: string, fault: FaultOfFiles): void {
    const snapshot = join(folder, "snapshot");
    switch (fault) {
      case "views-lost":
        return this.#views(folder).forEach((file) => rmSync(file, { force: true }));
      case "views-flipped":
        return this.#flip(this.#views(folder));
      case "snapshot-lost":
        return rmSync(snapshot, { recursive: true, force: true });
      case "snapshot-flipped":
        return this.#flip(filesIn(snapshot));
      case "snapshot-cut":
        return this.#cut(filesIn(snapshot));
      case "snapshot-older":
        return this.#older(snapshot);
    }
  }

  #views(folder: string): ReadonlyArray<string> {
    return filesIn(folder).filter((file) => file.includes("/views-"));
  }

  #flip(files: ReadonlyArray<string>): void {
    if (files.length === 0) return;
    const file = this.#random.pick(files);
    const bytes = readFileSync(file);
    if (bytes.length === 0) return;
    const at = this.#random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << this.#random.below(8));
    writeFileSync(file, bytes);
  }

  #cut(files: ReadonlyArray<string>): void {
    if (files.length === 0) return;
    const file = this.#random.pick(files);
    truncateSync(file, this.#random.below(statSync(file).size + 1));
  }

  #older(snapshot: string): void {
    const before = join(this.#image(this.#images - 2), "snapshot");
    if (!existsSync(before)) return;
    rmSync(snapshot, { recursive: true, force: true });
    cpSync(before, snapshot, { recursive: true });
  }
}

const filesIn = (folder: string): ReadonlyArray<string> =>
  existsSync(folder)
    ? readdirSync(folder)
        .toSorted()
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile())
    : [];
