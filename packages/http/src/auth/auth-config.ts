import type { JwksTimes } from "./jwks-cache.js";

/** Which of the tokens a service can verify are meant for this node (ledger-api 9.1). */
export interface TokenTarget {
  /** Tokens must name this audience; the participant is then not checked. */
  readonly audience?: string | undefined;
  /** Tokens must name this scope instead of `daml_ledger_api`. */
  readonly scope?: string | undefined;
  /** Tokens must come from this issuer. */
  readonly issuer?: string | undefined;
}

/** Signature algorithms a node can accept. */
export type SignatureAlgorithm = "RS256" | "ES256" | "EdDSA";

/** One way of verifying tokens. The algorithm is pinned here and never taken from the token. */
export type AuthService = TokenTarget &
  (
    | {
        /** Keys published by an identity provider. */
        readonly kind: "jwks";
        readonly url: string;
        readonly algorithms: ReadonlyArray<SignatureAlgorithm>;
      }
    | {
        /** One public key: PEM (SPKI or X.509 certificate) or a JWK as JSON text. */
        readonly kind: "key";
        readonly key: string;
        readonly algorithm: SignatureAlgorithm;
      }
    | {
        /** HS256 with a shared secret. The verifier can also sign: for tests only. */
        readonly kind: "unsafe";
        readonly secret: string;
      }
  );

/**
 * How callers are authenticated. The development login is only served on a loopback address, as is
 * a node with authorization off, where no token is required and every caller has all rights
 * (ledger-api 9.1).
 */
export type AuthConfig =
  | { readonly kind: "development" }
  | { readonly kind: "off" }
  | { readonly kind: "services"; readonly services: ReadonlyArray<AuthService> };

/** True when only this machine may call, as every caller has all rights. */
export const isForThisMachineOnly = (auth: AuthConfig): boolean => auth.kind !== "services";

/**
 * How keys of identity providers are fetched. The restrictions are for providers added through the
 * interface: addresses in `services` are the operator's.
 */
export interface JwksConfig extends JwksTimes {
  /** Providers may publish keys without TLS. */
  readonly allowHttp: boolean;
  /** Providers may publish keys at loopback, private and other addresses that are not public. */
  readonly allowPrivateAddresses: boolean;
  /** Timeout of a fetch, name lookup included. */
  readonly timeoutMs: number;
}

/** The defaults; with the development login keys may be fetched without TLS too. */
export const defaultJwksConfig = (auth: AuthConfig): JwksConfig => ({
  allowHttp: auth.kind === "development",
  allowPrivateAddresses: false,
  timeoutMs: 5_000,
  cacheMs: 60_000,
  cooldownMs: 5_000,
  staleMs: 600_000,
});

/** Algorithms for tokens of identity providers; no shared secrets. */
export const providerAlgorithms: ReadonlyArray<SignatureAlgorithm> = ["RS256", "ES256", "EdDSA"];

/**
 * The login that existing clients use with a local network: HS256, this secret, this audience
 * (clients of the network's local set-up).
 */
export const developmentService: AuthService = {
  kind: "unsafe",
  secret: "unsafe",
  audience: "https://canton.network.global",
};

/** The user of the development login; a participant admin. */
export const developmentUser = "ledger-api-user";
