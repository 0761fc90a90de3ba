import { orThrow } from "@tallystick/node";
import type { ErrorCode } from "@tallystick/core";
import { type Endpoint, endpoint, rawBody } from "../../endpoints/endpoint.js";
import { defaulted, optional, queryBoolean, wireObject, wireString } from "@tallystick/wire";
import { synchronizerOfPackages } from "../rules/synchronizer-choice.js";

/** Answer of `POST /v2/dars`. */
export const UploadDarFileResponse = wireObject("UploadDarFileResponse", {});

/** The errors of a DAR (daml-lf A.8). */
export const darErrors: ReadonlyArray<ErrorCode> = [
  "ALLOWED_LANGUAGE_VERSIONS",
  "DAR_DEPENDENCIES_NOT_VALID",
  "DAR_PARSE_ERROR",
  "DAR_VALIDATION_ERROR",
  "INVALID_DAR",
  "INVALID_ZIP_ENTRY",
  "KNOWN_PACKAGE_VERSION",
  "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
  "PROTO_DESERIALIZATION_FAILURE",
  "ZIP_BOMB",
];

const uploadAt = (path: string, description: string): Endpoint =>
  endpoint({
    method: "POST",
    path,
    summary: "Upload a DAR",
    description,
    query: wireObject("UploadDarQuery", {
      vetAllPackages: defaulted(queryBoolean, true),
      synchronizerId: optional(wireString),
    }),
    body: rawBody,
    response: UploadDarFileResponse,
    // without vetting the synchronizer is irrelevant
    validate: ({ query }, { ledger }) =>
      synchronizerOfPackages(query.vetAllPackages ? query.synchronizerId : "", ledger),
    rights: () => [{ kind: "participant-admin" }],
    errors: darErrors,
    handle: async ({ body, query }, { ledger }) => {
      orThrow(await ledger.uploadDar(body, query.vetAllPackages));
      return {};
    },
  });

/** `POST /v2/dars` (ledger-api 2.13). */
export const darsUpload = uploadAt(
  "/v2/dars",
  "The body is the DAR, whatever its content type says. Uploading one again changes nothing.",
);

/** `POST /v2/packages`: the same under its older path. */
export const packagesUpload = uploadAt("/v2/packages", "The older path of POST /v2/dars.");
