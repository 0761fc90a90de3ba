import type { Reference, Type, TypeBinder } from "../syntax/type.js";

/** A type without variables, as its head and what it is applied to. */
interface Spine {
  readonly head: Type;
  readonly args: ReadonlyArray<Type>;
}

/** The head of a type and its arguments. */
export const spineOf = (type: Type): Spine => {
  const args: Array<Type> = [];
  let head = type;
  while (head.tag === "application") {
    args.push(head.argument);
    head = head.function;
  }
  return { head, args: args.reverse() };
};

export type Parameters = ReadonlyMap<string, Type>;

/** The arguments of a definition by the names of its parameters. */
export const parametersOf = (
  binders: ReadonlyArray<TypeBinder>,
  args: ReadonlyArray<Type>,
): Parameters =>
  new Map(
    binders.flatMap(({ name }, at) => {
      const argument = args[at];
      return argument === undefined ? [] : [[name, argument] as const];
    }),
  );

/** The type with its variables replaced. */
export const substituted = (type: Type, parameters: Parameters): Type => {
  switch (type.tag) {
    case "variable":
      return parameters.get(type.name) ?? type;
    case "application":
      return {
        ...type,
        function: substituted(type.function, parameters),
        argument: substituted(type.argument, parameters),
      };
    case "synonym":
      return { ...type, arguments: type.arguments.map((each) => substituted(each, parameters)) };
    default:
      return type;
  }
};

export const nameOf = ({ module, name }: Reference): string => `${module}:${name}`;
