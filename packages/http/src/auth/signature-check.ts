import type { Timers } from "@tallystick/background";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  type CryptoKey,
  errors,
  importJWK,
  importSPKI,
  importX509,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import type { AuthService, JwksConfig, SignatureAlgorithm } from "./auth-config.js";
import { createJwksCache } from "./jwks-cache.js";
import { requestJwks } from "./jwks-request.js";
import { KeysUnavailable } from "./keys-unavailable.js";
import type { ConfigurationError } from "./configuration-error.js";

interface VerifiedToken {
  readonly payload: JWTPayload;
  /** Until when the key is valid without another fetch, milliseconds since the Unix epoch. */
  readonly goodUntilMs: number;
}

/**
 * Why a token is not accepted; reasons are for the log. `unavailable`: it cannot be verified now.
 */
export interface CheckError {
  readonly kind: "refused" | "unavailable";
  readonly reason: string;
}

/** Checks a token's signature; its times are for whoever reads the claims. */
export type SignatureCheck = (token: string) => Promise<Either<CheckError, VerifiedToken>>;

/** The context of checks with fetched keys. */
export interface JwksSurroundings {
  readonly config: JwksConfig;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly timers: Timers;
  /** Is called with the reason of each fetch that failed. */
  readonly report: (reason: string) => void;
}

type Key = CryptoKey | JWTVerifyGetKey;

const readKey = async (text: string, algorithm: string): Promise<CryptoKey | Uint8Array> => {
  if (text.includes("BEGIN CERTIFICATE")) return importX509(text, algorithm);
  if (text.includes("BEGIN PUBLIC KEY")) return importSPKI(text, algorithm);
  if (text.includes("PRIVATE KEY")) throw new Error("found a private key, expected a public key");
  try {
    return await importJWK(JSON.parse(text), algorithm);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error("the key is neither a PEM public key nor a PEM certificate nor a JWK");
  }
};

const why = (error: unknown): string => {
  if (error instanceof errors.JOSEError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
};

/** Seconds: the library finds no token early or late, as the claims are judged with the leeway. */
const anyTime = Number.MAX_SAFE_INTEGER;

const verifyWith = (
  token: string,
  key: Key,
  options: { algorithms: string[]; clockTolerance: number },
) => (typeof key === "function" ? jwtVerify(token, key, options) : jwtVerify(token, key, options));

const checkWith =
  (key: Key, algorithms: ReadonlyArray<string>, goodUntilMs: () => number): SignatureCheck =>
  async (token) => {
    try {
      const options = { algorithms: [...algorithms], clockTolerance: anyTime };
      const { payload } = await verifyWith(token, key, options);
      return right({ payload, goodUntilMs: goodUntilMs() });
    } catch (error) {
      const kind = error instanceof KeysUnavailable ? "unavailable" : "refused";
      return left({ kind, reason: why(error) });
    }
  };

const forever = () => Number.POSITIVE_INFINITY;

/** The check by keys published at `url`, with their cache. */
export const jwksCheck = (
  url: string,
  algorithms: ReadonlyArray<SignatureAlgorithm>,
  { config, now, timers, report }: JwksSurroundings,
): SignatureCheck => {
  const load = () => requestJwks(url, config, timers);
  const cache = createJwksCache({ load, times: config, now, report });
  return checkWith(cache.keyFor, algorithms, cache.goodUntilMs);
};

const publicKeyCheck = async (text: string, algorithm: string): Promise<SignatureCheck> => {
  const key = await readKey(text, algorithm);
  if (key instanceof Uint8Array || key.type !== "public")
    throw new Error("the key is not a public key");
  return checkWith(key, [algorithm], forever);
};

const secretCheck = async (secret: string): Promise<SignatureCheck> => {
  const bytes = new TextEncoder().encode(secret);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
  return checkWith(key, ["HS256"], forever);
};

const checkOf = async (
  service: AuthService,
  { config, ...rest }: JwksSurroundings,
): Promise<SignatureCheck> => {
  switch (service.kind) {
    case "jwks": {
      // The author of the configuration could lift the restrictions as well.
      const trusting = { ...config, allowHttp: true, allowPrivateAddresses: true };
      return jwksCheck(service.url, service.algorithms, { ...rest, config: trusting });
    }
    case "key":
      return publicKeyCheck(service.key, service.algorithm);
    case "unsafe":
      return secretCheck(service.secret);
  }
};

/** Prepares the check of one service. Left: the configured key is unusable. */
export const signatureCheck = async (
  service: AuthService,
  surroundings: JwksSurroundings,
): Promise<Either<ConfigurationError, SignatureCheck>> => {
  try {
    return right(await checkOf(service, surroundings));
  } catch (error) {
    return left({ message: why(error) });
  }
};
