import type { IncomingHttpHeaders } from "node:http";
import { systemTimers, type Timers } from "@tallystick/background";
import type { LedgerError, UserId } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type AuthConfig,
  type AuthService,
  defaultJwksConfig,
  developmentService,
  type JwksConfig,
} from "./auth-config.js";
import { maxTokenLength, presentedToken } from "./presented-token.js";
import { providerChecks, type ProviderChecksParts } from "./provider-checks.js";
import { everyRight, type Rights, rightsOf } from "./rights.js";
import { signatureCheck } from "./signature-check.js";
import { createTokenCache, type TokenCache, tokenKey } from "./token-cache.js";
import { type TokenClaims, tokenRefused, unauthenticated } from "./token-claims.js";
import { defaultTimestampLeeway, type TimestampLeeway } from "./token-times.js";
import { type PreparedService, tokenVerifier } from "./token-verifier.js";
import type { ConfigurationError } from "./configuration-error.js";

/** The default provider; its users have tokens of the configured services (ledger-api 8.3). */
const defaultProviderId = "";

/** The caller: the user of a verified token. */
export interface Caller {
  /** "" for any: while authorization is off. */
  readonly userId: UserId;
  readonly rights: Rights;
  /** The provider the user belongs to; "" is the default one. */
  readonly identityProviderId: string;
  /**
   * When the token expires, milliseconds since the Unix epoch; undefined: never. It is still taken
   * for the leeway after it.
   */
  readonly tokenExpiresAtMs?: number | undefined;
}

export interface Authenticator {
  /**
   * The caller by the token of the request. Left UNAUTHENTICATED (no usable token),
   * PERMISSION_DENIED (user unknown, deactivated or of another provider, or a token for another
   * participant), INVALID_TOKEN, or IDENTITY_PROVIDER_UNAVAILABLE (the keys to verify it cannot be
   * fetched). Answers synchronously for a cached token.
   * @param access `subject`: any valid token, also when no user of the node is its subject; then
   * without rights
   */
  authenticate(
    headers: IncomingHttpHeaders,
    access?: "token" | "subject",
  ): Either<LedgerError, Caller> | Promise<Either<LedgerError, Caller>>;
}

interface AuthenticatorParts {
  readonly auth: AuthConfig;
  readonly ledger: Ledger;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Of fetches of keys; default: the system's. */
  readonly timers?: Timers;
  /** Overrides of how keys are fetched. */
  readonly jwks?: Partial<JwksConfig>;
  readonly jwtTimestampLeeway?: TimestampLeeway;
  /** Is called for each fetch of keys that failed: for which login, and why. */
  readonly reportOutage?: (login: string, reason: string) => void;
  readonly cache?: TokenCache;
}

const callerOf = (
  claims: TokenClaims,
  ledger: Ledger,
  access: "token" | "subject",
): Either<LedgerError, Caller> => {
  const { userId, provider, times } = claims;
  const tokenExpiresAtMs = times.exp;
  const ownProvider = provider?.identityProviderId ?? defaultProviderId;
  const user = ledger.user(userId);
  if (user === undefined) {
    return access === "subject"
      ? right({ userId, rights: noRights, identityProviderId: ownProvider, tokenExpiresAtMs })
      : left(tokenRefused(`the user ${userId} does not exist`));
  }
  const { identityProviderId } = user;
  if (identityProviderId !== ownProvider)
    return left(tokenRefused(`the user ${userId} belongs to another identity provider`));
  if (user.isDeactivated) return left(tokenRefused(`the user ${userId} is deactivated`));
  const rights = ledger.userRights(userId);
  if (isLeft(rights)) return left(tokenRefused(`the user ${userId} has no rights record`));
  return right({
    userId,
    rights: rightsOf(rights.right),
    identityProviderId,
    tokenExpiresAtMs,
  });
};

const noRights = rightsOf([]);

/** False once the provider a token comes from was changed, deactivated or deleted. */
const isStillConfigured = ({ provider }: TokenClaims, ledger: Ledger): boolean =>
  provider === undefined || ledger.identityProvider(provider.identityProviderId) === provider;

const prepare = async (
  services: ReadonlyArray<AuthService>,
  surroundings: Omit<ProviderChecksParts, "ledger">,
): Promise<Either<ConfigurationError, ReadonlyArray<PreparedService>>> => {
  const prepared: PreparedService[] = [];
  for (const service of services) {
    const report = (reason: string) => surroundings.report(`the ${service.kind} login`, reason);
    const check = await signatureCheck(service, { ...surroundings, report });
    if (isLeft(check)) return left({ message: `the ${service.kind} login: ${check.left.message}` });
    prepared.push({ service, check: check.right });
  }
  return right(prepared);
};

/** The caller while authorization is off: any, with every right. */
const anyone = right<LedgerError, Caller>({
  userId: "",
  rights: everyRight,
  identityProviderId: defaultProviderId,
});

/** Prepares authentication. Left: an error of the configuration. */
export const createAuthenticator = async ({
  auth,
  ledger,
  now,
  timers = systemTimers,
  jwks = {},
  reportOutage = () => {},
  jwtTimestampLeeway: leeway = defaultTimestampLeeway,
  cache = createTokenCache(leeway),
}: AuthenticatorParts): Promise<Either<ConfigurationError, Authenticator>> => {
  if (auth.kind === "off") return right({ authenticate: () => anyone });
  const config = { ...defaultJwksConfig(auth), ...jwks };
  const surroundings = { config, now, timers, report: reportOutage };
  const services = auth.kind === "development" ? [developmentService] : auth.services;
  const prepared = await prepare(services, surroundings);
  if (isLeft(prepared)) return prepared;
  const { participantId } = ledger;
  const providerOf = providerChecks({ ledger, ...surroundings });
  const verify = tokenVerifier({ services: prepared.right, providerOf, participantId, leeway });
  const verifyNew = async (token: string, key: string, access: "token" | "subject") => {
    const nowMs = now();
    const good = await verify(token, nowMs);
    if (isLeft(good)) return good;
    const { claims, goodUntilMs } = good.right;
    if (!isStillConfigured(claims, ledger))
      return left(unauthenticated("The token's identity provider was changed meanwhile"));
    cache.set(key, claims, nowMs, goodUntilMs);
    return callerOf(claims, ledger, access);
  };
  return right({
    authenticate: (headers, access = "token") => {
      const token = presentedToken(headers);
      if (token === undefined) return left(unauthenticated("The request carries no token"));
      if (token.length > maxTokenLength)
        return left(unauthenticated(`The token is longer than ${maxTokenLength} characters`));
      const key = tokenKey(token);
      const known = cache.get(key, now());
      return known === undefined || !isStillConfigured(known, ledger)
        ? verifyNew(token, key, access)
        : callerOf(known, ledger, access);
    },
  });
};
