import type { FormCall } from "../../components/flow/action-form.js";
import type { Resource } from "../../states/resources.js";

/** What an operator does with the node: the pages of the console are read again. */
export const consoleCall = <I, A>(
  name: string,
  run: FormCall<I, A>["run"],
  alsoTouches: ReadonlyArray<Resource> = [],
): FormCall<I, A> => ({
  name: `console.${name}`,
  run,
  touches: ["console", ...alsoTouches],
  effect: "no-matter",
});
