import {
  canonicalJson,
  type CompiledPackages,
  isJsonObject,
  isUsableAt,
  type Json,
  type LedgerState,
  type PackageRegistered,
  type TransactionCommitted,
} from "@tallystick/core";
import { sha256 } from "@tallystick/node";
import type { RuleBook } from "./rule.js";

/** The form of a model that the id of its package is the hash of. */
const modelFormat = "tallystick-package-1";

/** Checks what packages are, and that transactions use those that are vetted. */
export class PackageRule {
  /** Models of the packages of which there is code here, some of which have ids of their own. */
  readonly #models: ReadonlyMap<string, string>;

  constructor({ packages }: Pick<CompiledPackages, "packages">) {
    this.#models = new Map(
      packages.map(({ packageId, model }) => [packageId, canonicalJson(model)]),
    );
  }

  /** Checks the id of a package. Archives are checked with the hashes of the journal. */
  checkRegistered(state: LedgerState, event: PackageRegistered, book: RuleBook): void {
    const { packageId, model } = event;
    if (!isModel(model)) return;
    const offset = state.offset + 1;
    const text = canonicalJson(model);
    const known = this.#models.get(packageId);
    const isItsHash = sha256(text) === packageId;
    if (!isItsHash && known === undefined)
      return book.skipped("R5", `there is no code here for the package ${packageId}`);
    const message = `the package ${packageId} has a model that does not belong to its id`;
    book.checked("R5", isItsHash || known === text ? [] : [{ offset, message }]);
  }

  /** Checks that the packages of a transaction were vetted when it was recorded. */
  checkUsed(
    { participant: { vetting }, offset: before }: LedgerState,
    { nodes, recordTime }: TransactionCommitted,
    book: RuleBook,
  ): void {
    // nearly all ledgers never unvetted anything
    if (vetting.exceptions.size === 0) return book.checked("R5", []);
    const offset = before + 1;
    book.checked(
      "R5",
      nodes.flatMap(({ templateId }, node) => {
        const [packageId = ""] = templateId.split(":");
        return isUsableAt(vetting, packageId, recordTime)
          ? []
          : [{ offset, node, message: `the package ${packageId} is not vetted at that time` }];
      }),
    );
  }
}

const isModel = (model: Json): boolean => isJsonObject(model) && model["format"] === modelFormat;
