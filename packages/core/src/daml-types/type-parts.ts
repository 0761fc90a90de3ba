import type { DamlType } from "./daml-type.js";

/** Types by the names of fields or constructors. */
export type NamedTypes = Readonly<Record<string, DamlType<unknown>>>;

/** What a type was made of; types without parts are scalars, enumerations or recursive. */
export type TypeParts =
  | { readonly kind: "record"; readonly fields: NamedTypes; readonly called: string | undefined }
  | { readonly kind: "variant"; readonly constructors: NamedTypes }
  | { readonly kind: "list" | "optional" | "textMap"; readonly element: DamlType<unknown> }
  | {
      readonly kind: "genMap";
      readonly key: DamlType<unknown>;
      readonly element: DamlType<unknown>;
    };

const parts = new WeakMap<DamlType<unknown>, TypeParts>();

/** The type, with what it was made of. */
export const madeOf = <T extends DamlType<unknown>>(type: T, made: TypeParts): T => {
  parts.set(type, made);
  return type;
};

export const partsOf = (type: DamlType<unknown>): TypeParts | undefined => parts.get(type);
