import { type Either, left, right } from "fp-ts/lib/Either.js";
import { type LedgerError, ledgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import type { TypeOf } from "io-ts";
import {
  type Endpoint,
  type EndpointDescription,
  anyCaller,
  endpoint,
} from "../../endpoints/endpoint.js";
import {
  VettedPackages,
  always,
  defaulted,
  optional,
  wireArray,
  wireInt32,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { vettingToWire } from "./vetting-answer.js";

/** The most elements of a page of vetted packages (ledger-api 12). */
export const maxVettedPackagesPageSize = 100;

const texts = defaulted(wireArray(wireString), []);

/** Request of `POST /v2/package-vetting/list` (ledger-api 2.13). */
export const ListVettedPackagesRequest = wireObject("ListVettedPackagesRequest", {
  packageMetadataFilter: optional(
    wireObject("PackageMetadataFilter", { packageIds: texts, packageNamePrefixes: texts }),
  ),
  topologyStateFilter: optional(
    wireObject("TopologyStateFilter", { participantIds: texts, synchronizerIds: texts }),
  ),
  pageToken: defaulted(wireString, ""),
  pageSize: defaulted(wireInt32, 0),
});

type ListVettedPackagesRequest = TypeOf<typeof ListVettedPackagesRequest>;

/** Answer of `POST /v2/package-vetting/list`. */
export const ListVettedPackagesResponse = wireObject("ListVettedPackagesResponse", {
  vettedPackages: always(wireArray(VettedPackages)),
  nextPageToken: always(wireString),
});

/**
 * The token after the one element there is, of one participant on one synchronizer: a page with an
 * element has a token, as on a public node, and the next page has none of both.
 */
const lastToken = ({ synchronizerId, participantId }: Ledger): string =>
  Buffer.from(`${synchronizerId} ${participantId}`).toString("base64url");

const undecodable = (field: string, name: string, reason: string): LedgerError =>
  ledgerError("PROTO_DESERIALIZATION_FAILURE", `${field}: ${reason}`, {
    publicCause: "Deserialization of protobuf message failed",
    context: { reason: `ValueConversionError(${name},${reason})` },
    field,
  });

const validRequest = (
  request: ListVettedPackagesRequest,
  ledger: Ledger,
): Either<LedgerError, ListVettedPackagesRequest> => {
  const { pageSize, pageToken } = request;
  if (pageSize < 0 || pageSize > maxVettedPackagesPageSize) {
    const reason = `found ${pageSize}, expected 0 to ${maxVettedPackagesPageSize}`;
    return left(undecodable("pageSize", "page_size", reason));
  }
  const invalid = "Invalid page token for ListVettedPackagesRequest: Failed proto decoding";
  return pageToken === "" || pageToken === lastToken(ledger)
    ? right(request)
    : left(undecodable("pageToken", "page_token", invalid));
};

const among = (wanted: ReadonlyArray<string>, item: string): boolean =>
  wanted.length === 0 || wanted.includes(item);

/** The requested vetted packages. */
const vettedFor = (
  request: ListVettedPackagesRequest,
  ledger: Ledger,
): TypeOf<typeof ListVettedPackagesResponse> => {
  const { packageMetadataFilter: wanted, topologyStateFilter: place } = request;
  const here =
    among(place?.participantIds ?? [], ledger.participantId) &&
    among(place?.synchronizerIds ?? [], ledger.synchronizerId);
  if (!here || request.pageToken !== "") return { vettedPackages: [], nextPageToken: "" };
  const ids = new Set(wanted?.packageIds ?? []);
  const prefixes = wanted?.packageNamePrefixes ?? [];
  const all = vettingToWire(ledger.vetting(), ledger);
  const packages = all.packages.filter(
    ({ packageId, packageName = "" }) =>
      (ids.size === 0 && prefixes.length === 0) ||
      ids.has(packageId) ||
      prefixes.some((prefix) => packageName.startsWith(prefix)),
  );
  return { vettedPackages: [{ ...all, packages }], nextPageToken: lastToken(ledger) };
};

const listAt = (
  { method, path, deprecated }: Pick<EndpointDescription, "method" | "path" | "deprecated">,
  description: string,
): Endpoint =>
  endpoint({
    method,
    path,
    summary: "List the vetted packages",
    ...(deprecated === undefined ? {} : { deprecated }),
    description,
    body: ListVettedPackagesRequest,
    response: ListVettedPackagesResponse,
    validate: ({ body }, { ledger }) => validRequest(body, ledger),
    rights: anyCaller,
    errors: ["PROTO_DESERIALIZATION_FAILURE"],
    handle: ({ valid }, { ledger }) => vettedFor(valid, ledger),
  });

/** `POST /v2/package-vetting/list` (ledger-api 2.13). */
export const packageVettingList = listAt(
  { method: "POST", path: "/v2/package-vetting/list" },
  "Packages that match one of the ids or begin with one of the name prefixes; without either all of them.",
);

/** `GET /v2/package-vetting`: the same under its older path, with a body (ledger-api 1.2). */
export const packageVettingGet = listAt(
  { method: "GET", path: "/v2/package-vetting", deprecated: true },
  "The older path of POST /v2/package-vetting/list; it takes a body although it is a GET.",
);
