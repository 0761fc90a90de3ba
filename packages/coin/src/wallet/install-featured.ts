import { choice, contractId, enumeration, exercise, record } from "@tallystick/core";
import { FeaturedAppRight_Cancel } from "../amulet/featured/featured-app-right.js";
import { AmuletRules_DevNet_FeatureApp } from "../amulet/minting/amulet-rules-mint.js";
import { modulePart } from "../model/module-part.js";
import { operatorOf, WalletAppInstall } from "./install.js";

/** The user gives its right of a featured app up. */
export const WalletAppInstall_FeaturedAppRights_Cancel = choice(
  WalletAppInstall,
  "WalletAppInstall_FeaturedAppRights_Cancel",
  {
    argument: record({ cid: contractId }),
    result: enumeration("WalletAppInstall_FeaturedAppRights_CancelResult"),
    consuming: false,
    controllers: operatorOf,
    *body(_install, { cid }) {
      yield* exercise(FeaturedAppRight_Cancel, cid, {});
      return "WalletAppInstall_FeaturedAppRights_CancelResult";
    },
  },
);

/** The user makes itself featured, on development networks. */
export const WalletAppInstall_FeaturedAppRights_SelfGrant = choice(
  WalletAppInstall,
  "WalletAppInstall_FeaturedAppRights_SelfGrant",
  {
    argument: record({ amuletRulesCid: contractId }),
    result: record({ featuredAppRight: contractId }),
    consuming: false,
    controllers: operatorOf,
    *body({ payload: { endUserParty: provider } }, { amuletRulesCid }) {
      const { featuredAppRightCid } = yield* exercise(
        AmuletRules_DevNet_FeatureApp,
        amuletRulesCid,
        { provider },
      );
      return { featuredAppRight: featuredAppRightCid };
    },
  },
);

/** The rights of featured apps through the wallet. */
export const installFeaturedModule = modulePart({
  choices: [
    WalletAppInstall_FeaturedAppRights_Cancel,
    WalletAppInstall_FeaturedAppRights_SelfGrant,
  ],
});
