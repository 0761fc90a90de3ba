import { contractId, enumeration, exercise, record } from "@tallystick/core";
import { FeaturedAppRight_Cancel } from "../amulet/featured/featured-app-right.js";
import { AmuletRules_DevNet_FeatureApp } from "../amulet/minting/amulet-rules-mint.js";
import { modulePart } from "../model/module-part.js";
import { installChoice } from "./install.js";

/** The user gives its right of a featured app up. */
export const WalletAppInstall_FeaturedAppRights_Cancel = installChoice("FeaturedAppRights_Cancel", {
  argument: record({ cid: contractId }),
  result: enumeration("WalletAppInstall_FeaturedAppRights_CancelResult"),
  *body(_install, { cid }) {
    yield* exercise(FeaturedAppRight_Cancel, cid, {});
    return "WalletAppInstall_FeaturedAppRights_CancelResult";
  },
});

/** The user makes itself featured, on development networks. */
export const WalletAppInstall_FeaturedAppRights_SelfGrant = installChoice(
  "FeaturedAppRights_SelfGrant",
  {
    argument: record({ amuletRulesCid: contractId }),
    result: record({ featuredAppRight: contractId }),
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

export const installFeaturedModule = modulePart({
  choices: [
    WalletAppInstall_FeaturedAppRights_Cancel,
    WalletAppInstall_FeaturedAppRights_SelfGrant,
  ],
});
