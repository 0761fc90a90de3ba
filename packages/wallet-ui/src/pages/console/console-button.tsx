import { type Act, ActButton } from "../../components/flow/act-button.js";
import type { Resource } from "../../states/resources.js";

/** Something that an operator does with the node: the pages of the console are read again. */
export const ConsoleButton = ({
  name,
  touches = [],
  ...act
}: Omit<Act, "touches" | "effect"> & { readonly touches?: ReadonlyArray<Resource> }) => (
  <ActButton
    {...act}
    name={`console.${name}`}
    touches={["console", ...touches]}
    effect="no-matter"
  />
);
