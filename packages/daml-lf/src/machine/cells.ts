import type { Expression } from "../syntax/expression.js";
import {
  type Meter,
  type PaidEvaluation,
  type Payable,
  running,
  spendSteps,
} from "../values/meter.js";
import type { LfValue } from "../values/value.js";
import { compiling } from "./profiling.js";
import { capture, captured, type Code, enter, registers, save } from "./frames.js";

/**
 * A top-level value: compiled when it first runs, evaluated once. Each interpretation that uses the
 * value pays the cost of its evaluation again, so that a program costs the same whether or not it
 * ran before.
 */
export interface Cell extends Payable {
  readonly expression: Expression;
  code: Code;
  value: LfValue | undefined;
  /** The bytes that its own evaluation may take so that the value is kept. */
  readonly keptBytes: number;
}

const none: ReadonlyArray<Payable> = [];

const compileDepth = 4;

/** The bytes of an evaluation that has begun. */
const evaluationBytes = 160;

/** A cell of an expression that `compile` compiles at its first use. */
export const cellOf = (
  expression: Expression,
  compile: () => Code,
  keptBytes = Number.POSITIVE_INFINITY,
): Cell => {
  const cell: Cell = {
    expression,
    value: undefined,
    ownSteps: 0,
    ownBytes: 0,
    uses: none,
    paidBy: 0,
    keptBytes,
    code: lazyCode(compile, (code) => {
      cell.code = code;
    }),
  };
  return cell;
};

/** Code that is compiled when it first runs, on a native stack with room for it. */
export const lazyCode = (compile: () => Code, keep: (code: Code) => void): Code => {
  let compiled: Code | undefined;
  const code: Code = (frame) => {
    if (compiled !== undefined) return compiled(frame);
    if (registers.depth > compileDepth && registers.limit > compileDepth)
      return capture(code, frame);
    compiled = compiling(compile);
    keep(compiled);
    return compiled(frame);
  };
  return code;
};

export const force = (cell: Cell): LfValue => paidValue(cell) ?? evaluateCell(cell);

/** The value of a cell that was evaluated before; paid by the running meter. */
export const paidValue = (cell: Cell): LfValue | undefined => {
  if (cell.value !== undefined && cell.paidBy !== running.meter.id) pay(cell);
  return cell.value;
};

const pay = (first: Cell): void => {
  const { meter } = running;
  if (meter.hasPaid(first)) return;
  const { evaluation } = meter;
  const { steps, bytes } = meter;
  payOne(first, meter);
  if (first.uses.length > 0) payAll([...first.uses], meter);
  if (evaluation === undefined) return;
  evaluation.uses.add(first);
  evaluation.nestedSteps += steps - meter.steps;
  evaluation.nestedBytes += bytes - meter.bytes;
};

const payAll = (open: Array<Payable>, meter: Meter): void => {
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    if (meter.hasPaid(cell)) continue;
    payOne(cell, meter);
    for (const used of cell.uses) if (!meter.hasPaid(used)) open.push(used);
  }
};

const payOne = (cell: Payable, meter: Meter): void => {
  meter.pays(cell);
  meter.takeSteps(cell.ownSteps);
  meter.takeBytes(cell.ownBytes);
};

const evaluateCell = (cell: Cell): LfValue => {
  const { meter } = running;
  meter.evaluation = {
    cell,
    uses: new Set(),
    steps: meter.steps,
    bytes: meter.bytes,
    nestedSteps: 0,
    nestedBytes: 0,
    outer: meter.evaluation,
  };
  spendSteps(1);
  const value = enter(cell.code, []);
  return value === captured
    ? save({ bytes: evaluationBytes, resume: (result) => finish(cell, result) })
    : finish(cell, value);
};

const finish = (cell: Cell, value: LfValue): LfValue => {
  const { meter } = running;
  const ended = meter.evaluation;
  if (ended?.cell !== cell) return value;
  const steps = ended.steps - meter.steps;
  const bytes = ended.bytes - meter.bytes;
  if (bytes - ended.nestedBytes > cell.keptBytes) return partOfOuter(meter, ended, value);
  cell.value = value;
  meter.pays(cell);
  cell.ownSteps = steps - ended.nestedSteps;
  cell.ownBytes = bytes - ended.nestedBytes;
  if (ended.uses.size > 0) cell.uses = [...ended.uses];
  meter.evaluation = ended.outer;
  if (ended.outer === undefined) return value;
  ended.outer.uses.add(cell);
  ended.outer.nestedSteps += steps;
  ended.outer.nestedBytes += bytes;
  return value;
};

/** What is not kept is evaluated, and paid for, at each use. */
const partOfOuter = (meter: Meter, ended: PaidEvaluation, value: LfValue): LfValue => {
  const { outer } = ended;
  meter.evaluation = outer;
  if (outer === undefined) return value;
  for (const used of ended.uses) outer.uses.add(used);
  outer.nestedSteps += ended.nestedSteps;
  outer.nestedBytes += ended.nestedBytes;
  return value;
};

/** Forgets the evaluations of cells that an error ended. */
export const abandonCells = (meter: Meter): void => {
  meter.evaluation = undefined;
};
