import type { Endpoint } from "./endpoint.js";

/** Where a request leads. */
export type Route =
  | {
      readonly kind: "found";
      readonly endpoint: Endpoint;
      /** Values of the path parameters, percent-decoded. */
      readonly parameters: Readonly<Record<string, string>>;
    }
  | { readonly kind: "malformed-parameter"; readonly name: string }
  | { readonly kind: "method-not-allowed"; readonly allowed: ReadonlyArray<string> }
  | { readonly kind: "not-found" };

/** Finds the endpoint of a method and a path. HEAD leads where GET does (ledger-api 1.4). */
export type RouteTable = (method: string, path: string) => Route;

interface PathRow {
  readonly segments: ReadonlyArray<string>;
  readonly hasParameters: boolean;
  readonly byMethod: Map<string, Endpoint>;
}

const none: Readonly<Record<string, string>> = {};

const parameterName = (segment: string): string | undefined =>
  segment.startsWith("{") && segment.endsWith("}") ? segment.slice(1, -1) : undefined;

const fits = (row: PathRow, segments: ReadonlyArray<string>): boolean =>
  row.segments.length === segments.length &&
  row.segments.every(
    (segment, index) => segment === segments[index] || parameterName(segment) !== undefined,
  );

const found = (endpoint: Endpoint, row: PathRow, segments: ReadonlyArray<string>): Route => {
  const parameters: Record<string, string> = {};
  for (const [index, segment] of row.segments.entries()) {
    const name = parameterName(segment);
    if (name === undefined) continue;
    try {
      parameters[name] = decodeURIComponent(segments[index] ?? "");
    } catch {
      return { kind: "malformed-parameter", name };
    }
  }
  return { kind: "found", endpoint, parameters };
};

const pathRows = (endpoints: ReadonlyArray<Endpoint>): ReadonlyMap<string, PathRow> => {
  const rows = new Map<string, PathRow>();
  for (const endpoint of endpoints) {
    const { path, method } = endpoint;
    const segments = path.split("/");
    const hasParameters = segments.some((segment) => parameterName(segment) !== undefined);
    const row = rows.get(path) ?? { segments, hasParameters, byMethod: new Map() };
    row.byMethod.set(method, endpoint);
    rows.set(path, row);
  }
  return rows;
};

/** Builds the table: plain paths are looked up in one map, paths with parameters are compared segment by segment after that. */
export const routeTable = (endpoints: ReadonlyArray<Endpoint>): RouteTable => {
  const rows = pathRows(endpoints);
  const withParameters = [...rows.values()].filter(({ hasParameters }) => hasParameters);
  return (method, path) => {
    let row = rows.get(path);
    const segments = row === undefined ? path.split("/") : row.segments;
    row ??= withParameters.find((each) => fits(each, segments));
    if (row === undefined) return { kind: "not-found" };
    const endpoint = row.byMethod.get(method === "HEAD" ? "GET" : method);
    if (endpoint === undefined) {
      const allowed = [...row.byMethod.keys()];
      if (allowed.includes("GET")) allowed.push("HEAD");
      return { kind: "method-not-allowed", allowed };
    }
    return row.hasParameters
      ? found(endpoint, row, segments)
      : { kind: "found", endpoint, parameters: none };
  };
};
