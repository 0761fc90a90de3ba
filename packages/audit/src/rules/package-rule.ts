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
import { type LoadedPackages, sha256 } from "@tallystick/node";
import type { RuleBook, RuleFinding } from "./rule.js";

/** The form of a model that the id of its package is the hash of. */
const modelFormat = "tallystick-package-1";

/** Why nothing is decided again that uses a package. @param shown its name and id, or its id */
export const withoutCode = (shown: string): string =>
  `no code is loaded for the package ${shown}; name a module that exports it by --packages`;

/** Checks what packages are, and that transactions use those that are vetted. */
export class PackageRule {
  /** Models of the packages of which there is code here, some of which have ids of their own. */
  readonly #models: ReadonlyMap<string, string>;

  /** @param uploaded packages whose archives were read */
  constructor(
    { packages }: Pick<CompiledPackages, "packages">,
    private readonly uploaded: Pick<LoadedPackages, "infoOf">,
  ) {
    this.#models = new Map(
      packages.map(({ packageId, model }) => [packageId, canonicalJson(model)]),
    );
  }

  /** Checks the id of a package. Archives are checked with the hashes of the journal. */
  checkRegistered(state: LedgerState, event: PackageRegistered, book: RuleBook): void {
    const { packageId, model } = event;
    const offset = state.offset + 1;
    if (!isModel(model)) return this.#checkUploaded(offset, event, book);
    const text = canonicalJson(model);
    const known = this.#models.get(packageId);
    const isItsHash = sha256(text) === packageId;
    if (!isItsHash && known === undefined) return book.skipped("R5", withoutCode(packageId));
    const message = `the package ${packageId} has a model that does not match its id`;
    const isItsModel = isItsHash || known === text;
    const named = isItsModel ? differences(offset, event, namesIn(model)) : [{ offset, message }];
    book.checked("R5", named);
  }

  /** Compares an uploaded package with its archive, whose hash is the id: a node keeps it first. */
  #checkUploaded(offset: number, event: PackageRegistered, book: RuleBook): void {
    const { packageId } = event;
    const info = this.uploaded.infoOf(packageId);
    const message = `the archive of the package ${packageId} is not in the store`;
    book.checked(
      "R5",
      info === undefined ? [{ offset, message }] : differences(offset, event, info),
    );
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

/** What a registration says otherwise than the package itself. */
const differences = (
  offset: number,
  event: PackageRegistered,
  expected: Partial<Pick<PackageRegistered, "name" | "version" | "model">>,
): ReadonlyArray<Omit<RuleFinding, "rule">> =>
  (["name", "version", "model"] as const).flatMap((field) => {
    const [found, should] = [event[field], expected[field]].map((each) =>
      each === undefined ? undefined : canonicalJson(each),
    );
    return should === undefined || found === should
      ? []
      : [{ offset, message: `the package ${event.packageId} has a different ${field}: ${found}` }];
  });

/** The name and version that the model of a package in TypeScript has. */
const namesIn = (model: Json): { readonly name?: string; readonly version?: string } => {
  if (!isJsonObject(model)) return {};
  const { name, version } = model;
  return {
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof version === "string" ? { version } : {}),
  };
};

const isModel = (model: Json): boolean => isJsonObject(model) && model["format"] === modelFormat;
