import type { Package } from "@tallystick/core";
import { amuletPackage } from "./amulet/package.js";
import { apiPackages } from "./token-standard/packages.js";
import { tokenStandardWalletPackage } from "./delegation/package.js";
import { dsoGovernancePackage } from "./dso/package.js";
import { featuredAppProxiesPackage } from "./featured/package.js";
import { nameServicePackage } from "./names/package.js";
import { walletPaymentsPackage } from "./payments/package.js";
import { walletPackage } from "./wallet/package.js";

/** Every package of the network coin, for the catalogue of a ledger that runs it. */
export const coinPackages: ReadonlyArray<Package> = [
  ...apiPackages,
  amuletPackage,
  walletPaymentsPackage,
  walletPackage,
  tokenStandardWalletPackage,
  featuredAppProxiesPackage,
  nameServicePackage,
  dsoGovernancePackage,
];
