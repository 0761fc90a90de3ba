import type { IdentityProviderConfig } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { providerAlgorithms } from "./auth-config.js";
import { type JwksSurroundings, jwksCheck, type SignatureCheck } from "./signature-check.js";

/** The active identity provider a token names as its issuer, and the check by its keys. */
export interface ProviderCheck {
  readonly provider: IdentityProviderConfig;
  readonly check: SignatureCheck;
}

/** Finds the provider of an issuer; undefined when there is none or it is deactivated. */
export type ProviderChecks = (issuer: unknown) => ProviderCheck | undefined;

export interface ProviderChecksParts extends Omit<JwksSurroundings, "report"> {
  readonly ledger: Ledger;
  /** Called for each failed fetch of keys. */
  readonly report: (login: string, reason: string) => void;
}

interface Kept {
  readonly jwksUrl: string;
  readonly check: SignatureCheck;
}

/**
 * The checks of the ledger's identity providers: one cache of keys for each provider, until its
 * address of keys changes.
 */
export const providerChecks = ({
  ledger,
  config,
  now,
  timers,
  report,
}: ProviderChecksParts): ProviderChecks => {
  const kept = new Map<string, Kept>();
  const forgetGone = () => {
    for (const [id, { jwksUrl }] of kept)
      if (ledger.identityProvider(id)?.jwksUrl !== jwksUrl) kept.delete(id);
  };
  const checkOf = ({ identityProviderId: id, jwksUrl }: IdentityProviderConfig) => {
    const known = kept.get(id);
    if (known !== undefined && known.jwksUrl === jwksUrl) return known.check;
    // So there are at most as many caches as providers.
    forgetGone();
    const check = jwksCheck(jwksUrl, providerAlgorithms, {
      config,
      now,
      timers,
      report: (reason) => report(`identity provider ${id}`, reason),
    });
    kept.set(id, { jwksUrl, check });
    return check;
  };
  return (issuer) => {
    const provider = ledger
      .identityProviders()
      .find((each) => each.issuer === issuer && !each.isDeactivated);
    return provider === undefined ? undefined : { provider, check: checkOf(provider) };
  };
};
