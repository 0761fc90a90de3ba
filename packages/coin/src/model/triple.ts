import { type DamlType, record } from "@tallystick/core";

export const triple = <A, B, C>(first: DamlType<A>, second: DamlType<B>, third: DamlType<C>) =>
  record({ _1: first, _2: second, _3: third });
