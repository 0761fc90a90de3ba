import type { Module } from "../syntax/package.js";
import type { Type } from "../syntax/type.js";

/** What a data type is in its module: the two names say whose. */
export interface Origin {
  readonly role: "template" | "choice" | "constructor" | "plain";
  readonly owner: string;
  readonly member: string;
}

/** The module and name of the data type a type applies. */
function appliedName(type: Type): string | undefined {
  let head = type;
  while (head.tag === "application") head = head.function;
  return head.tag === "constructor" ? `${head.of.module}:${head.of.name}` : undefined;
}

function choiceArguments(module: Module): ReadonlyMap<string, Origin> {
  const found = new Map<string, Origin>();
  for (const template of module.templates.values()) {
    const prefix = template.name.split(".").slice(0, -1);
    for (const choice of template.choices.keys()) {
      found.set([...prefix, choice].join("."), {
        role: "choice",
        owner: template.name,
        member: choice,
      });
    }
  }
  return found;
}

function constructorRecords(module: Module): ReadonlyMap<string, Origin> {
  const found = new Map<string, Origin>();
  for (const { name, constructors } of module.dataTypes.values()) {
    if (constructors.tag === "variant") {
      for (const field of constructors.fields) {
        const record = appliedName(field.type);
        if (record !== undefined)
          found.set(`${name}.${field.name}`, { role: "constructor", owner: name, member: record });
      }
    }
  }
  return found;
}

/**
 * Tells what the data types of a module are: payloads, arguments of choices, records of variant
 * constructors, or plain ones. Goes by names, as a participant does.
 */
export function originsOf(module: Module): (name: string) => Origin {
  const choices = choiceArguments(module);
  const constructors = constructorRecords(module);
  return (name) =>
    module.templates.has(name)
      ? { role: "template", owner: name, member: "" }
      : (choices.get(name) ?? constructors.get(name) ?? { role: "plain", owner: name, member: "" });
}

/** Whether a data type kept its role. */
export function sameOrigin(past: Origin, present: Origin): boolean {
  return (
    past.role === present.role && past.owner === present.owner && past.member === present.member
  );
}

/** An origin as errors name it. */
export function describeOrigin(origin: Origin): string {
  if (origin.role === "template") return `template ${origin.owner}`;
  if (origin.role === "choice")
    return `input type of choice ${origin.member} on template ${origin.owner}`;
  if (origin.role === "constructor")
    return `variant constructor ${origin.member.slice(origin.member.indexOf(":") + 1)} from variant ${origin.owner}`;
  return `data type ${origin.owner}`;
}
