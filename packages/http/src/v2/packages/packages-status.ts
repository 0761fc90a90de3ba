import { anyCaller, endpoint } from "../../endpoints/endpoint.js";
import { required, wireEnum, wireObject } from "@tallystick/wire";
import { PackagePath, validPackageId } from "./package-path.js";

/** Answer of `GET /v2/packages/{package-id}/status` (specification 2.4, ledger-api 10). */
export const GetPackageStatusResponse = wireObject("GetPackageStatusResponse", {
  packageStatus: required(
    wireEnum("PackageStatus", "PACKAGE_STATUS_UNSPECIFIED", "PACKAGE_STATUS_REGISTERED"),
  ),
});

const registered = { packageStatus: "PACKAGE_STATUS_REGISTERED" } as const;
const unspecified = { packageStatus: "PACKAGE_STATUS_UNSPECIFIED" } as const;

/** `GET /v2/packages/{package-id}/status` (specification 4.4). */
export const packagesStatus = endpoint({
  method: "GET",
  path: "/v2/packages/{package-id}/status",
  summary: "Get the status of a package",
  description:
    "PACKAGE_STATUS_REGISTERED for a package this node knows, vetted or not; PACKAGE_STATUS_UNSPECIFIED for any other.",
  parameters: PackagePath,
  response: GetPackageStatusResponse,
  validate: ({ parameters }) => validPackageId(parameters["package-id"]),
  rights: anyCaller,
  errors: ["INVALID_ARGUMENT"],
  handle: ({ valid: packageId }, { ledger }) => {
    const known = ledger.catalog.packageInfo(packageId) !== undefined;
    return known ? registered : unspecified;
  },
});
