import type { Json, LedgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Dar } from "../dar.js";
import { isInLedger } from "./in-ledger.js";
import { ledgerTypeOf } from "../ledger-types/ledger-type.js";
import { endLfFailure, type Machine, topLevelValue } from "../machine/machine.js";
import type { LfPackage, Value } from "../syntax/package.js";
import { LfError, type LfFailure } from "../values/lf-error.js";
import { type Budget, defaultBudget, Meter } from "../values/meter.js";
import type { LfValue } from "../values/value.js";
import { type DarProgram, darProgram } from "./dar-program.js";
import { typeText } from "./type-text.js";
import { formOf, type ValueForm } from "./value-form.js";
import { valueText } from "./value-text.js";

/** Where Daml code failed. */
interface DamlPlace {
  readonly packageId: string;
  readonly packageName: string;
  readonly module: string;
  readonly definition: string;
  /** Line of the Daml source, from 1, where the archive has it. */
  readonly line?: number;
}

/** What a top-level value is, or why it has none. */
export interface EvaluatedValue {
  /** `Module:name`. */
  readonly name: string;
  readonly type: string;
  readonly form: ValueForm;
  /** As Daml's `show` writes it; absent for an error and for what is not evaluated. */
  readonly text?: string;
  /** As the JSON interface writes it; absent for values that are in no ledger. */
  readonly json?: Json;
  readonly error?: {
    /** Such as `UserError`. */
    readonly kind: LfFailure["kind"];
    readonly message: string;
    readonly errorId?: string;
    readonly place?: DamlPlace;
  };
  /** What it took. */
  readonly steps: number;
  readonly bytes: number;
}

/** Which values are evaluated, and what each may take. */
export interface EvaluationOptions {
  /** Absent: all modules of the main package. */
  readonly module?: string;
  /** Absent: all values of the module that the compiler did not make. */
  readonly name?: string;
  readonly budget?: Partial<Budget>;
}

/**
 * Evaluates top-level values of the main package of a DAR, each with a budget of its own. Functions
 * and updates are named and not run.
 *
 * @returns Left DAR_PARSE_ERROR for a package that cannot be decoded, or the names that there are
 * when there is no such module or value
 */
export const evaluateDar = (
  dar: Dar,
  options: EvaluationOptions = {},
): Either<LedgerError | UnknownName, ReadonlyArray<EvaluatedValue>> => {
  const decoded = darProgram(dar);
  if (isLeft(decoded)) return decoded;
  const { packages, main } = decoded.right;
  const chosen = chosenValues(packages.get(main), options);
  if (isLeft(chosen)) return chosen;
  const budget = { ...defaultBudget, ...options.budget };
  return right(
    chosen.right.map(({ module, value }) => evaluated(decoded.right, module, value, budget)),
  );
};

/** There is no such module, or no such value in it. */
export interface UnknownName {
  readonly unknown: string;
  /** The names that there are. */
  readonly known: ReadonlyArray<string>;
}

interface Chosen {
  readonly module: string;
  readonly value: Value;
}

const chosenValues = (
  main: LfPackage | undefined,
  { module, name }: EvaluationOptions,
): Either<UnknownName, ReadonlyArray<Chosen>> => {
  const modules = main?.modules ?? new Map<string, never>();
  const found = [...modules.values()].filter(
    (each) => module === undefined || each.name === module,
  );
  if (module !== undefined && found.length === 0)
    return left({ unknown: module, known: [...modules.keys()] });
  const values = found.flatMap((each) =>
    [...each.values.values()].map((value) => ({ module: each.name, value })),
  );
  if (name === undefined) return right(values.filter(({ value }) => !value.name.includes("$")));
  const one = values.filter(({ value }) => value.name === name);
  return one.length === 0
    ? left({ unknown: name, known: values.map(({ value }) => value.name) })
    : right(one);
};

const evaluated = (
  { packages, main, program }: DarProgram,
  module: string,
  { name, type }: Value,
  budget: Budget,
): EvaluatedValue => {
  const form = formOf(packages, type);
  const meter = new Meter(budget);
  const head = { name: `${module}:${name}`, type: typeText(type), form };
  const taken = (): Pick<EvaluatedValue, "steps" | "bytes"> => ({
    steps: budget.steps - meter.steps,
    bytes: budget.bytes - meter.bytes,
  });
  if (form !== "value") return { ...head, ...taken() };
  const machine: Machine = { program, meter };
  try {
    const value = topLevelValue(machine, { packageId: main, module, name });
    return { ...head, text: valueText(value), ...jsonOf(packages, type, value), ...taken() };
  } catch (thrown) {
    if (!(thrown instanceof LfError)) throw thrown;
    return { ...head, error: errorOf(packages, machine, thrown), ...taken() };
  }
};

const jsonOf = (
  packages: ReadonlyMap<string, LfPackage>,
  type: Value["type"],
  value: LfValue,
): { readonly json?: Json } => {
  if (!isInLedger(value)) return {};
  try {
    return { json: ledgerTypeOf(packages, type).encode(value) };
  } catch (thrown) {
    // the type is none of a ledger
    if (thrown instanceof LfError) return {};
    throw thrown;
  }
};

const errorOf = (
  packages: ReadonlyMap<string, LfPackage>,
  machine: Machine,
  thrown: LfError,
): NonNullable<EvaluatedValue["error"]> => {
  const failure = endLfFailure(machine, thrown, "evaluation");
  const { place } = thrown;
  return {
    kind: failure.kind,
    message: messageOf(failure),
    ...(failure.kind === "FailureStatus" ? { errorId: failure.errorId } : {}),
    ...(place === undefined ? {} : { place: placeOf(packages, place) }),
  };
};

const messageOf = (failure: Exclude<LfFailure, { readonly kind: "Thrown" }>): string => {
  if ("message" in failure) return failure.message;
  return "reason" in failure ? failure.reason : failure.kind;
};

const placeOf = (
  packages: ReadonlyMap<string, LfPackage>,
  { packageId, definition, line }: NonNullable<LfError["place"]>,
): DamlPlace => {
  const [module = "", name = ""] = definition.split(":");
  const of = packages.get(packageId);
  return {
    packageId,
    packageName: of === undefined ? "" : `${of.name}-${of.version}`,
    module,
    definition: name,
    ...(line === undefined ? {} : { line }),
  };
};
