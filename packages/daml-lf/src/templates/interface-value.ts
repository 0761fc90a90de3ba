import type { EvaluatedInterface } from "@tallystick/core";
import { found, moduleOf } from "../machine/program.js";
import type { LfInterface } from "../syntax/package.js";
import type { Reference } from "../syntax/type.js";
import { InterfaceValue } from "../values/value.js";
import { type DamlTypes, typeOnLedger } from "./daml-types.js";
import { lazy } from "../lazy.js";

/** The definition of an interface. Throws a Crash where there is none. */
export const interfaceOf = (types: DamlTypes, of: Reference): LfInterface =>
  found(moduleOf(types.program, of).interfaces.get(of.name), of);

/** An interface as templates and choices refer to it. */
export const interfaceValue = (types: DamlTypes, of: Reference): EvaluatedInterface => {
  const view = lazy(() => typeOnLedger(types.view(of)));
  return {
    kind: "interface",
    name: `${of.module}:${of.name}`,
    get view() {
      return view();
    },
    receiver: (templateId, payload) => {
      const template = types.reference(templateId);
      return new InterfaceValue(template, types.payloadIn(template, payload));
    },
  };
};
