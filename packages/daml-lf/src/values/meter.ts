import { LfError } from "./lf-error.js";

/** What a program may take: function applications, and bytes of what it allocates. */
export interface Budget {
  readonly steps: number;
  readonly bytes: number;
}

const mebibyte = 1024 * 1024;

/** What an evaluation may take that nobody else waits for. */
export const defaultBudget: Budget = { steps: 50_000_000, bytes: 512 * mebibyte };

/**
 * What a transaction may take: to sort 100,000 elements takes half of it. Genuine ones need a small
 * part. Other requests wait.
 */
export const transactionBudget: Budget = { steps: 20_000_000, bytes: 384 * mebibyte };

/** What a view that a reader sees may take, of which one answer may have many. */
export const viewBudget: Budget = { steps: 200_000, bytes: 16 * mebibyte };

/** What each interpretation that uses it pays for, once. */
export interface Payable {
  /** What its own evaluation took, without that of others. */
  readonly cost: { steps: number; bytes: number };
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
  readonly id: number;
  /**
   * @param isOffLedger true for what is evaluated outside of transactions, as views for readers
   * are: there programs may see contract ids as text
   */
  constructor(
    readonly budget: Budget = defaultBudget,
    readonly isOffLedger = false,
  ) {
    this.id = ++meters;
    this.steps = budget.steps;
    this.bytes = budget.bytes;
  }

  /** Throws a Budget error when there are not enough steps. */
  takeSteps(steps: number): void {
    this.steps -= steps;
    if (this.steps < 0) throw overBudget(`steps: more than ${this.budget.steps}`);
  }

  /** Throws a Budget error when there is not enough memory. */
  takeBytes(bytes: number): void {
    this.bytes -= bytes;
    if (this.bytes < 0) throw overBudget(`memory: more than ${this.budget.bytes} bytes`);
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
