import { nodeNowMs } from "./node-clock.js";
import type { Session } from "./session.js";
import { messages } from "./messages.js";

/** How long a token lives, and how long before its end another one is made; seconds. */
const lifeSeconds = 3_600;
const marginSeconds = 120;

const base64 = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const signed = async (claims: object, secret: string): Promise<string> => {
  const header = { alg: "HS256", typ: "JWT" };
  const content = [header, claims].map((part) => base64(utf8(JSON.stringify(part)))).join(".");
  const key = await crypto.subtle.importKey(
    "raw",
    utf8(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signature = await crypto.subtle.sign("HMAC", key, utf8(content));
  return `${content}.${base64(new Uint8Array(signature))}`;
};

/** Why a text is no user id; undefined when it is one. */
export const userIdError = (text: string): string | undefined => {
  if (text === "") return messages.user.missing;
  if (text.length > 128) return messages.user.tooLong({ count: text.length });
  const bad = Array.from(text).find((each) => !/^[a-zA-Z0-9`|@^$.!\-#+'~_:]$/.test(each));
  return bad === undefined ? undefined : messages.user.wrongCharacter({ bad });
};

/**
 * Logs a user in with the development login, whose secret everyone knows. The node offers it on
 * this machine alone.
 */
export const developmentSession = (
  user: string,
  { secret, audience }: { readonly secret: string; readonly audience: string },
): Session => {
  let token: Promise<string> | undefined;
  let endsAt = 0;
  return {
    kind: "development",
    user,
    name: user,
    token: () => {
      // the node judges the token by its own clock; that of this browser may be wrong
      const now = Math.floor(nodeNowMs() / 1_000);
      if (token === undefined || now > endsAt - marginSeconds) {
        endsAt = now + lifeSeconds;
        token = signed({ sub: user, aud: audience, exp: endsAt }, secret);
      }
      return token;
    },
    end: () => Promise.resolve(),
  };
};
