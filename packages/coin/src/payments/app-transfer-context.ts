import { contractId, optional, record, type Static } from "@tallystick/core";
import { plainContext, type TransferContext } from "../amulet/transfer/transfer-types.js";

/**
 * The contracts an app's transfer looks at: rules, open round, and the right of a featured
 * provider.
 */
export const AppTransferContext = record(
  {
    amuletRules: contractId,
    openMiningRound: contractId,
    featuredAppRight: optional(contractId),
  },
  "AppTransferContext",
);
/** The contracts an app's transfer looks at. */
export type AppTransferContext = Static<typeof AppTransferContext>;

/** An app's context as the context of a transfer by the rules; an app mints no coupons. */
export const transferContextOf = ({
  openMiningRound,
  featuredAppRight,
}: AppTransferContext): TransferContext => plainContext(openMiningRound, featuredAppRight);
