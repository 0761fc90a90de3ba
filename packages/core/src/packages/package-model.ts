import type { Json } from "../values/json.js";
import type { Choice, Interface, Package, Template } from "../templates/template.js";

/** Version of the model's own form. */
const modelFormat = "tallystick-package-1";

/**
 * The description of a package that its id is the SHA-256 of: names, types, choices and instances,
 * but not the code of functions. A package whose behaviour changes needs a new version, as the same
 * model gives the same id.
 *
 * @param interfaceId the id of an interface an instance or a choice refers to
 */
export const packageModel = (
  definition: Package,
  interfaceId: (of: Interface<unknown>) => string,
): Json => ({
  format: modelFormat,
  name: definition.name,
  version: definition.version,
  templates: byName(definition.templates).map((template) =>
    templateModel(definition, template, interfaceId),
  ),
  interfaces: byName(definition.interfaces).map((of) => ({
    name: of.name,
    view: of.view.model,
    choices: choiceModels(definition, of),
  })),
});

const templateModel = (
  definition: Package,
  template: Template<unknown>,
  interfaceId: (of: Interface<unknown>) => string,
): Json => ({
  name: template.name,
  payload: template.payload.model,
  key: template.key === undefined ? null : template.key.type.model,
  choices: choiceModels(definition, template),
  implements: definition.instances
    .filter((instance) => instance.template === template)
    .map((instance) => interfaceId(instance.interface))
    .sort(),
});

const choiceModels = (
  definition: Package,
  on: Template<unknown> | Interface<unknown>,
): ReadonlyArray<Json> =>
  byName(definition.choices.filter((choice) => choice.on === on)).map(choiceModel);

const choiceModel = (choice: Choice<unknown, unknown>): Json => ({
  name: choice.name,
  argument: choice.argument.model,
  result: choice.result.model,
  consuming: choice.consuming,
});

const byName = <A extends { readonly name: string }>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...items].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
