import type { Package } from "@tallystick/core";
import { amuletReleases } from "./amulet/package.js";
import { tokenStandardWalletReleases } from "./delegation/package.js";
import { dsoGovernancePackage } from "./dso/package.js";
import { featuredAppProxiesReleases } from "./featured/package.js";
import type { Release } from "./model/release.js";
import { nameServiceReleases } from "./names/package.js";
import { walletPaymentsReleases } from "./payments/package.js";
import { apiPackages } from "./token-standard/packages.js";
import { walletReleases } from "./wallet/package.js";

export type { Release } from "./model/release.js";

/** Packages that are the same in every release. */
const unchanged = [dsoGovernancePackage];

/** The packages that a release of the public network has in a version of its own. */
const versioned = (release: Release): ReadonlyArray<Package> =>
  [
    amuletReleases,
    walletPaymentsReleases,
    walletReleases,
    nameServiceReleases,
    tokenStandardWalletReleases,
    featuredAppProxiesReleases,
  ].map((releases) => releases[release]);

/** The packages of the coin as one release of the public network has them. */
export const coinRelease: Readonly<Record<Release, ReadonlyArray<Package>>> = {
  "0.6.1": [...apiPackages, ...versioned("0.6.1"), ...unchanged],
  "0.6.12": [...apiPackages, ...versioned("0.6.12"), ...unchanged],
};

/** Every package of the network coin, for the catalogue of a ledger that runs it. */
export const coinPackages: ReadonlyArray<Package> = [
  ...coinRelease["0.6.12"],
  ...versioned("0.6.1"),
];
