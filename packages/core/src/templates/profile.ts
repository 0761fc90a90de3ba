/** Code whose steps and time are counted: a definition, a choice, or a part of a template. */
export interface ProfiledCode {
  readonly packageId: string;
  /** `Module:name`, with a choice or the part of a template in words. */
  readonly definition: string;
  /** Where it begins in the Daml source, from 1; absent where the package does not say it. */
  readonly line?: number | undefined;
  /** True for what no author of a template wrote: a library, or code that a compiler made. */
  readonly isLibrary?: boolean;
}

/** A place of a program, as an archive says it. */
export type CodePlace = Pick<ProfiledCode, "packageId" | "definition" | "line">;

/** Code as called by the code around it, with what it took itself. */
export interface ProfileFrame {
  /** Index of the frame around it; -1 of the first, which is the command. */
  readonly parent: number;
  readonly code: ProfiledCode;
  readonly calls: number;
  /** What the meter of the package's code counted. */
  readonly steps: number;
  readonly micros: number;
}

/** Frames kept at most; more count for the frame around them. */
const maxFrames = 2_000;

/** How deep frames nest at most. */
const maxDepth = 48;

class Frame {
  calls = 0;
  steps = 0;
  micros = 0;
  readonly inner = new Map<string, Frame>();

  constructor(
    readonly key: string,
    public code: ProfiledCode,
    readonly depth: number,
    readonly outer: Frame | undefined,
  ) {}
}

const keyOf = ({ packageId, definition }: ProfiledCode): string => `${packageId}:${definition}`;

/** A frame of a profile; opaque. */
export type ProfilePlace = Frame;

/**
 * Counts what each definition takes while a command is interpreted. Code that calls itself directly
 * stays in its frame; definitions that call each other in tail position have one frame each.
 */
export class Profile {
  /** Where the last effect of a Daml program was written; undefined where it is not known. */
  place: CodePlace | undefined;
  /** The place of the last call. */
  site: CodePlace | undefined;
  /** What code threw last, and where; undefined once it was caught. */
  thrown: { readonly what: unknown; readonly place: CodePlace | undefined } | undefined;
  /** Steps that were taken by now; the code of packages counts them. */
  spent: () => number = () => 0;
  /** Steps that may be taken; 0 where they are not counted. */
  budget = 0;
  readonly #root = new Frame("", { packageId: "", definition: "the command" }, 0, undefined);
  #current = this.#root;
  /** The frame of code that was left for the call that comes next. */
  #tail: Frame | undefined;
  #count = 1;
  #isCut = false;
  #steps = 0;
  #micros = 0;
  readonly #begun: number;
  /** Time that does not count. */
  #outside = 0;

  /** @param clock microseconds from any beginning */
  constructor(private readonly clock: () => number) {
    this.#begun = clock();
    this.#micros = this.#begun;
  }

  /** Where it is. */
  get current(): ProfilePlace {
    return this.#current;
  }

  /** True when there were more frames than are kept. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** What it took as a whole, once it has ended; microseconds. */
  ended = 0;

  /** Stops counting. */
  end(): void {
    this.goTo(this.#root);
    this.ended = this.micros;
  }

  /** Microseconds since it began, without what does not count. */
  get micros(): number {
    return this.clock() - this.#begun - this.#outside;
  }

  /** Begins a call of code by the code that runs. Returns where to go at its end. */
  enter(code: ProfiledCode): ProfilePlace {
    const outer = this.#current;
    const caller = this.#tail;
    this.goTo(
      caller === undefined ? this.#within(outer, code) : this.#withinTail(caller, outer, code),
    );
    this.#current.calls++;
    return outer;
  }

  /** Leaves code that throws. */
  leaveByThrow(outer: ProfilePlace, what: unknown): void {
    if (this.thrown?.what !== what) this.thrown = { what, place: this.written(undefined) };
    this.goTo(outer);
  }

  /**
   * The innermost code that an author wrote, of what runs; undefined where there is none.
   *
   * @param own the place of the code that asks
   */
  written(own: CodePlace | undefined): CodePlace | undefined {
    for (let frame: Frame | undefined = this.#current; frame !== undefined; frame = frame.outer) {
      const { packageId, definition, line, isLibrary } = frame.code;
      if (isLibrary === true || packageId === "") continue;
      // a choice has more words than its template, which is what places are of
      const [name] = definition.split(" ");
      const isHere = (place: CodePlace | undefined): boolean =>
        place?.packageId === packageId && place.definition === name;
      const at = [own, this.site].find(isHere)?.line ?? line;
      return { packageId, definition, line: at };
    }
    return undefined;
  }

  /** Leaves code for a call in its place, which comes next. */
  leaveForTail(outer: ProfilePlace): void {
    const caller = this.#current;
    this.goTo(outer);
    this.#tail = caller;
  }

  /** Goes on elsewhere; what was taken until now counts for where it was. */
  goTo(place: ProfilePlace): void {
    const [steps, micros] = [this.spent(), this.clock()];
    this.#current.steps += steps - this.#steps;
    this.#current.micros += micros - this.#micros;
    [this.#steps, this.#micros] = [steps, micros];
    this.#current = place;
    this.#tail = undefined;
  }

  /** Goes on with the body of a choice. */
  beginBody(place: ProfilePlace): void {
    this.place = undefined;
    this.goTo(place);
  }

  /** Does something whose time does not count. */
  outside<A>(work: () => A): A {
    const resume = this.pause();
    try {
      return work();
    } finally {
      resume();
    }
  }

  /** Stops the clock until what it returns is called. */
  pause(): () => void {
    const begun = this.clock();
    return () => {
      const taken = this.clock() - begun;
      this.#outside += taken;
      this.#micros += taken;
    };
  }

  /** All frames, each after the one around it. */
  frames(): ReadonlyArray<ProfileFrame> {
    const frames: Array<ProfileFrame> = [];
    const open: Array<readonly [parent: number, frame: Frame]> = [[-1, this.#root]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [parent, { code, calls, steps, micros, inner }] = next;
      const at = frames.push({ parent, code, calls, steps, micros: Math.round(micros) }) - 1;
      for (const frame of [...inner.values()].reverse()) open.push([at, frame]);
    }
    return frames;
  }

  /** A loop of calls in tail position does not nest. */
  #withinTail(caller: Frame, outer: Frame, code: ProfiledCode): Frame {
    const key = keyOf(code);
    for (
      let each: Frame | undefined = caller;
      each !== outer && each !== undefined;
      each = each.outer
    )
      if (each.key === key) return each;
    return this.#within(caller, code);
  }

  #within(outer: Frame, code: ProfiledCode): Frame {
    const key = keyOf(code);
    const same = outer.key === key ? outer : outer.inner.get(key);
    if (same !== undefined) {
      if (same.code.line === undefined && code.line !== undefined) same.code = code;
      return same;
    }
    if (this.#count >= maxFrames || outer.depth >= maxDepth) {
      this.#isCut = true;
      return outer;
    }
    this.#count++;
    const made = new Frame(key, code, outer.depth + 1, outer);
    outer.inner.set(key, made);
    return made;
  }
}
