import type { ChoiceProgram, EvaluatedChoice, Profile, Run, Subject } from "@tallystick/core";
import { type ChoiceCall, choiceBody, choicePart } from "../machine/template-parts.js";
import { runUpdate } from "../machine/run-update.js";
import type { LfEffect } from "../machine/effects.js";
import { placeOfEffect } from "../machine/updates.js";
import type { LfChoice } from "../syntax/package.js";
import type { Reference } from "../syntax/type.js";
import { ContractId, type LfValue } from "../values/value.js";
import type { Machine } from "../machine/machine.js";
import { type DamlTypes, damlValue, typeOnLedger } from "./daml-types.js";
import { interfaceValue } from "./interface-value.js";
import { lazy } from "../lazy.js";
import { answerOf, requestOf } from "./ledger-requests.js";
import { partiesIn } from "./parties-in.js";
import { answerable } from "./runs.js";

/** What a running exercise takes of the memory of its interpretation. */
const exerciseBytes = 4096;

const none = new ContractId("");

/** A choice of a Daml template or interface. */
export const damlChoice = (
  types: DamlTypes,
  of: Reference,
  definition: LfChoice,
): EvaluatedChoice => {
  const call = (self: ContractId, payload: unknown, given: unknown): ChoiceCall => ({
    of,
    choice: definition.name,
    self,
    payload: damlValue(payload),
    argument: damlValue(given),
  });
  const parties =
    (part: "controllers" | "observers" | "authorizers") =>
    (payload: unknown, given: unknown, run?: Run): ReadonlyArray<string> | undefined =>
      types.runs.within(run, (machine) => {
        const value = choicePart(machine, call(none, payload, given), part);
        return value === undefined ? undefined : partiesIn(value);
      });
  const argument = lazy(() => typeOnLedger(types.argument(of, definition.name)));
  const result = lazy(() => typeOnLedger(types.result(of, definition.name)));
  const [controllers, observers] = [parties("controllers"), parties("observers")];
  return {
    kind: "choice",
    on: interfaceValue(types, of),
    name: definition.name,
    get argument() {
      return argument();
    },
    get result() {
      return result();
    },
    consuming: definition.consuming,
    controllers: (payload, given, run) => controllers(payload, given, run) ?? [],
    observers: (payload, given, _methods, run) => observers(payload, given, run) ?? [],
    authorizers: parties("authorizers"),
    body: ({ self, payload }: Subject<unknown, unknown>, given, run) =>
      runBody(types, types.runs.machineOf(run), call(new ContractId(self), payload, given)),
  };
};

const noteEffect = (profile: Profile, effect: LfEffect): void => {
  profile.place = placeOfEffect(effect);
  if (effect.op !== "tryRollback") return;
  const { thrown } = profile;
  profile.place = thrown?.what === effect.thrown ? thrown?.place : effect.thrown?.place;
  profile.thrown = undefined;
};

/** Runs the body of a choice: the ledger answers what its update requests. */
function* runBody(types: DamlTypes, machine: Machine, call: ChoiceCall): ChoiceProgram<unknown> {
  const step = <A>(take: () => A): A => {
    try {
      return take();
    } catch (thrown) {
      throw answerable(machine, thrown);
    }
  };
  const update = step(() => {
    machine.meter.takeBytes(exerciseBytes);
    return choiceBody(machine, call);
  });
  const program = runUpdate(update, machine.meter);
  let next: IteratorResult<LfEffect, LfValue> = step(() => program.next(none));
  while (next.done !== true) {
    const effect: LfEffect = next.value;
    const request = step(() => requestOf(types, effect));
    const { profile } = machine.meter;
    if (profile !== undefined) noteEffect(profile, effect);
    let answer: unknown;
    try {
      answer = yield request;
    } catch (thrown) {
      next = step(() => program.throw(thrown));
      continue;
    }
    next = step(() => program.next(answerOf(types, effect, answer)));
  }
  return next.value;
}
