import type { DeclaredIndex } from "@tallystick/query-store";
import { usageError } from "../command-error.js";

/** The indexes of `--index TEMPLATE=PATH`. @throws {CommandError} one has another form */
export const indexesIn = (texts: ReadonlyArray<string>): ReadonlyArray<DeclaredIndex> =>
  texts.map((text) => {
    const [, template, path] = /^([\w.:#-]+)=(\w+(?:\.\w+)*)$/.exec(text) ?? [];
    if (template === undefined || path === undefined) {
      throw usageError(
        `--index: expected TEMPLATE=PATH, such as Gold:Gold=owner.name, found "${text}"`,
      );
    }
    return { template: template.replace(/^#/, ""), path: path.split(".") };
  });
