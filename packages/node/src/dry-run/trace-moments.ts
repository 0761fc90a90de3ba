import {
  type CodePlace,
  type DryRun,
  type LedgerError,
  type PartyId,
  type StepMoment,
  type TraceStep,
  unitsOf,
} from "@tallystick/core";
import type { SourcePlace, StoppedAt } from "../ledger/dry-run.js";
import type { TraceMoment, TraceOutcome, TraceProfile } from "../ledger/trace.js";

/** Moments kept of the beginning and of the end. */
const firstMoments = 1_500;
const lastMoments = 500;

/** Units of values kept, see `unitsOf`. */
const keptUnits = 8 * 1024 * 1024;

type Written = { -readonly [Field in keyof TraceMoment]: TraceMoment[Field] };

/** What is open at a moment: an exercise or a `try`. */
interface Open {
  readonly kind: "exercise" | "try";
  readonly index: number;
  readonly authorizers: ReadonlyArray<PartyId>;
  readonly node?: Extract<TraceStep, { readonly kind: "exercise" }>["node"];
}

/** Writes the moments of a trace in order. */
class Moments {
  readonly all: Array<Written> = [];
  readonly #open: Array<Open> = [];

  constructor(private readonly actAs: ReadonlyArray<PartyId>) {}

  take(step: TraceStep, moment: StepMoment): void {
    switch (step.kind) {
      case "exercise":
        return this.#begin(step, moment);
      case "tryBegin": {
        const index = this.#add("try", moment).index;
        this.#open.push({ kind: "try", index, authorizers: this.#authorizers() });
        return;
      }
      case "end":
      case "tryCommit":
        return this.#end(step.kind === "end" ? "end" : "commit", moment);
      case "tryRollback":
        return this.#rollBack(step, moment);
      default:
        Object.assign(
          this.#add(step.kind === "query" ? "lookup" : step.kind, moment),
          fieldsOf(step),
        );
    }
  }

  fail({ code, cause }: LedgerError, moment: StepMoment): void {
    this.#add("failure", moment).error = { code, cause };
  }

  #authorizers(): ReadonlyArray<PartyId> {
    return this.#open.at(-1)?.authorizers ?? this.actAs;
  }

  #add(kind: TraceMoment["kind"], { steps, micros, place }: StepMoment): Written {
    const added: Written = {
      index: this.all.length,
      kind,
      depth: this.#open.length,
      authorizers: this.#authorizers(),
      isRolledBack: false,
      steps,
      micros,
    };
    if (place !== undefined) added.place = sourcePlace(place);
    this.all.push(added);
    return added;
  }

  #begin(step: Extract<TraceStep, { readonly kind: "exercise" }>, moment: StepMoment): void {
    const { node, byKey, contract, authority } = step;
    const { index } = Object.assign(this.#add("exercise", moment), {
      ...named(node),
      consuming: node.consuming,
      byKey,
      argument: node.argument,
      payload: contract.payload,
      actingParties: node.actingParties,
    });
    this.#open.push({ kind: "exercise", index, authorizers: authority, node });
  }

  #end(kind: "end" | "commit", moment: StepMoment): void {
    const ended = this.#open.pop();
    const added = this.#add(kind, moment);
    if (ended === undefined) return;
    added.of = ended.index;
    if (ended.node === undefined) return;
    Object.assign(added, named(ended.node), { result: ended.node.result });
  }

  #rollBack(
    { exception }: Extract<TraceStep, { readonly kind: "tryRollback" }>,
    moment: StepMoment,
  ): void {
    let ended = this.#open.pop();
    while (ended?.kind === "exercise") ended = this.#open.pop();
    const from = ended?.index ?? this.all.length;
    for (const each of this.all.slice(from + 1)) each.isRolledBack = true;
    const added = this.#add("rollback", moment);
    added.of = from;
    if (exception === undefined) return;
    const { of: typeId, value } = exception;
    added.exception = { typeId, ...(value === undefined ? {} : { value }) };
  }
}

const sourcePlace = ({ packageId, definition, line }: CodePlace): SourcePlace => ({
  packageId,
  definition,
  ...(line === undefined ? {} : { line }),
});

const named = ({
  contractId,
  templateId,
  interfaceId,
  choice,
}: Extract<TraceStep, { readonly kind: "exercise" }>["node"]): Partial<TraceMoment> => ({
  contractId,
  templateId,
  ...(interfaceId === undefined ? {} : { interfaceId }),
  choice,
});

const fieldsOf = (
  step: Extract<TraceStep, { readonly kind: "create" | "fetch" | "query" | "guard" }>,
): Partial<TraceMoment> => {
  const { kind } = step;
  switch (kind) {
    case "create": {
      const { contractId, templateId, payload, signatories, key } = step.node;
      const keyed = key === undefined ? {} : { key: key.value };
      return { contractId, templateId, payload, actingParties: signatories, ...keyed };
    }
    case "fetch": {
      const { contract, templateId, actingParties, interfaceId, byKey } = step;
      const { contractId, payload } = contract;
      const through = interfaceId === undefined ? {} : { interfaceId };
      return { contractId, templateId, ...through, payload, actingParties, byKey };
    }
    case "query":
      return { templateId: step.templateId, key: step.key.value, result: step.found };
    case "guard":
      return { templateId: step.templateId, payload: step.payload, result: step.holds };
  }
};

/** The moments of a run, as many as are kept. */
export const traceMoments = (
  { steps, taken, error }: DryRun,
  actAs: ReadonlyArray<PartyId>,
  stopped: StoppedAt | undefined,
): Pick<TraceOutcome, "moments" | "momentCount" | "isShortened"> => {
  const moments = new Moments(actAs);
  for (const [at, step] of steps.entries())
    moments.take(step, taken?.moments[at] ?? { steps: 0, micros: 0 });
  if (error !== undefined) {
    const { profile } = taken ?? {};
    const now = { steps: profile?.spent() ?? 0, micros: Math.round(profile?.ended ?? 0) };
    const place = profile?.thrown?.place ?? profile?.place ?? stopped?.location;
    moments.fail(error, place === undefined ? now : { ...now, place });
  }
  const { all } = moments;
  const momentCount = all.length;
  const isMore = momentCount > firstMoments + lastMoments;
  const kept = isMore ? [...all.slice(0, firstMoments), ...all.slice(-lastMoments)] : all;
  return { momentCount, ...withinUnits(kept) };
};

/** What definitions took in a run. */
export const traceProfile = ({ taken }: DryRun): TraceProfile => {
  const { profile } = taken ?? {};
  const frames = profile?.frames() ?? [];
  return {
    steps: profile?.spent() ?? 0,
    micros: Math.round(profile?.ended ?? 0),
    budget: profile?.budget ?? 0,
    isCut: profile?.isCut ?? false,
    frames: frames.map(({ code, parent, calls, steps, micros }) => ({
      parent,
      ...sourcePlace(code),
      calls,
      steps,
      micros,
    })),
  };
};

const valueFields = ["argument", "payload", "key", "result"] as const;

/** Leaves out the values that are too large together. */
const withinUnits = (
  moments: ReadonlyArray<Written>,
): Pick<TraceOutcome, "moments" | "isShortened"> => {
  let units = 0;
  let isShortened = false;
  for (const moment of moments) {
    for (const field of valueFields) {
      const more = units + unitsOf(moment[field] ?? null);
      if (more <= keptUnits) {
        units = more;
        continue;
      }
      delete moment[field];
      isShortened = true;
    }
  }
  return { moments, isShortened };
};
