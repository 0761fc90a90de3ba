import type {
  CompiledTemplate,
  EvaluatedInstance,
  EvaluatedKey,
  EvaluatedTemplate,
  PackageInfo,
  Run,
} from "@tallystick/core";
import { templatePart, keyMaintainers, viewOf } from "../machine/template-parts.js";
import { keyOf, templateOf } from "../machine/program.js";
import type { Implementation } from "../syntax/package.js";
import type { Reference } from "../syntax/type.js";
import { LfRecord, type LfValue } from "../values/value.js";
import { wrongType } from "../ledger-types/adapted-type.js";
import { choicesOf } from "./daml-interface.js";
import { type DamlTypes, damlValue, typeOnLedger } from "./daml-types.js";
import { interfaceOf, interfaceValue } from "./interface-value.js";
import { lazy } from "../lazy.js";
import { partiesIn } from "./parties-in.js";

export const damlTemplate = (
  types: DamlTypes,
  info: PackageInfo,
  of: Reference,
): CompiledTemplate => {
  const definition = templateValue(types, of);
  const choices = lazy(() => choicesOf(types, of, templateOf(types.program, of)));
  const instances = lazy(
    () =>
      new Map(
        templateOf(types.program, of).implementations.map((each) => [
          keyOf(each.interface),
          instanceOf(types, of, definition, each),
        ]),
      ),
  );
  return {
    kind: "template",
    templateId: keyOf(of),
    package: info,
    name: definition.name,
    definition,
    mirrorsDaml: false,
    get choices() {
      return choices();
    },
    get instances() {
      return instances();
    },
  };
};

const recordOf = (payload: unknown): LfRecord => {
  if (payload instanceof LfRecord) return payload;
  throw wrongType("expected a payload");
};

const templateValue = (types: DamlTypes, of: Reference): EvaluatedTemplate => {
  const { runs } = types;
  const part =
    (name: "signatories" | "observers" | "key" | "precondition") =>
    (payload: unknown, run?: Run): LfValue =>
      runs.within(run, (machine) => templatePart(machine, of, name, recordOf(payload)));
  const [signatories, observers] = [part("signatories"), part("observers")];
  const precondition = part("precondition");
  const payload = lazy(() => typeOnLedger(types.payload(of)));
  const key = lazy(() =>
    templateOf(types.program, of).key === undefined ? undefined : keyValue(types, of, part("key")),
  );
  return {
    kind: "template",
    name: `${of.module}:${of.name}`,
    get payload() {
      return payload();
    },
    signatories: (payload, run) => partiesIn(signatories(payload, run)),
    observers: (payload, run) => partiesIn(observers(payload, run)),
    ensure: (payload, run) => precondition(payload, run) === true,
    get hasNoGuard() {
      return templateOf(types.program, of).precondition === undefined;
    },
    get key() {
      return key();
    },
    // a payload of a version in TypeScript goes by way of JSON
    convert: ({ type, value }) =>
      value instanceof LfRecord
        ? types.converted(of, value)
        : types.payload(of).decode(type.encode(value)),
  };
};

const keyValue = (
  types: DamlTypes,
  of: Reference,
  keyIn: (payload: unknown, run?: Run) => LfValue,
): EvaluatedKey => ({
  type: typeOnLedger(types.key(of)),
  of: keyIn,
  maintainers: (key, run) =>
    types.runs.within(run, (machine) => partiesIn(keyMaintainers(machine, of, damlValue(key)))),
  isShared: true,
});

const instanceOf = (
  types: DamlTypes,
  of: Reference,
  template: EvaluatedTemplate,
  { interface: wanted }: Implementation,
): EvaluatedInstance => {
  const choices = lazy(() => choicesOf(types, wanted, interfaceOf(types, wanted)));
  return {
    kind: "instance",
    template,
    interface: interfaceValue(types, wanted),
    get choices() {
      return choices();
    },
    view: (payload, run) =>
      types.runs.within(run, (machine) => viewOf(machine, of, wanted, recordOf(payload))),
    methods: () => undefined,
  };
};
