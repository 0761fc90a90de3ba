import { type DamlType, genMap, record, unit } from "@tallystick/core";

export const setOf = <A>(element: DamlType<A>) => ({
  ...record({ map: genMap(element, unit) }),
  show: ({ map }: { readonly map: ReadonlyArray<readonly [A, unknown]> }) =>
    `Set [${map.map(([each]) => element.show(each)).join(",")}]`,
});
