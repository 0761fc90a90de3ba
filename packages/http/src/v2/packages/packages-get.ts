import { bytesOf } from "../../endpoints/response-kind.js";
import { orThrow } from "@tallystick/node";
import { bytesContentType } from "../../answers/answer.js";
import { anyCaller, endpoint } from "../../endpoints/endpoint.js";
import { okBytes } from "../../endpoints/reply.js";
import { PackagePath, validPackageId } from "./package-path.js";

/** `GET /v2/packages/{package-id}` (ledger-api 2.13). */
export const packagesGet = endpoint({
  method: "GET",
  path: "/v2/packages/{package-id}",
  summary: "Download the archive of a package",
  description:
    "Returns the archive payload, whose SHA-256 is the package id (also in the header Canton-Package-Hash). Packages defined in TypeScript have no archive.",
  parameters: PackagePath,
  response: bytesOf(bytesContentType),
  responseHeaders: { "Canton-Package-Hash": "The package id" },
  isLongRead: true,
  validate: ({ parameters }) => validPackageId(parameters["package-id"]),
  rights: anyCaller,
  errors: ["INVALID_ARGUMENT", "PACKAGE_NOT_FOUND"],
  handle: async ({ valid: packageId }, { ledger }) => {
    const archive = orThrow(await ledger.packageArchive(packageId));
    return okBytes(archive.payload, { "Canton-Package-Hash": archive.packageId });
  },
});
