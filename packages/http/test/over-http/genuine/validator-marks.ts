import { generateKeyPairSync, sign } from "node:crypto";
import { SignJWT } from "jose";
import { at } from "../../fixtures/ping-server.js";
import { developmentToken, unsafeSecret } from "../../fixtures/running-server.js";

const keys = generateKeyPairSync("ed25519");

const rawKeyBytes = 32;
const publicKey = keys.publicKey
  .export({ format: "der", type: "spki" })
  .subarray(-rawKeyBytes)
  .toString("hex");

const signed = (hex: string): string =>
  sign(null, Buffer.from(hex, "hex"), keys.privateKey).toString("hex");

const mark = /<(sign:)?@([^<>|]+ \| [^<>|]+)\|([^<>|]+)>/g;

/** What an earlier answer gave at a path, by the name of its question. */
const given = (answers: ReadonlyMap<string, unknown>, name: string, path: string): string => {
  const steps = path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return String(at(answers.get(name), ...steps));
};

/** What marks stand for. */
interface ValidatorMarks {
  /** Earlier ones, by question. */
  readonly answers: ReadonlyMap<string, unknown>;
  /** Microseconds since 1970. */
  readonly now: number;
  readonly synchronizer: string;
}

/** A text of a question with its marks filled. */
export const filled = (text: string, { answers, now, synchronizer }: ValidatorMarks): string =>
  text
    .replace(mark, (_all, signs: string | undefined, name: string, path: string) => {
      const value = given(answers, name, path);
      return signs === undefined ? value : signed(value);
    })
    .replaceAll("<KEY>", publicKey)
    .replaceAll("<SYNC>", synchronizer)
    .replace(/<(us|ms|iso)([+-]\d+)>/g, (_all, unit: string, seconds: string) => {
      const then = now + Number(seconds) * 1_000_000;
      if (unit === "us") return String(then);
      return unit === "ms" ? String(then / 1_000) : new Date(then / 1_000).toISOString();
    });

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Tokens of alice's with other claims; undefined leaves one out. */
const claimsByKind = (now: number): Readonly<Record<string, object>> => ({
  expired: { exp: now - 60 },
  "expired 1 s ago": { exp: now - 1 },
  "no exp": { exp: undefined },
  "not before tomorrow": { nbf: now + 86_400 },
  "issued tomorrow": { iat: now + 86_400 },
  "wrong aud": { aud: "https://other" },
  "aud list": { aud: ["https://other", "https://canton.network.global"] },
  "no aud": { aud: undefined },
  "no sub": { sub: undefined },
  "empty sub": { sub: "" },
  "numeric sub": { sub: 5 },
  "unknown user": { sub: "nobody-here" },
  "user with space": { sub: "a b" },
  admin: { sub: "ledger-api-user" },
  "operator user": { sub: "operator" },
  "dso-less user carol": { sub: "carol" },
});

const tokenWith = (claims: object, secret = unsafeSecret): Promise<string> => {
  const now = Math.floor(Date.now() / 1_000);
  const usual = {
    sub: "alice",
    aud: "https://canton.network.global",
    iss: "unsafe-auth",
    scope: "",
    iat: now - 5,
    exp: now + 3_600,
  };
  const all = Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined);
  return new SignJWT(Object.fromEntries(all))
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(secret);
};

/** The Authorization header of a question, by the user or kind of token that asks. */
export const authorizationOf = async (auth: string): Promise<string | undefined> => {
  const now = Math.floor(Date.now() / 1_000);
  const claims = claimsByKind(now)[auth];
  if (claims !== undefined) return `Bearer ${await tokenWith(claims)}`;
  const usual = await developmentToken("alice");
  switch (auth) {
    case "none":
    case "no header":
      return undefined;
    case "empty bearer":
      return "Bearer ";
    case "garbage":
      return "Bearer x.y.z";
    case "no dots":
      return "Bearer abc";
    case "basic":
      return "Basic YTpi";
    case "lower-case bearer":
      return `bearer ${usual}`;
    case "two spaces":
      return `Bearer  ${usual}`;
    case "token without scheme":
      return usual;
    case "wrong secret":
      return `Bearer ${await tokenWith({}, new TextEncoder().encode("wrong"))}`;
    case "alg none":
      return `Bearer ${base64({ alg: "none", typ: "JWT" })}.${base64({ sub: "alice", aud: "https://canton.network.global", exp: now + 600 })}.`;
    case "HS384 header": {
      const [, payload = "", signature = ""] = usual.split(".");
      return `Bearer ${base64({ alg: "HS384", typ: "JWT" })}.${payload}.${signature}`;
    }
    default:
      return `Bearer ${await developmentToken(auth)}`;
  }
};
