import { type DamlType, record } from "@tallystick/core";

export const pair = <A, B>(first: DamlType<A>, second: DamlType<B>) =>
  record({ _1: first, _2: second });
