import type {
  DataType,
  Implementation,
  LfChoice,
  LfInterface,
  LfTemplate,
  Module,
} from "../syntax/package.js";
import type { Reference, Type } from "../syntax/type.js";
import { arrow, builtin, constructorType, parties, sameReference } from "./build-type.js";
import { dataTypeOf, interfaceOf } from "./definitions.js";
import { implementsInterface } from "./interface-uses.js";
import { checkExpression } from "./expressions.js";
import { bindTypeParameters, checkFieldTypes, checkType } from "./kinds.js";
import { refuse } from "./check-error.js";
import { bind, refuseRepeated, type Scope, step, unbind, unbindType } from "./scope.js";
import { showReference, showType } from "./show-type.js";

/** Runs a check; its errors name the definition under check. */
type At = (where: string, check: () => void) => void;

function checkDataType(scope: Scope, of: Reference, type: DataType): void {
  bindTypeParameters(scope, type.parameters);
  const { constructors } = type;
  if (constructors.tag === "record" || constructors.tag === "variant")
    checkFieldTypes(scope, constructors.fields);
  else if (type.parameters.length > 0)
    refuse("Arity", `an ${constructors.tag} takes no type parameters`);
  if (constructors.tag === "enum") refuseRepeated(constructors.names, "constructor");
  if (constructors.tag === "interface") interfaceOf(scope.packages, of);
  for (const parameter of type.parameters) unbindType(scope, parameter.name);
}

function checkChoice(scope: Scope, owner: Reference, choice: LfChoice): void {
  const { name, type } = choice.argument;
  checkType(scope, type);
  checkType(scope, choice.resultType);
  bind(scope, name, type);
  checkExpression(scope, choice.controllers, parties);
  if (choice.observers !== undefined) checkExpression(scope, choice.observers, parties);
  if (choice.authorizers !== undefined) checkExpression(scope, choice.authorizers, parties);
  unbind(scope, name);
  bind(scope, choice.self, builtin("ContractId", constructorType(owner)));
  bind(scope, name, type);
  checkExpression(scope, choice.update, builtin("Update", choice.resultType));
  unbind(scope, name);
  unbind(scope, choice.self);
}

function requireRecord(scope: Scope, of: Reference, what: "Template" | "Exception"): void {
  const type = dataTypeOf(scope.packages, of);
  if (type.constructors.tag !== "record" || type.parameters.length > 0)
    refuse(what, `expected a record without type parameters, found ${showReference(of)}`);
}

function checkMethods(scope: Scope, given: Implementation, methods: LfInterface["methods"]): void {
  for (const name of methods.keys())
    if (!given.methods.has(name)) refuse("Interface", `method ${name} is missing`);
  for (const [name, method] of given.methods) {
    const type = methods.get(name);
    if (type === undefined) return refuse("Interface", `the interface has no method ${name}`);
    checkExpression(scope, method, type);
  }
}

function checkImplementation(
  scope: Scope,
  template: Reference,
  parameter: string,
  given: Implementation,
): void {
  const { requires, methods, view } = interfaceOf(scope.packages, given.interface);
  for (const required of requires) {
    if (!implementsInterface(scope, template, required)) {
      refuse(
        "Interface",
        `the required interface ${showReference(required)} has no implementation`,
      );
    }
  }
  bind(scope, parameter, constructorType(template));
  checkMethods(scope, given, methods);
  checkExpression(scope, given.view, view);
  unbind(scope, parameter);
}

