import {
  archiveChoiceName,
  type Choice,
  type Instance,
  type Interface,
  type Json,
  type Package,
  record,
  type Template,
  unit,
} from "@tallystick/core";
import fc from "fast-check";
import { valuesOfModel } from "./values-of-model.js";

/** Who submits: those whose authority is needed, or one of the parties, by its place. */
export type By = "entitled" | number;

/** A command that is drawn; which contract it is about is chosen when it is made. */
export type Draft =
  | {
      readonly kind: "create";
      readonly template: Template<unknown>;
      readonly payload: Json;
      readonly by: By;
    }
  | {
      readonly kind: "exercise";
      readonly choice: Choice<unknown, unknown>;
      /** The templates of contracts that have this choice. */
      readonly on: ReadonlyArray<Target>;
      readonly contract: number;
      readonly argument: Json;
      readonly by: By;
    }
  | { readonly kind: "pass"; readonly duration: string };

/** A template whose contracts have a choice, and the payload as the choice sees it. */
export interface Target {
  readonly template: Template<unknown>;
  readonly seen: (payload: unknown) => unknown;
}

interface DrawnFrom {
  readonly packages: ReadonlyArray<Package>;
  readonly creates: ReadonlyArray<Template<unknown>>;
  readonly exercises: ReadonlyArray<Choice<unknown, unknown>>;
  readonly durations: ReadonlyArray<string>;
}

/** Commands on contracts of templates, in any order, with any values of their types. */
export const drafts = ({
  packages,
  creates,
  exercises,
  durations,
}: DrawnFrom): fc.Arbitrary<Draft> => {
  const by: fc.Arbitrary<By> = fc.oneof(
    { weight: 4, arbitrary: fc.constant("entitled" as const) },
    { weight: 1, arbitrary: fc.nat(99) },
  );
  const created = creates.map((template) =>
    fc.record({
      kind: fc.constant("create" as const),
      template: fc.constant(template),
      payload: valuesOfModel(template.payload.model),
      by,
    }),
  );
  const instances = packages.flatMap((each) => each.instances);
  const exercised = exercises.map((each) =>
    fc.record({
      kind: fc.constant("exercise" as const),
      choice: fc.constant(each),
      on: fc.constant(targetsOf(each.on, instances)),
      contract: fc.nat(99),
      argument: valuesOfModel(each.argument.model),
      by,
    }),
  );
  const passed =
    durations.length === 0
      ? []
      : [
          fc.record({
            kind: fc.constant("pass" as const),
            duration: fc.constantFrom(...durations),
          }),
        ];
  return fc.oneof(...created, ...exercised, ...passed);
};

const targetsOf = (
  on: Template<unknown> | Interface<unknown>,
  instances: ReadonlyArray<Instance>,
): ReadonlyArray<Target> =>
  on.kind === "template"
    ? [{ template: on, seen: (payload) => payload }]
    : instances
        .filter((each) => each.interface === on)
        .map(({ template, view }) => ({ template, seen: view }));

/** The choice that every template has; `choice` makes none of this name. */
export const archiveOf = (template: Template<unknown>): Choice<unknown, unknown> => ({
  kind: "choice",
  on: template,
  name: archiveChoiceName,
  argument: record({}),
  result: unit,
  consuming: true,
  controllers: (payload) => template.signatories(payload),
  observers: () => [],
  *body() {
    yield* [];
    return {};
  },
});
