import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { DataType, LfKey, LfPackage, LfTemplate, Module } from "../syntax/package.js";
import { checkDataTypeUpgrade } from "./data-type-upgrade.js";
import { originsOf } from "./record-origin.js";
import { type Comparison, type Packages, sameUpgradedType } from "./same-upgraded-type.js";
import {
  broken,
  firstOf,
  type UpgradeError,
  type UpgradeErrorKind,
  type Verdict,
} from "./upgrade-error.js";

interface Sides<T> {
  readonly past: T;
  readonly present: T;
}

/** What both have, with its name. */
function inBoth<T>({ past, present }: Sides<ReadonlyMap<string, T>>) {
  return [...past].flatMap(
    ([name, before]): ReadonlyArray<Sides<T> & { readonly name: string }> => {
      const after = present.get(name);
      return after === undefined ? [] : [{ name, past: before, present: after }];
    },
  );
}

function missing(
  past: Iterable<string>,
  present: ReadonlyMap<string, unknown>,
  kind: UpgradeErrorKind,
  what: string,
): Verdict {
  const name = [...past].find((each) => !present.has(each));
  return broken(
    name !== undefined,
    kind,
    `${what} ${name} appears in package that is being upgraded, but does not appear in the upgrading package.`,
  );
}

const closed = (packages: Packages): Comparison => ({
  packages,
  past: new Map(),
  present: new Map(),
});

function checkKey(
  packages: Packages,
  name: string,
  past: LfKey | undefined,
  present: LfKey | undefined,
): Verdict {
  const subject = `The upgraded template ${name} cannot`;
  if (past === undefined)
    return broken(present !== undefined, "TemplateAddedKey", `${subject} add a key.`);
  if (present === undefined)
    return broken(true, "TemplateRemovedKey", `${subject} remove its key.`);
  return broken(
    !sameUpgradedType(closed(packages), past.type, present.type),
    "TemplateChangedKeyType",
    `${subject} change its key type.`,
  );
}

function checkTemplate(packages: Packages, { past, present }: Sides<LfTemplate>): Verdict {
  const choices = { past: past.choices, present: present.choices };
  return firstOf([
    () => missing(past.choices.keys(), present.choices, "MissingChoice", "Choice"),
    ...inBoth(choices).map(
      (choice) => () =>
        broken(
          !sameUpgradedType(closed(packages), choice.past.resultType, choice.present.resultType),
          "ChoiceChangedReturnType",
          `The upgraded choice ${choice.name} cannot change its return type.`,
        ),
    ),
    () => checkKey(packages, present.name, past.key, present.key),
  ]);
}

function instancesOf(module: Module): ReadonlyMap<string, string> {
  const instances = new Map<string, string>();
  for (const template of module.templates.values()) {
    for (const { interface: of } of template.implementations) {
      const name = `${of.packageId}:${of.module}:${of.name}`;
      instances.set(
        `${name} ${template.name}`,
        `Implementation of interface ${name} by template ${template.name}`,
      );
    }
  }
  return instances;
}

function checkInstances(past: Module, present: Module): Verdict {
  const kept = instancesOf(present);
  const removed = [...instancesOf(past)].find(([key]) => !kept.has(key));
  return removed === undefined
    ? undefined
    : {
        kind: "MissingImplementation",
        text: `${removed[1]} appears in package that is being upgraded, but does not appear in this package.`,
      };
}

/** Data types that are neither interfaces nor exceptions, which are not compared. */
function comparedTypes(module: Module): ReadonlyMap<string, DataType> {
  return new Map(
    [...module.dataTypes].filter(
      ([name]) => !module.interfaces.has(name) && !module.exceptions.has(name),
    ),
  );
}

function checkDataTypes(packages: Packages, { past, present }: Sides<Module>): Verdict {
  const types = { past: comparedTypes(past), present: comparedTypes(present) };
  const [pastOrigin, presentOrigin] = [originsOf(past), originsOf(present)];
  const stored = [...types.past.values()].filter((type) => type.serializable);
  return firstOf([
    () =>
      missing(
        stored.map((type) => type.name),
        types.present,
        "MissingDataCon",
        "Data type",
      ),
    ...inBoth(types).map(
      ({ name, ...type }) =>
        () =>
          checkDataTypeUpgrade(packages, {
            ...type,
            pastOrigin: pastOrigin(name),
            presentOrigin: presentOrigin(name),
          }),
    ),
  ]);
}

function checkModule(packages: Packages, module: Sides<Module>): Verdict {
  const { past, present } = module;
  const templates = { past: past.templates, present: present.templates };
  return firstOf([
    () => missing(past.templates.keys(), present.templates, "MissingTemplate", "Template"),
    ...inBoth(templates).map((template) => () => checkTemplate(packages, template)),
    () => checkInstances(past, present),
    () => checkDataTypes(packages, module),
  ]);
}

/**
 * Checks that contracts and commands of a package can be used under a later version of it (daml-lf
 * B.10). Names and versions of the two packages are not compared.
 *
 * @param packages - both and all that they refer to, by id
 * @param past - the earlier version
 * @param present - the later version
 * @returns the first rule that is broken
 */
export function checkUpgrade(
  packages: Packages,
  past: LfPackage,
  present: LfPackage,
): Either<UpgradeError, void> {
  const modules = { past: past.modules, present: present.modules };
  const verdict = firstOf([
    () =>
      broken(
        past.languageVersion > present.languageVersion,
        "DecreasingLfVersion",
        `The upgraded package uses an older LF version (${present.languageVersion} < ${past.languageVersion})`,
      ),
    () => missing(past.modules.keys(), present.modules, "MissingModule", "Module"),
    ...inBoth(modules).map((module) => () => checkModule(packages, module)),
  ]);
  return verdict === undefined ? right(undefined) : left(verdict);
}
