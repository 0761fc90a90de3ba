import type { IncomingMessage } from "node:http";
import type { Wallet } from "@tallystick/node";
import { developmentService } from "../auth/auth-config.js";
import { comesFromLoopback } from "../auth/loopback.js";
import type { AuditLog } from "../endpoints/audit-log.js";
import type { HttpConfig } from "../endpoints/http-config.js";

/** How people log in, for the browser. */
type SiteLogin =
  | { readonly kind: "development"; readonly secret: string; readonly audience: string }
  | { readonly kind: "off" }
  | {
      readonly kind: "oidc";
      readonly issuer: string;
      readonly clientId: string;
      readonly audience: string | null;
      readonly scope: string;
    }
  | { readonly kind: "none" };

/** What the browser wallet must know of its node before anyone has logged in. */
interface SiteConfig {
  readonly auth: SiteLogin;
  readonly network: "dev" | "test" | "main" | "off";
  readonly devNet: boolean;
  /** Whether the clock is moved by hand. */
  readonly manualClock: boolean;
  /** Microseconds since 1970; null without a wallet. */
  readonly ledgerTime: number | null;
  /** Whether the node keeps the log of its journal. */
  readonly audit: boolean;
  readonly names: { readonly coin: string; readonly nameService: string };
  /** Below which path the node is mounted; "" for none. */
  readonly basePath: string;
}

/** What the node has that the pages show. */
export interface SiteServices {
  readonly wallet?: Wallet | undefined;
  readonly audit?: AuditLog | undefined;
}

/** The scope where none is configured; the last one gives a refresh token. */
const defaultScope = "openid offline_access";

const loginOf = ({ auth, browserLogin }: HttpConfig, request: IncomingMessage): SiteLogin => {
  switch (auth.kind) {
    case "off":
      return { kind: "off" };
    case "development":
      // the secret is known to everyone, and yet no other machine is to learn it here
      return comesFromLoopback(request) && developmentService.kind === "unsafe"
        ? {
            kind: "development",
            secret: developmentService.secret,
            audience: developmentService.audience ?? "",
          }
        : { kind: "none" };
    case "services":
      return browserLogin === undefined
        ? { kind: "none" }
        : {
            kind: "oidc",
            issuer: browserLogin.issuer,
            clientId: browserLogin.clientId,
            audience: browserLogin.audience ?? null,
            scope: browserLogin.scope ?? defaultScope,
          };
  }
};

/** The configuration of the browser wallet, as it asks for it. */
export const siteConfigOf = (
  config: HttpConfig,
  { wallet, audit }: SiteServices,
  request: IncomingMessage,
  basePath: string,
): SiteConfig => {
  const network = wallet?.settings.kind ?? "off";
  return {
    auth: loginOf(config, request),
    network,
    devNet: network === "dev",
    manualClock: wallet?.manualClock !== undefined,
    ledgerTime: wallet?.now() ?? null,
    audit: audit !== undefined,
    names: { coin: "CC", nameService: "ANS" },
    basePath,
  };
};
