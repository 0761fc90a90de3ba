import type { Profile } from "@tallystick/core";
import { LfError } from "./lf-error.js";

/** What a program may take: function applications, and bytes of what it allocates. */
export interface Budget {
  readonly steps: number;
  readonly bytes: number;
}

const mebibyte = 1024 * 1024;

/** The limits of an evaluation for which nobody else waits. */
export const defaultBudget: Budget = { steps: 50_000_000, bytes: 512 * mebibyte };

/**
 * What a transaction may take: to sort 100,000 elements takes half of it. Genuine ones need a small
 * part. Other requests wait.
 */
export const transactionBudget: Budget = { steps: 20_000_000, bytes: 384 * mebibyte };

/** What a view that a reader sees may take, of which one answer may have many. */
export const viewBudget: Budget = { steps: 200_000, bytes: 16 * mebibyte };

/**
 * What a transaction takes in one piece. Its updates are interrupted after a slice, so that others
 * have their turn; other expressions, and a single builtin function, are evaluated whole.
 */
export interface Pieces {
  readonly slice: Budget;
  /** What an expression of a template may take beside an update, as `signatories`. */
  readonly whole: Budget;
  /** What a builtin function may take. */
  readonly builtin: Budget;
}

/** A slice takes a few milliseconds. Genuine expressions of templates take a few hundred calls. */
export const transactionPieces: Pieces = {
  slice: { steps: 50_000, bytes: 4 * mebibyte },
  whole: { steps: 1_000_000, bytes: 64 * mebibyte },
  builtin: { steps: 5_000_000, bytes: 128 * mebibyte },
};

/** What each interpretation that uses it pays for, once. */
export interface Payable {
  /** What its own evaluation took, without that of others. */
  ownSteps: number;
  ownBytes: number;
  /** The others that it used; each once. */
  uses: ReadonlyArray<Payable>;
  /** The id of the meter that paid last; a number, as it is written often. */
  paidBy: number;
}

/** An evaluation of what is paid for once; it knows what nested ones took. */
export interface PaidEvaluation {
  readonly cell: Payable;
  readonly uses: Set<Payable>;
  readonly steps: number;
  readonly bytes: number;
  nestedSteps: number;
  nestedBytes: number;
  readonly outer: PaidEvaluation | undefined;
}

let meters = 0;

/** What is left to an interpretation. All its evaluations share one. */
export class Meter {
  steps: number;
  bytes: number;
  /** The innermost that has begun. */
  evaluation: PaidEvaluation | undefined;
  /** Counts what definitions take; only code of a program that is profiled looks at it. */
  profile: Profile | undefined;
  readonly id: number;
  // what is left is looked at below these: at the end of the budget, of a slice or of a piece
  private stepsMark = 0;
  private bytesMark = 0;
  /** Called at the mark where a slice ends. */
  private onSliceEnd: (() => void) | undefined;
  /** What may not be interrupted before the mark. */
  private piece: Budget | undefined;
  /** What was left at the last pause. */
  private sliceFrom: Budget;
  /** Values it has paid for, kept here if they cannot be marked themselves. */
  private readonly paid: Set<Payable> | undefined;
  /**
   * @param isOffLedger true for what is evaluated outside of transactions, as views for readers
   * are, also while a transaction is interrupted: there programs may see contract ids as text
   * @param pieces absent where nothing is interrupted
   */
  constructor(
    readonly budget: Budget = defaultBudget,
    readonly isOffLedger = false,
    private readonly pieces?: Pieces,
  ) {
    this.id = ++meters;
    this.steps = budget.steps;
    this.bytes = budget.bytes;
    this.sliceFrom = budget;
    this.paid = isOffLedger ? new Set() : undefined;
    this.profile = undefined;
  }

  /** Throws a Budget error when there are not enough steps. */
  takeSteps(steps: number): void {
    this.steps -= steps;
    if (this.steps < this.stepsMark) this.atMark();
  }

  /** Throws a Budget error when there is not enough memory. */
  takeBytes(bytes: number): void {
    this.bytes -= bytes;
    if (this.bytes < this.bytesMark) this.atMark();
  }

