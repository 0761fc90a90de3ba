import { packageOf } from "../model/module-part.js";
import { dsoRulesModule } from "./dso-rules.js";
import { svNodeStateModule } from "./sv-node-state.js";
import { unallocatedUnclaimedActivityRecordModule } from "./unallocated-unclaimed-activity-record.js";

/**
 * The DSO's own rules as far as wallets see them. The votes of super validators are left out, so
 * the package is ours and its id is the hash of this model.
 */
export const dsoGovernancePackage = packageOf(
  { name: "splice-dso-governance", version: "0.1.24" },
  [dsoRulesModule, svNodeStateModule, unallocatedUnclaimedActivityRecordModule],
);
