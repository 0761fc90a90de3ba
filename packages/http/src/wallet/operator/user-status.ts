import { featuredRightFor } from "@tallystick/wallet";
import { required, wireBoolean, wireObject, wireString } from "@tallystick/wire";
import { walletRow } from "../rows/wallet-row.js";

/** `GET /v0/wallet/user-status` (specification 4.6, wallet 3.1, 14.3). */
export const userStatus = walletRow({
  method: "GET",
  path: "/v0/wallet/user-status",
  summary: "Whether the caller has a wallet",
  access: "subject",
  response: wireObject("UserStatus", {
    party_id: required(wireString),
    user_onboarded: required(wireBoolean),
    user_wallet_installed: required(wireBoolean),
    has_featured_app_right: required(wireBoolean),
  }),
  handle: (_request, { wallet, userId }) => {
    const party = wallet.users.partyOf(userId);
    const isFeatured =
      party !== undefined &&
      featuredRightFor(wallet.views, wallet.settings.dso, party) !== undefined;
    return {
      party_id: party ?? "",
      user_onboarded: party !== undefined,
      user_wallet_installed: party !== undefined,
      has_featured_app_right: isFeatured,
    };
  },
});

/** `GET /v0/feature-support` (wallet 3.1). */
export const featureSupport = walletRow({
  method: "GET",
  path: "/v0/feature-support",
  summary: "What this wallet can do",
  access: "subject",
  response: wireObject("FeatureSupport", {
    token_standard: required(wireBoolean),
    transfer_preapproval_description: required(wireBoolean),
  }),
  handle: () => ({ token_standard: true, transfer_preapproval_description: true }),
});
