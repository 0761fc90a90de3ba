import { createHmac } from "node:crypto";

/** An answer of the node, or a part of one. */
type Answer = Readonly<Record<string, unknown>>;

/** Calls a node's JSON Ledger API. */
export interface NodeClient {
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
}

const base64Url = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");

/** The token of the development login; a real node takes tokens of its identity provider. */
export const developmentToken = (user: string): string => {
  const claims = {
    sub: user,
    iss: "unsafe-auth",
    aud: "https://canton.network.global",
    exp: Math.floor(Date.now() / 1000) + 3600,
  };
  const content = `${base64Url({ alg: "HS256", typ: "JWT" })}.${base64Url(claims)}`;
  return `${content}.${createHmac("sha256", "unsafe").update(content).digest("base64url")}`;
};

/** A client of the node at an address; throws when the node does not answer 200. */
export const nodeClient = (base: string, token: string): NodeClient => {
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(new URL(path, base), {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" && answer !== null ? { ...answer } : {};
  };
  return { get: (path) => call("GET", path), post: (path, body) => call("POST", path, body) };
};
