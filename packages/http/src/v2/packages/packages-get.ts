import { isLeft, left } from "fp-ts/lib/Either.js";
import { bytesContentType } from "../../answers/answer.js";
import { anyCaller, endpoint, nothing, okBytes } from "../../endpoints/endpoint.js";
import { PackagePath, packagePathError } from "./package-path.js";

/** `GET /v2/packages/{package-id}` (ledger-api 2.13). */
export const packagesGet = endpoint({
  method: "GET",
  path: "/v2/packages/{package-id}",
  summary: "Download the archive of a package",
  description:
    "Answers the archive payload, whose SHA-256 is the package id; the header Canton-Package-Hash repeats it. Packages given to the node in TypeScript have no archive.",
  parameters: PackagePath,
  query: nothing,
  body: nothing,
  response: { kind: "bytes", contentType: bytesContentType },
  access: "token",
  rights: anyCaller,
  errors: ["INVALID_ARGUMENT", "PACKAGE_NOT_FOUND"],
  handle: async ({ parameters }, { ledger }) => {
    const packageId = parameters["package-id"];
    const problem = packagePathError(packageId);
    if (problem !== undefined) return left(problem);
    const archive = await ledger.packageArchive(packageId);
    if (isLeft(archive)) return archive;
    return okBytes(archive.right.payload, { "Canton-Package-Hash": archive.right.packageId });
  },
});
