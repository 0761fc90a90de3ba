import { isLeft } from "fp-ts/lib/Either.js";
import { bytesContentType } from "../../answers/answer.js";
import { anyCaller, endpoint, nothing } from "../../endpoints/endpoint.js";
import { okBytes } from "../../endpoints/reply.js";
import { PackagePath, validPackageId } from "./package-path.js";

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
  responseHeaders: { "Canton-Package-Hash": "The package id" },
  access: "token",
  isLongRead: true,
  validate: ({ parameters }) => validPackageId(parameters["package-id"]),
  rights: anyCaller,
  errors: ["INVALID_ARGUMENT", "PACKAGE_NOT_FOUND"],
  handle: async ({ valid: packageId }, { ledger }) => {
    const archive = await ledger.packageArchive(packageId);
    if (isLeft(archive)) return archive;
    return okBytes(archive.right.payload, { "Canton-Package-Hash": archive.right.packageId });
  },
});
