import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  isUniqueIdentifier,
  type LedgerError,
  ledgerError,
  textSentence,
  uniqueIdentifierSentence,
} from "@tallystick/core";
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
import { deserializationFailure } from "../rules/deserialization-failure.js";
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

/** Characters that a group of Base64 never ends with alone. */
const isBase64Url = (text: string): boolean =>
  /^[\w-]*={0,2}$/.test(text) && text.replace(/=+$/, "").length % 4 !== 1;

const unknownPlace = (what: string, known: string, field: string): LedgerError =>
  ledgerError(
    "TOPOLOGY_STORE_NOT_FOUND",
    `The ${what} is not known to this node, which knows ${known}`,
    { field },
  );

/** The first text of a list that is not of a form. */
const firstWrong = (
  texts: ReadonlyArray<string>,
  field: string,
  name: string,
  reasonOf: (text: string) => string | undefined,
): LedgerError | undefined => {
  for (const [index, each] of texts.entries()) {
    const reason = reasonOf(each);
    if (reason !== undefined) return deserializationFailure(`${field}[${index}]`, name, reason);
  }
  return undefined;
};

const idReason = (id: string): string | undefined =>
  isUniqueIdentifier(id) ? undefined : uniqueIdentifierSentence(id.slice(0, 200));

/**
 * PROTO_DESERIALIZATION_FAILURE for an id that is none; TOPOLOGY_STORE_NOT_FOUND for a synchronizer
 * that this node does not know, and where it knows none of the participants: an empty answer would
 * say that they have no packages vetted.
 */
const filterError = (
  { packageMetadataFilter: packages, topologyStateFilter: place }: ListVettedPackagesRequest,
  ledger: Ledger,
): LedgerError | undefined => {
  const synchronizerIds = place?.synchronizerIds ?? [];
  const participantIds = place?.participantIds ?? [];
  const [of, at] = ["packageMetadataFilter", "topologyStateFilter"];
  const malformed =
    firstWrong(packages?.packageIds ?? [], `${of}.packageIds`, "package_ids", (id) =>
      textSentence("Package ID", id.slice(0, 200)),
    ) ??
    firstWrong(synchronizerIds, `${at}.synchronizerIds`, "synchronizer_ids", idReason) ??
    firstWrong(participantIds, `${at}.participantIds`, "participant_ids", idReason);
  if (malformed !== undefined) return malformed;
  const elsewhere = synchronizerIds.findIndex((id) => id !== ledger.synchronizerId);
  if (elsewhere !== -1) {
    return unknownPlace(
      `synchronizer ${synchronizerIds[elsewhere]}`,
      ledger.synchronizerId,
      `${at}.synchronizerIds[${elsewhere}]`,
    );
  }
  return participantIds.length === 0 || participantIds.includes(ledger.participantId)
    ? undefined
    : unknownPlace(
        `participant ${participantIds[0]}`,
        ledger.participantId,
        `${at}.participantIds[0]`,
      );
};

const validRequest = (
  request: ListVettedPackagesRequest,
  ledger: Ledger,
): Either<LedgerError, ListVettedPackagesRequest> => {
  const { pageSize, pageToken } = request;
  const wrong = filterError(request, ledger);
  if (wrong !== undefined) return left(wrong);
  if (pageSize < 0 || pageSize > maxVettedPackagesPageSize) {
    const reason = `found ${pageSize}, expected 0 to ${maxVettedPackagesPageSize}`;
    return left(deserializationFailure("pageSize", "page_size", reason));
  }
  const step = isBase64Url(pageToken) ? "Failed proto decoding" : "Failed base64 decoding";
  const invalid = `Invalid page token for ListVettedPackagesRequest: ${step}`;
  return pageToken === "" || pageToken === lastToken(ledger)
    ? right(request)
    : left(deserializationFailure("pageToken", "page_token", invalid));
};

const vettedFor = (
  request: ListVettedPackagesRequest,
  ledger: Ledger,
): TypeOf<typeof ListVettedPackagesResponse> => {
  const { packageMetadataFilter: wanted } = request;
  if (request.pageToken !== "") return { vettedPackages: [], nextPageToken: "" };
  const ids = new Set(wanted?.packageIds ?? []);
  const prefixes = wanted?.packageNamePrefixes ?? [];
  const all = vettingToWire(ledger.vetting(), ledger);
  const packages = all.packages.filter(
    ({ packageId, packageName = "" }) =>
      (ids.size === 0 && prefixes.length === 0) ||
      ids.has(packageId) ||
      prefixes.some((prefix) => packageName.startsWith(prefix)),
  );
  // a participant of whose packages none is asked for is no element, as on a public node
  return packages.length === 0
    ? { vettedPackages: [], nextPageToken: "" }
    : { vettedPackages: [{ ...all, packages }], nextPageToken: lastToken(ledger) };
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
    errors: ["PROTO_DESERIALIZATION_FAILURE", "TOPOLOGY_STORE_NOT_FOUND"],
    handle: ({ valid }, { ledger }) => vettedFor(valid, ledger),
  });

/** `POST /v2/package-vetting/list` (ledger-api 2.13). */
export const packageVettingList = listAt(
  { method: "POST", path: "/v2/package-vetting/list" },
  "Returns packages that have one of the ids, or whose name begins with one of the prefixes; without both, all packages.",
);

/** `GET /v2/package-vetting`: the same under its older path, with a body (ledger-api 1.2). */
export const packageVettingGet = listAt(
  { method: "GET", path: "/v2/package-vetting", deprecated: true },
  "The older path of POST /v2/package-vetting/list; it takes a body although it is a GET.",
);
