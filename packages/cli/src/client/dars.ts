import { readFile, writeFile } from "node:fs/promises";
import { messageOf } from "@tallystick/background";
import * as t from "io-ts";
import { CommandError } from "../command-error.js";
import type { NodeConnection } from "./node-connection.js";
import type { Shown } from "./table-text.js";

const Packages = t.type({ packageIds: t.array(t.string) }, "a list of packages");
const Vetted = t.intersection([
  t.type({ packageId: t.string }),
  t.partial({ packageName: t.string, packageVersion: t.string }),
]);
const Vetting = t.type(
  { vettedPackages: t.array(t.type({ packages: t.array(Vetted) })) },
  "a list of vetted packages",
);
const Done = t.type({}, "an empty object");

export const listPackages = async (node: NodeConnection): Promise<Shown> => {
  const { packageIds } = await node.ask(Packages, { method: "GET", path: "/v2/packages" });
  const path = "/v2/package-vetting/list";
  const { vettedPackages } = await node.ask(Vetting, { method: "POST", path, body: {} });
  const vetted = new Map(
    vettedPackages.flatMap(({ packages }) => packages.map((each) => [each.packageId, each])),
  );
  const found = packageIds.map((packageId) => {
    const { packageName = "", packageVersion = "" } = vetted.get(packageId) ?? {};
    return { packageId, packageName, packageVersion, isVetted: vetted.has(packageId) };
  });
  const sorted = found.sort((a, b) => (a.packageName < b.packageName ? -1 : 1));
  const rows = sorted.map(({ packageId, packageName, packageVersion, isVetted }) => [
    packageName,
    packageVersion,
    isVetted ? "yes" : "no",
    packageId,
  ]);
  return { json: sorted, columns: ["NAME", "VERSION", "VETTED", "PACKAGE"], rows };
};

export const uploadDar = async (node: NodeConnection, file: string): Promise<Shown> => {
  const body = await readFile(file).catch((thrown: unknown) => {
    throw new CommandError(`${file} cannot be read: ${messageOf(thrown)}`);
  });
  const json = await node.ask(Done, { method: "POST", path: "/v2/dars", body });
  return { json, columns: [], rows: [["uploaded", file]] };
};

/** `dar download`: never over another file. */
export const downloadPackage = async (
  node: NodeConnection,
  packageId: string,
  file: string,
): Promise<Shown> => {
  const bytes = await node.bytes(`/v2/packages/${encodeURIComponent(packageId)}`);
  await writeFile(file, bytes, { flag: "wx" }).catch((thrown: unknown) => {
    throw new CommandError(`${file} cannot be written: ${messageOf(thrown)}`);
  });
  const json = { packageId, file, bytes: bytes.length };
  return {
    json,
    columns: [],
    rows: [
      ["written", file],
      ["bytes", String(bytes.length)],
    ],
  };
};