function checkTemplate(scope: Scope, of: Reference, template: LfTemplate, at: At): void {
  const payload = constructorType(of);
  at(`template ${of.module}:${of.name}`, () => {
    requireRecord(scope, of, "Template");
    bind(scope, template.parameter, payload);
    if (template.precondition !== undefined)
      checkExpression(scope, template.precondition, builtin("Bool"));
    checkExpression(scope, template.signatories, parties);
    checkExpression(scope, template.observers, parties);
  });
  for (const choice of template.choices.values()) {
    at(`choice ${choice.name} in template ${of.module}:${of.name}`, () =>
      checkChoice(scope, of, choice),
    );
  }
  unbind(scope, template.parameter);
  for (const given of template.implementations) {
    at(`interface instance ${showReference(given.interface)} for ${of.module}:${of.name}`, () =>
      checkImplementation(scope, of, template.parameter, given),
    );
  }
  const { key } = template;
  if (key === undefined) return;
  at(`template ${of.module}:${of.name}`, () => {
    checkType(scope, key.type);
    bind(scope, template.parameter, payload);
    checkExpression(scope, key.expression, key.type);
    unbind(scope, template.parameter);
    checkExpression(scope, key.maintainers, arrow(key.type, parties));
  });
}

function checkView(scope: Scope, view: Type): void {
  const record = view.tag === "constructor" ? dataTypeOf(scope.packages, view.of) : undefined;
  if (record?.constructors.tag !== "record" || record.parameters.length > 0) {
    refuse(
      "Interface",
      `expected a record without type parameters as view, found ${showType(view)}`,
    );
  }
}

function checkRequires(scope: Scope, of: Reference, requires: ReadonlyArray<Reference>): void {
  const names = new Set(requires.map(showReference));
  if (requires.some((required) => sameReference(required, of)))
    refuse("Interface", "an interface requires itself");
  for (const required of requires) {
    for (const further of interfaceOf(scope.packages, required).requires) {
      step(scope);
      if (!names.has(showReference(further))) {
        refuse(
          "Interface",
          `expected ${showReference(further)} among the required interfaces, as ${showReference(required)} requires it`,
        );
      }
    }
  }
}

function checkInterface(scope: Scope, of: Reference, declared: LfInterface, at: At): void {
  at(`interface ${of.module}:${of.name}`, () => {
    checkRequires(scope, of, declared.requires);
    for (const type of declared.methods.values()) checkType(scope, type);
  });
  bind(scope, declared.parameter, constructorType(of));
  for (const choice of declared.choices.values()) {
    at(`choice ${choice.name} in interface ${of.module}:${of.name}`, () =>
      checkChoice(scope, of, choice),
    );
  }
  unbind(scope, declared.parameter);
  at(`interface ${of.module}:${of.name}`, () => checkView(scope, declared.view));
}

function checkTypesAndValues(scope: Scope, packageId: string, module: Module, at: At): void {
  for (const type of module.dataTypes.values()) {
    at(`data type ${module.name}:${type.name}`, () =>
      checkDataType(scope, { packageId, module: module.name, name: type.name }, type),
    );
  }
  for (const synonym of module.synonyms.values()) {
    at(`type synonym ${module.name}:${synonym.name}`, () => {
      bindTypeParameters(scope, synonym.parameters);
      checkType(scope, synonym.type);
      for (const parameter of synonym.parameters) unbindType(scope, parameter.name);
    });
  }
  for (const value of module.values.values()) {
    at(`value ${module.name}:${value.name}`, () => {
      checkType(scope, value.type);
      checkExpression(scope, value.expression, value.type);
    });
  }
}

/**
 * Types all definitions of a module (daml-lf B.1, B.2).
 *
 * @param scope - the packages; holds no variables
 * @param packageId - the package the module is of
 * @param module - the module
 * @param at - runs a check with the name of what is under check
 */
export function checkModuleTypes(scope: Scope, packageId: string, module: Module, at: At): void {
  const named = (name: string): Reference => ({ packageId, module: module.name, name });
  checkTypesAndValues(scope, packageId, module, at);
  for (const template of module.templates.values())
    checkTemplate(scope, named(template.name), template, at);
  for (const { name, message } of module.exceptions.values()) {
    at(`exception ${module.name}:${name}`, () => {
      requireRecord(scope, named(name), "Exception");
      checkExpression(scope, message, arrow(constructorType(named(name)), builtin("Text")));
    });
  }
  for (const declared of module.interfaces.values())
    checkInterface(scope, named(declared.name), declared, at);
}
