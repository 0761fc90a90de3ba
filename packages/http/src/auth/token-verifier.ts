import { type IdentityProviderConfig, type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { decodeJwt, type JWTPayload } from "jose";
import type { AuthService, TokenTarget } from "./auth-config.js";
import type { ProviderCheck, ProviderChecks } from "./provider-checks.js";
import type { CheckError, SignatureCheck } from "./signature-check.js";
import { readClaims, type TokenClaims, unauthenticated } from "./token-claims.js";
import { type TimestampLeeway, timeRefusal } from "./token-times.js";

/**
 * The claims of a valid token, and until when it is valid without another check, milliseconds since
 * the Unix epoch.
 */
interface GoodToken {
  readonly claims: TokenClaims;
  readonly goodUntilMs: number;
}

/** A configured service and its check. */
export interface PreparedService {
  readonly service: AuthService;
  readonly check: SignatureCheck;
}

interface TokenVerifierParts {
  readonly services: ReadonlyArray<PreparedService>;
  readonly providerOf: ProviderChecks;
  readonly participantId: string;
  readonly leeway: TimestampLeeway;
}

/** Left UNAUTHENTICATED, IDENTITY_PROVIDER_UNAVAILABLE, PERMISSION_DENIED or INVALID_TOKEN. */
type TokenVerifier = (token: string, nowMs: number) => Promise<Either<LedgerError, GoodToken>>;

interface Way {
  readonly name: string;
  readonly target: TokenTarget;
  readonly check: SignatureCheck;
  readonly provider?: IdentityProviderConfig;
}

const wayOfProvider = ({ provider, check }: ProviderCheck): Way => {
  const { identityProviderId, issuer, audience } = provider;
  return {
    name: `identity provider ${identityProviderId}`,
    target: { issuer, ...(audience === "" ? {} : { audience }) },
    check,
    provider,
  };
};

const refused = (reason: string): CheckError => ({ kind: "refused", reason });

/**
 * True for canonical base64url: without padding, and with nothing in the bits beyond the last byte
 * (RFC 7515).
 */
const isCanonical = (part: string): boolean =>
  Buffer.from(part, "base64url").toString("base64url") === part;

/**
 * The claims of a token before verification. A token has one text: other spellings of the same
 * bytes are rejected.
 */
const unproven = (token: string): JWTPayload | undefined => {
  if (!token.split(".").every(isCanonical)) return undefined;
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
};

/** Left with a LedgerError: the token is for this way, and is rejected finally. */
type Tried = Either<CheckError, Either<LedgerError, GoodToken>>;

const tryWay = async (
  { target, check, provider }: Way,
  { token, said, nowMs }: { token: string; said: JWTPayload; nowMs: number },
  { participantId, leeway }: Pick<TokenVerifierParts, "participantId" | "leeway">,
): Promise<Tried> => {
  // Keys are not fetched for a token that would be rejected anyway.
  const promised = readClaims(said, target, participantId);
  if (isLeft(promised) && promised.left.code === "UNAUTHENTICATED")
    return left(refused(promised.left.cause));
  const untimely = isRight(promised) ? timeRefusal(promised.right.times, leeway, nowMs) : undefined;
  if (untimely !== undefined) return left(refused(untimely));
  const verified = await check(token);
  if (isLeft(verified)) return verified;
  const { payload, goodUntilMs } = verified.right;
  const claims = readClaims(payload, target, participantId);
  if (isLeft(claims)) {
    return claims.left.code === "UNAUTHENTICATED"
      ? left(refused(claims.left.cause))
      : right(claims);
  }
  const origin = provider === undefined ? {} : { provider };
  return right(right({ claims: { ...claims.right, ...origin }, goodUntilMs }));
};

/** The caller does not get the reason, which would reveal what the node can reach. */
const unavailable = (): LedgerError =>
  ledgerError(
    "IDENTITY_PROVIDER_UNAVAILABLE",
    "The keys to verify the token with cannot be fetched now; try again later",
    { definiteAnswer: true },
  );

/**
 * Verifies tokens: by the active identity provider that is the token's issuer, then by the
 * configured services in their order (ledger-api 8.3, 9.1). The first that accepts a token decides
 * whose user it speaks for.
 */
export const tokenVerifier =
  ({ services, providerOf, ...rules }: TokenVerifierParts): TokenVerifier =>
  async (token, nowMs) => {
    const said = unproven(token);
    if (said === undefined) return left(unauthenticated("The token is not a JWT"));
    const issuer = providerOf(said.iss);
    const ways: Way[] = issuer === undefined ? [] : [wayOfProvider(issuer)];
    for (const { service, check } of services)
      ways.push({ name: service.kind, target: service, check });
    const errors: CheckError[] = [];
    for (const way of ways) {
      const tried = await tryWay(way, { token, said, nowMs }, rules);
      if (isRight(tried)) return tried.right;
      const { kind, reason } = tried.left;
      errors.push({ kind, reason: `${way.name}: ${reason}` });
    }
    if (errors.some(({ kind }) => kind === "unavailable")) return left(unavailable());
    const reasons = errors.map(({ reason }) => reason).join("; ");
    return left(unauthenticated(`No configured service accepts the token (${reasons})`));
  };
