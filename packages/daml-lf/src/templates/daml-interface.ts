import type { CompiledInterface, EvaluatedChoice, PackageInfo } from "@tallystick/core";
import { keyOf } from "../machine/program.js";
import type { LfInterface } from "../syntax/package.js";
import type { Reference } from "../syntax/type.js";
import { damlChoice } from "./daml-choice.js";
import type { DamlTypes } from "./daml-types.js";
import { interfaceOf, interfaceValue } from "./interface-value.js";
import { lazy } from "../lazy.js";

export const damlInterface = (
  types: DamlTypes,
  info: PackageInfo,
  of: Reference,
): CompiledInterface => {
  const definition = lazy(() => interfaceOf(types, of));
  const name = `${of.module}:${of.name}`;
  const choices = lazy(() => choicesOf(types, of, definition()));
  const value = interfaceValue(types, of);
  return {
    kind: "interface",
    interfaceId: keyOf(of),
    package: info,
    name,
    definition: value,
    get choices() {
      return choices();
    },
  };
};

/** The choices of a template or an interface, by their names. */
export const choicesOf = (
  types: DamlTypes,
  of: Reference,
  { choices }: Pick<LfInterface, "choices">,
): ReadonlyMap<string, EvaluatedChoice> =>
  new Map([...choices].map(([name, choice]) => [name, damlChoice(types, of, choice)]));
