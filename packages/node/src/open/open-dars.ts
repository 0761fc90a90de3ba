import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { archiveAdministration } from "../administration/administer-archives.js";
import { isDarFile } from "../ledger/dar-file.js";
import type { LedgerPart } from "./ledger-parts.js";

/** Uploads the DARs that a ledger is opened with; what is registered already stays as it is. */
export const openedDars: LedgerPart<"dars", "pipeline" | "archives" | "darReader" | "incoming"> = {
  open: async ({ options, pipeline, config, ...kept }) => {
    if (config.follow) return right(undefined);
    const { registerDar } = archiveAdministration(pipeline, kept, config);
    for (const given of options.packages ?? []) {
      if (!isDarFile(given)) continue;
      const registered = await registerDar(given);
      if (isLeft(registered)) {
        const { code, cause, context } = registered.left;
        const more = context["validationError"] ?? "";
        const message = `the DAR of ${given.name} ${given.version}: ${code}: ${cause} ${more}`;
        return left({ kind: "packages", message: message.trimEnd() });
      }
    }
    return right(undefined);
  },
};
