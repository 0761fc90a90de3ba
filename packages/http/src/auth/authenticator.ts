import type { IncomingHttpHeaders } from "node:http";
import type { LedgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { type AuthConfig, type AuthService, developmentService } from "./auth-config.js";
import { maxTokenLength, presentedToken } from "./presented-token.js";
import { type Rights, rightsOf } from "./rights.js";
import { type SignatureCheck, signatureCheck } from "./signature-check.js";
import { createTokenCache, isCurrent, type TokenCache, tokenKey } from "./token-cache.js";
import { readClaims, type TokenClaims, tokenRefused, unauthenticated } from "./token-claims.js";

/** Who asks: the user of a verified token. */
export interface Caller {
  readonly userId: string;
  readonly rights: Rights;
  /** The provider the user belongs to; "" is the default one. */
  readonly identityProviderId: string;
  /** When the token ends, milliseconds since the Unix epoch; undefined: never. Streams end then. */
  readonly tokenExpiresAtMs?: number | undefined;
}

/** Tells who a request comes from. */
export interface Authenticator {
  /**
   * The caller by the token of the request. Left UNAUTHENTICATED (no usable token), PERMISSION_DENIED (user unknown or
   * deactivated, or a token for another participant) or INVALID_TOKEN. Answers at once for a token it knows.
   */
  authenticate(
    headers: IncomingHttpHeaders,
  ): Either<LedgerError, Caller> | Promise<Either<LedgerError, Caller>>;
}

/** What an authenticator is made of. */
export interface AuthenticatorParts {
  readonly auth: AuthConfig;
  readonly ledger: Ledger;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly cache?: TokenCache;
}

interface PreparedService {
  readonly service: AuthService;
  readonly check: SignatureCheck;
}

const callerOf = (claims: TokenClaims, ledger: Ledger): Either<LedgerError, Caller> => {
  const { userId } = claims;
  const user = ledger.user(userId);
  if (user === undefined) return left(tokenRefused(`the user ${userId} does not exist`));
  if (user.isDeactivated) return left(tokenRefused(`the user ${userId} is deactivated`));
  const rights = ledger.userRights(userId);
  if (rights._tag === "Left") return left(tokenRefused(`the user ${userId} has no rights record`));
  return right({
    userId,
    rights: rightsOf(rights.right),
    identityProviderId: user.identityProviderId,
    tokenExpiresAtMs: claims.expiresAtMs,
  });
};

const verify = async (
  token: string,
  services: ReadonlyArray<PreparedService>,
  participantId: string,
  nowMs: number,
): Promise<Either<LedgerError, TokenClaims>> => {
  const reasons: string[] = [];
  for (const { service, check } of services) {
    const payload = await check(token, nowMs);
    if (payload._tag === "Left") {
      reasons.push(`${service.kind}: ${payload.left}`);
      continue;
    }
    const claims = readClaims(payload.right, service, participantId);
    if (claims._tag === "Right" || claims.left.code !== "UNAUTHENTICATED") return claims;
    reasons.push(`${service.kind}: ${claims.left.cause}`);
  }
  return left(unauthenticated(`No configured service accepts the token (${reasons.join("; ")})`));
};

const prepare = async (
  services: ReadonlyArray<AuthService>,
): Promise<Either<string, ReadonlyArray<PreparedService>>> => {
  const prepared: PreparedService[] = [];
  for (const service of services) {
    const check = await signatureCheck(service);
    if (check._tag === "Left") return left(`the ${service.kind} login: ${check.left}`);
    prepared.push({ service, check: check.right });
  }
  return right(prepared);
};

/** Prepares authentication. Left: what is wrong with the configuration. */
export const createAuthenticator = async ({
  auth,
  ledger,
  now,
  cache = createTokenCache(),
}: AuthenticatorParts): Promise<Either<string, Authenticator>> => {
  const services = auth.kind === "development" ? [developmentService] : auth.services;
  const prepared = await prepare(services);
  if (prepared._tag === "Left") return prepared;
  const verifyNew = async (token: string, key: string) => {
    const nowMs = now();
    const claims = await verify(token, prepared.right, ledger.participantId, nowMs);
    if (claims._tag === "Left") return claims;
    // The library's own reading of the times and ours must agree before the token is remembered.
    if (!isCurrent(claims.right, nowMs)) return left(unauthenticated("the token is not valid now"));
    cache.set(key, claims.right, nowMs);
    return callerOf(claims.right, ledger);
  };
  return right({
    authenticate: (headers) => {
      const token = presentedToken(headers);
      if (token === undefined) return left(unauthenticated("The request carries no token"));
      if (token.length > maxTokenLength) {
        return left(unauthenticated(`The token is longer than ${maxTokenLength} characters`));
      }
      const key = tokenKey(token);
      const known = cache.get(key, now());
      return known === undefined ? verifyNew(token, key) : callerOf(known, ledger);
    },
  });
};
