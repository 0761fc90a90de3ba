import Router, { type Layer } from "@koa/router";
import type { Endpoint } from "../endpoints/endpoint.js";

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

type Parameters = Readonly<Record<string, string>>;

const none: Parameters = {};

/** `{user-id}` in the router's notation; quoted, as its plain names have no hyphens. */
const routerPath = (path: string): string => path.replace(/\{([^}]+)\}/g, ':"$1"');

/** The values of the path parameters, or the name of the first that is not percent-encoded properly. */
const parametersOf = (layer: Layer, path: string): Parameters | string => {
  const raw = layer.captures(path);
  for (const [index, { name }] of layer.paramNames.entries()) {
    try {
      decodeURIComponent(raw[index] ?? "");
    } catch {
      return String(name);
    }
  }
  return layer.params(path, raw);
};

// the router puts HEAD, which comes with every GET, first
const headLast = (a: string, b: string): number => Number(a === "HEAD") - Number(b === "HEAD");

/** Builds the table. Plain paths are looked up in a map first, as nearly all requests are for one of them. */
export const routeTable = (endpoints: ReadonlyArray<Endpoint>): RouteTable => {
  const router = new Router({ strict: true, sensitive: true });
  const plain = new Map<string, Route>();
  const byRouteName = new Map<string, Endpoint>();
  for (const endpoint of endpoints) {
    const name = `${endpoint.method} ${endpoint.path}`;
    byRouteName.set(name, endpoint);
    if (!endpoint.path.includes("{"))
      plain.set(name, { kind: "found", endpoint, parameters: none });
    router.register(routerPath(endpoint.path), [endpoint.method], () => undefined, { name });
  }
  const search = (method: string, path: string): Route => {
    const matched = router.match(path, method);
    const layer = matched.pathAndMethod[0];
    const endpoint = layer === undefined ? undefined : byRouteName.get(String(layer.name));
    if (layer !== undefined && endpoint !== undefined) {
      const parameters = parametersOf(layer, path);
      return typeof parameters === "string"
        ? { kind: "malformed-parameter", name: parameters }
        : { kind: "found", endpoint, parameters };
    }
    const allowed = [...new Set(matched.path.flatMap((each) => each.methods))].sort(headLast);
    return allowed.length === 0 ? { kind: "not-found" } : { kind: "method-not-allowed", allowed };
  };
  return (method, path) => {
    const wanted = method === "HEAD" ? "GET" : method;
    return plain.get(`${wanted} ${path}`) ?? search(wanted, path);
  };
};
