import { genMap, list, optional, textMap } from "./collection-types.js";
import type { DamlType } from "./daml-type.js";
import { record, variant } from "./record-types.js";
import { type NamedTypes, partsOf, type TypeParts } from "./type-parts.js";

/** A type as an earlier version of its package had it. */
export type EarlierType = <A>(type: DamlType<A>) => DamlType<A>;

/**
 * Makes types of an earlier version of a package, which lack some fields of records and some
 * constructors of variants, at any depth. Values of the earlier types are values of the later ones:
 * fields that an earlier type lacks are optional.
 *
 * @param added the names of fields or constructors that the earlier version of exactly this type
 *   lacks
 * @returns a function that gives the same type for the same type, and the type itself when it
 *   lacks nothing
 */
export const earlierTypes = (
  added: (type: DamlType<unknown>) => ReadonlySet<string> | undefined,
): EarlierType => {
  const known = new Map<DamlType<unknown>, DamlType<unknown>>();
  const earlier = (type: DamlType<unknown>): DamlType<unknown> => {
    const same = known.get(type);
    if (same !== undefined) return same;
    const parts = partsOf(type);
    const made = parts === undefined ? type : rebuilt(type, parts, added(type), earlier);
    known.set(type, made);
    return made;
  };
  // border: only optional fields and constructors are missing, so the values are those of A
  return <A>(type: DamlType<A>) => earlier(type) as DamlType<A>;
};

type Change = (type: DamlType<unknown>) => DamlType<unknown>;

const rebuilt = (
  type: DamlType<unknown>,
  parts: TypeParts,
  added: ReadonlySet<string> | undefined,
  change: Change,
): DamlType<unknown> => {
  switch (parts.kind) {
    case "record": {
      const fields = changedTypes(parts.fields, added, change);
      return fields === parts.fields ? type : record(fields, parts.called);
    }
    case "variant": {
      const constructors = changedTypes(parts.constructors, added, change);
      return constructors === parts.constructors ? type : variant(constructors);
    }
    case "genMap": {
      const [key, element] = [change(parts.key), change(parts.element)];
      return key === parts.key && element === parts.element ? type : genMap(key, element);
    }
    default: {
      const element = change(parts.element);
      return element === parts.element ? type : collections[parts.kind](element);
    }
  }
};

const collections = { list, optional: (of: DamlType<unknown>) => optional(of), textMap } as const;

/** The same object when nothing changes. */
const changedTypes = (
  types: NamedTypes,
  added: ReadonlySet<string> | undefined,
  change: Change,
): NamedTypes => {
  const kept = Object.entries(types).filter(([name]) => added?.has(name) !== true);
  const changed = kept.map(([name, type]) => [name, change(type)] as const);
  const isSame =
    kept.length === Object.keys(types).length &&
    changed.every(([name, type]) => types[name] === type);
  return isSame ? types : Object.fromEntries(changed);
};
