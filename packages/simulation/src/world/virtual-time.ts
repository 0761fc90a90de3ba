/** Something that happens at a moment. */
export interface Happening {
  readonly atMs: number;
  /** Of two at the same moment the one with the lower number is first. */
  readonly order: number;
  readonly run: () => void;
  isCancelled: boolean;
}

const isBefore = (a: Happening, b: Happening): boolean =>
  a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

/** A binary heap: the earliest happening is at the top. */
class Agenda {
  readonly #heap: Array<Happening> = [];

  add(added: Happening): void {
    const heap = this.#heap;
    heap.push(added);
    for (let at = heap.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.#swapsUp(parent, at)) return;
      at = parent;
    }
  }

  take(): Happening | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const child = this.#earlier(left, left + 1);
      if (child >= heap.length || !this.#swapsUp(at, child)) return first;
      at = child;
    }
  }

  /** Of two places the one with the earlier happening. */
  #earlier(left: number, right: number): number {
    const [a, b] = [this.#heap[left], this.#heap[right]];
    return a !== undefined && b !== undefined && isBefore(b, a) ? right : left;
  }

  /** Swaps two places if the lower one is earlier. */
  #swapsUp(parent: number, child: number): boolean {
    const [a, b] = [this.#heap[parent], this.#heap[child]];
    if (a === undefined || b === undefined || !isBefore(b, a)) return false;
    this.#heap[parent] = b;
    this.#heap[child] = a;
    return true;
  }
}

// taken once: a test replaces the globals, to show that nothing else uses them
const systemTurn = setImmediate;
const openResources = process.getActiveResourcesInfo.bind(process);

/** Happenings at one moment after which time would never pass again. */
const mostAtOnce = 20_000;

/** Runs all promises that can go on. */
const settled = (): Promise<void> => new Promise((resume) => systemTurn(resume));

const isOfFiles = (resource: string): boolean =>
  resource.startsWith("FSReq") || resource === "CloseReq";

/** A turn of the event loop that somebody waits for, as readers of packages do. */
const turn = "Immediate";

/** What nodes of a world use besides their timers. */
interface Outside {
  readonly files: boolean;
  /** Packages that are uploaded, which are read in turns of the event loop. */
  readonly packages: boolean;
}

/**
 * The time of a simulated world. It does not pass while code runs, and jumps to the next happening
 * when all promises have been run: so everything happens in an order that depends on nothing else.
 */
export class VirtualTime {
  #nowMs = 0;
  #order = 0;
  readonly #agenda = new Agenda();
  readonly #isWaitedFor: ((resource: string) => boolean) | undefined;

  /** @param outside what else nodes use, which is waited for too */
  constructor({ files, packages }: Outside) {
    this.#isWaitedFor =
      files || packages
        ? (resource) => (files && isOfFiles(resource)) || (packages && resource === turn)
        : undefined;
  }

  /** Milliseconds since the beginning of the world. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Something that will happen. */
  after(ms: number, run: () => void): Happening {
    const atMs = this.#nowMs + Math.max(0, ms);
    const happening = { atMs, order: this.#order++, run, isCancelled: false };
    this.#agenda.add(happening);
    return happening;
  }

  /** Lets time pass until something holds, or a moment is reached; true when it holds. */
  async pass(until: () => boolean, endMs: number): Promise<boolean> {
    await this.#settle();
    for (let atOnce = 0; !until() && atOnce < mostAtOnce; atOnce++) {
      const next = this.#agenda.take();
      if (next === undefined) return false;
      if (next.isCancelled) continue;
      if (next.atMs > endMs) {
        this.#agenda.add(next);
        this.#nowMs = Math.max(this.#nowMs, endMs);
        return false;
      }
      if (next.atMs > this.#nowMs) atOnce = 0;
      this.#nowMs = next.atMs;
      next.run();
      await this.#settle();
    }
    return until();
  }

  async #settle(): Promise<void> {
    await settled();
    const isWaitedFor = this.#isWaitedFor;
    if (isWaitedFor === undefined) return;
    while (openResources().some(isWaitedFor)) await settled();
  }
}