  /** Does what cannot be interrupted. Throws a Budget error when it takes too much for that. */
  whole<A>(work: () => A): A {
    const { pieces } = this;
    return pieces === undefined ? work() : this.marked(() => this.markPiece(pieces.whole), work);
  }

  /**
   * Does a part of what can be interrupted.
   *
   * @param onSliceEnd called once, when the slice is over; at once when it already is
   */
  slice<A>(onSliceEnd: () => void, work: () => A): A {
    const { pieces } = this;
    if (pieces === undefined) return work();
    return this.marked(() => {
      this.mark(this.sliceFrom, pieces.slice);
      this.onSliceEnd = onSliceEnd;
      if (this.isSliceOver) this.atMark();
    }, work);
  }

  /** True when more was taken since the last pause than a slice may. */
  get isSliceOver(): boolean {
    if (this.pieces === undefined) return false;
    const { steps, bytes } = this.sliceFrom;
    const { slice } = this.pieces;
    return this.steps < steps - slice.steps || this.bytes < bytes - slice.bytes;
  }

  resume(): void {
    this.sliceFrom = { steps: this.steps, bytes: this.bytes };
  }

  /** Notes that this interpretation has paid for something. */
  pays(payable: Payable): void {
    if (this.paid === undefined) payable.paidBy = this.id;
    else this.paid.add(payable);
  }

  hasPaid(payable: Payable): boolean {
    return payable.paidBy === this.id || this.paid?.has(payable) === true;
  }

  private mark(from: Budget, less: Budget): void {
    this.stepsMark = Math.max(0, from.steps - less.steps);
    this.bytesMark = Math.max(0, from.bytes - less.bytes);
  }

  private markPiece(piece: Budget): void {
    this.mark(this, piece);
    this.piece = piece;
  }

  /** Does work with a mark, and puts back the one before. */
  private marked<A>(mark: () => void, work: () => A): A {
    const { stepsMark, bytesMark, onSliceEnd, piece } = this;
    this.piece = undefined;
    try {
      mark();
      return work();
    } finally {
      this.stepsMark = stepsMark;
      this.bytesMark = bytesMark;
      this.onSliceEnd = onSliceEnd;
      this.piece = piece;
    }
  }

  private atMark(): void {
    if (this.steps < 0) throw overBudget(`steps: more than ${this.budget.steps}`);
    if (this.bytes < 0) throw overBudget(`memory: more than ${this.budget.bytes} bytes`);
    const { onSliceEnd, piece, pieces } = this;
    if (piece !== undefined)
      throw overBudget(`in one piece: more than ${piece.steps} steps or ${piece.bytes} bytes`);
    if (onSliceEnd === undefined || pieces === undefined) return;
    // at the next call it pauses; a builtin function ends before
    this.markPiece(pieces.builtin);
    onSliceEnd();
  }
}

/** The characters a text may have at most; a longer one ends the program. */
export const maxTextLength = 4 * 1024 * 1024;

/**
 * The meter of the evaluation that runs. Evaluation is synchronous, so there is one at a time; the
 * machine sets it when an evaluation begins and puts the former one back when it ends.
 */
export const running: { meter: Meter } = { meter: new Meter() };

/** Takes steps off the running meter. Throws a Budget error when there are not enough. */
export const spendSteps = (steps: number): void => {
  running.meter.takeSteps(steps);
};

/** Takes bytes of memory off the running meter. Throws a Budget error when there are not enough. */
export const spendBytes = (bytes: number): void => {
  running.meter.takeBytes(bytes);
};

/**
 * Takes the bytes of a text off the running meter; call it before the text is made.
 *
 * @param length its UTF-16 units
 */
export const spendText = (length: number): void => {
  boundText(length);
  spendBytes(2 * length + 16);
};

/**
 * Takes what joining two texts costs off the running meter. A join of a long and a short text keeps
 * the long one as it is, so a text may be built of many pieces.
 */
export const spendJoin = (a: number, b: number): void => {
  boundText(a + b);
  spendBytes(2 * Math.min(a, b) + 32);
};

const boundText = (length: number): void => {
  if (length > maxTextLength)
    throw overBudget(`text: ${length} characters, at most ${maxTextLength}`);
};

const overBudget = (what: string): LfError =>
  new LfError({ kind: "Budget", reason: `The program takes more than it may: ${what}.` });
