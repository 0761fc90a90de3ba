import { createContext, useContext } from "react";
import { noteNodeDate } from "./node-clock.js";
import { messages } from "./messages.js";

/** How people log in. */
export type SiteLogin =
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

/** What the node says of itself before anyone has logged in: `/wallet/config.json`. */
export interface SiteConfig {
  readonly auth: SiteLogin;
  readonly network: "dev" | "test" | "main" | "off";
  /** Whether everyone may create coins. */
  readonly devNet: boolean;
  /** Whether the clock is moved by hand. */
  readonly manualClock: boolean;
  /** The time of the ledger; microseconds since 1970. Null where there is no wallet. */
  readonly ledgerTime: number | null;
  /** Whether the node keeps the log of its journal, and so can prove what is in it. */
  readonly audit: boolean;
  readonly names: { readonly coin: string; readonly nameService: string };
  /** Below which path the node is mounted; "" for none. */
  readonly basePath: string;
}

const known = createContext<SiteConfig | undefined>(undefined);

/** Gives the configuration to what is inside. */
export const SiteConfigProvider = known.Provider;

/** The configuration of the node. */
export const useSiteConfig = (): SiteConfig => {
  const config = useContext(known);
  if (config === undefined) throw new Error("there is no SiteConfigProvider around");
  return config;
};

/** Names of networks for titles and bands. */
export const networkNames = {
  dev: "DevNet",
  test: "TestNet",
  main: "MainNet",
  off: messages.network.ledger,
} as const satisfies Readonly<Record<SiteConfig["network"], string>>;

/** Asks the node for its configuration. */
export const loadSiteConfig = async (basePath: string): Promise<SiteConfig> => {
  const answer = await fetch(`${basePath}/wallet/config.json`);
  noteNodeDate(answer.headers.get("Date"));
  if (!answer.ok) throw new Error(`the node answered ${answer.status}`);
  // border: the node's own file, of the same release
  return (await answer.json()) as SiteConfig;
};
