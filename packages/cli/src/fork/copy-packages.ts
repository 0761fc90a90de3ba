import { hash } from "node:crypto";
import { type Archive, archiveOf, darOfPackages, readArchive } from "@tallystick/daml-lf";
import type { Ledger } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { hasStatus, type NodeConnection } from "../client/node-connection.js";
import { CommandError } from "../command-error.js";

/** Packages that are read at most, and their bytes together. */
const MAX_PACKAGES = 2_000;
const MAX_BYTES = 512 * 1024 * 1024;

const Packages = t.type({ packageIds: t.array(t.string) }, "a list of packages");

const packageIdForm = /^[0-9a-f]{64}$/;

/** What became of the packages of a ledger. */
export interface CopiedPackages {
  readonly copied: number;
  /** Why others were not. */
  readonly unread: ReadonlyArray<string>;
}

/**
 * Uploads the packages of a ledger to another, which has some already.
 *
 * @throws {CommandError} they cannot be read, or are too many
 */
export const copyPackages = async (
  node: NodeConnection,
  ledger: Ledger,
): Promise<CopiedPackages> => {
  const { packageIds } = await node.ask(Packages, { method: "GET", path: "/v2/packages" });
  if (packageIds.length > MAX_PACKAGES)
    throw new CommandError(`the ledger has ${packageIds.length} packages; at most ${MAX_PACKAGES}`);
  const known = new Set(ledger.catalog.packages.map(({ packageId }) => packageId));
  const archives = new Map<string, Archive>();
  const unread: Array<string> = [];
  let bytes = 0;
  for (const packageId of packageIds.filter((id) => packageIdForm.test(id) && !known.has(id))) {
    const archive = await archiveIn(node, packageId);
    if (typeof archive === "string") {
      unread.push(`package ${packageId}: ${archive}`);
      continue;
    }
    bytes += archive.payload.length;
    if (bytes > MAX_BYTES)
      throw new CommandError(`the packages of the ledger have more than ${MAX_BYTES} bytes`);
    archives.set(packageId, archive);
  }
  let copied = 0;
  for (const main of rootsOf(archives)) {
    const dar = darOfPackages(closureOf(main, archives));
    const uploaded = await ledger.uploadDar(dar, true);
    if (isLeft(uploaded)) {
      const { name, version, packageId } = main;
      unread.push(`package ${name} ${version} (${packageId}): ${uploaded.left.cause}`);
      continue;
    }
    const added = uploaded.right.packageIds.filter((id) => !known.has(id));
    for (const id of added) known.add(id);
    copied += added.length;
  }
  return { copied, unread };
};

/** A package of a ledger, or why it cannot be had: those in TypeScript have no archive. */
const archiveIn = async (node: NodeConnection, packageId: string): Promise<Archive | string> => {
  const payload = await node.bytes(`/v2/packages/${packageId}`).catch((thrown: unknown) => {
    if (hasStatus(thrown, 404)) return undefined;
    throw thrown;
  });
  if (payload === undefined) return "the ledger gives no archive of it; name it with --packages";
  if (hash("sha256", payload, "hex") !== packageId) return "its bytes do not have this hash";
  const archive = readArchive(archiveOf({ packageId, payload }));
  return isLeft(archive) ? archive.left.cause : archive.right;
};

/** Packages that no other one refers to. */
const rootsOf = (archives: ReadonlyMap<string, Archive>): ReadonlyArray<Archive> => {
  const used = new Set([...archives.values()].flatMap(({ dependencies }) => dependencies));
  return [...archives.values()].filter(
    ({ packageId, isStable }) => !isStable && !used.has(packageId),
  );
};

/** A package and all it depends on, as far as the ledger gave them. */
const closureOf = (
  main: Archive,
  archives: ReadonlyMap<string, Archive>,
): ReadonlyArray<Archive> => {
  const found = new Map([[main.packageId, main]]);
  // a map also visits what is added to it during the walk
  for (const { dependencies } of found.values()) {
    for (const each of dependencies) {
      const archive = archives.get(each);
      if (archive !== undefined) found.set(each, archive);
    }
  }
  return [...found.values()];
};
