import { ScratchTable, type ScratchOptions, SharedTexts, type TableForm } from "@tallystick/tables";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Where the digits begin that are random in ids of every version. */
const randomFrom = 19;

const digits: TableForm<true> = {
  writeKey: (out, key) => out.latin1(key),
  keyText: (bytes) => bytes.toString("latin1"),
  write: () => undefined,
  read: () => true,
};

/**
 * Remembers event ids by the 62 of their last 64 bits that are random, in two bytes of memory each
 * and on the disk. Of ten million ids two are taken for the same with a chance of one to 90,000.
 */
export class SeenIds {
  readonly #ids: ScratchTable<true>;

  /**
   * @param seed of the hashes of ids
   * @param scratch when they are written to files, and where
   */
  constructor(seed: number, scratch: ScratchOptions = {}) {
    this.#ids = new ScratchTable(digits, { texts: new SharedTexts(), seed }, scratch);
  }

  /** The outcome of an id: it is new, was added before, or is no UUID. */
  add(id: string): "new" | "seen" | "no UUID" {
    if (!uuid.test(id)) return "no UUID";
    const key = id.slice(randomFrom);
    if (this.#ids.get(key) !== undefined) return "seen";
    this.#ids.set(key, true);
    return "new";
  }
}
