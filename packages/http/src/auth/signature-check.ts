import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  type CryptoKey,
  createRemoteJWKSet,
  errors,
  importJWK,
  importSPKI,
  importX509,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import type { AuthService } from "./auth-config.js";

/** Checks a token's signature and its times. Left: why it is refused, for the log. */
export type SignatureCheck = (token: string, nowMs: number) => Promise<Either<string, JWTPayload>>;

/** How long fetched keys are used before they are fetched again; milliseconds. */
const jwksCacheMs = 60_000;
/** Least time between two fetches, however many unknown keys are asked for; milliseconds. */
const jwksCooldownMs = 5_000;
/** How long a fetch of keys may take; milliseconds. */
const jwksTimeoutMs = 5_000;

type Key = CryptoKey | Uint8Array | JWTVerifyGetKey;

const readKey = async (text: string, algorithm: string): Promise<CryptoKey | Uint8Array> => {
  if (text.includes("BEGIN CERTIFICATE")) return importX509(text, algorithm);
  if (text.includes("BEGIN PUBLIC KEY")) return importSPKI(text, algorithm);
  if (text.includes("PRIVATE KEY"))
    throw new Error("a private key stands where a public key belongs");
  try {
    return await importJWK(JSON.parse(text), algorithm);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error("the key is neither a PEM public key nor a PEM certificate nor a JWK");
  }
};

const symmetricKey = (key: CryptoKey | Uint8Array): boolean =>
  key instanceof Uint8Array || key.type !== "public";

const keyOf = async (service: AuthService): Promise<Key> => {
  switch (service.kind) {
    case "jwks":
      return createRemoteJWKSet(new URL(service.url), {
        cacheMaxAge: jwksCacheMs,
        cooldownDuration: jwksCooldownMs,
        timeoutDuration: jwksTimeoutMs,
      });
    case "key": {
      const key = await readKey(service.key, service.algorithm);
      if (symmetricKey(key)) throw new Error("the key is not a public key");
      return key;
    }
    case "unsafe":
      return crypto.subtle.importKey(
        "raw",
        new TextEncoder().encode(service.secret),
        { name: "HMAC", hash: "SHA-256" },
        false,
        ["verify"],
      );
  }
};

const algorithmsOf = (service: AuthService): string[] => {
  switch (service.kind) {
    case "jwks":
      return [...service.algorithms];
    case "key":
      return [service.algorithm];
    case "unsafe":
      return ["HS256"];
  }
};

const verifyWith = (
  token: string,
  key: Key,
  options: { algorithms: string[]; currentDate: Date },
) => (typeof key === "function" ? jwtVerify(token, key, options) : jwtVerify(token, key, options));

const why = (error: unknown): string => {
  if (error instanceof errors.JOSEError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
};

/** Prepares the check of one service. Left: the key of the configuration is unusable. */
export const signatureCheck = async (
  service: AuthService,
): Promise<Either<string, SignatureCheck>> => {
  const algorithms = algorithmsOf(service);
  try {
    const key = await keyOf(service);
    return right(async (token, nowMs) => {
      try {
        const options = { algorithms, currentDate: new Date(nowMs) };
        return right((await verifyWith(token, key, options)).payload);
      } catch (error) {
        return left(why(error));
      }
    });
  } catch (error) {
    return left(why(error));
  }
};
