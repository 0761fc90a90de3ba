import { isLeft } from "fp-ts/lib/Either.js";
import type { CompiledCatalog } from "../packages/catalog.js";
import type { CompositeCommand } from "../commands/composite-command.js";
import { illTypedValue } from "../errors/interpretation-error.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";

/**
 * Checks the template and the value of each prefetch key (ledger-api 7). All contracts are in
 * memory, so nothing is loaded.
 */
export const checkPrefetchKeys = (
  { prefetchContractKeys, packageIdSelectionPreference }: CompositeCommand,
  catalog: CompiledCatalog,
): LedgerError | undefined => {
  for (const [at, prefetch] of prefetchContractKeys.entries()) {
    const place = { of: "prefetchKey", index: at, path: [] } as const;
    const resolved = catalog.resolve(prefetch.templateId, packageIdSelectionPreference);
    if (isLeft(resolved)) return { ...resolved.left, place: { ...place, part: "template" } };
    const key = resolved.right.kind === "template" ? resolved.right.definition.key : undefined;
    if (key === undefined) {
      return ledgerError(
        "INVALID_ARGUMENT",
        `The submitted request has invalid arguments: ${prefetch.templateId} has no contract key`,
        { place: { ...place, part: "template" } },
      );
    }
    const value = key.type.decode(prefetch.contractKey);
    if (isLeft(value)) return illTypedValue({ ...place, part: "key" }, value.left);
  }
  return undefined;
};
