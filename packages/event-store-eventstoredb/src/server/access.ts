import { createHash, timingSafeEqual } from "node:crypto";
import type { Metadata } from "@grpc/grpc-js";
import type { ServerAccess } from "./server-options.js";
import { accessDenied, type StatusError, unauthenticated } from "./status-error.js";

/** Who calls and may read, or the status that ends the call. Without a user it is anonymous. */
export type Permission = { readonly mayRead: boolean; readonly user?: string } | StatusError;

const EVERYTHING: Permission = { mayRead: true };

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

const digestOf = (text: string): Buffer => createHash("sha256").update(text, "utf8").digest();

const credentialsOf = (header: string): string | undefined => {
  const encoded = BASIC.exec(header)?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("utf8");
};

/**
 * Reads the permissions of a call from its `authorization` header. Passwords are compared in
 * constant time.
 */
export const createAccess = (
  access: ServerAccess | undefined,
): ((metadata: Metadata) => Permission) => {
  if (access === undefined) return () => EVERYTHING;
  const users = access.users.map(({ name, password }) => ({
    name,
    digest: digestOf(`${name}:${password}`),
  }));
  const anonymous = access.anonymous ?? "nothing";
  return (metadata) => {
    const [header] = metadata.get("authorization");
    if (header === undefined) return { mayRead: anonymous === "read" };
    const credentials = credentialsOf(String(header));
    if (credentials === undefined) return unauthenticated();
    const digest = digestOf(credentials);
    const user = users.find((known) => timingSafeEqual(known.digest, digest));
    return user === undefined ? unauthenticated() : { mayRead: true, user: user.name };
  };
};

/** The status that ends a call which may not do this, undefined if it may. */
export const denialOf = (
  permission: Permission,
  needed: "read" | "nothing",
): StatusError | undefined => {
  if ("code" in permission) return permission;
  return needed === "read" && !permission.mayRead ? accessDenied() : undefined;
};
