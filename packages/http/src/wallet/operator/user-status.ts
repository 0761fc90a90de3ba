import { featuredRightFor } from "@tallystick/wallet";
import { nothing } from "../../endpoints/endpoint.js";
import { required, wireBoolean, wireObject, wireString } from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import { walletRow } from "../rows/wallet-row.js";

/** Answer of `GET /v0/wallet/user-status` (wallet 3.1). */
export const UserStatus = wireObject("UserStatus", {
  party_id: required(wireString),
  user_onboarded: required(wireBoolean),
  user_wallet_installed: required(wireBoolean),
  has_featured_app_right: required(wireBoolean),
});

/** `GET /v0/wallet/user-status` (specification 4.6, wallet 14.3). */
export const userStatus = walletRow({
  method: "GET",
  path: "/v0/wallet/user-status",
  summary: "Whether the caller has a wallet",
  access: "subject",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: UserStatus },
  handle: ({ wallet, userId }) => {
    const party = wallet.users.partyOf(userId);
    const isFeatured =
      party !== undefined &&
      featuredRightFor(wallet.views, wallet.settings.dso, party) !== undefined;
    return right({
      party_id: party ?? "",
      user_onboarded: party !== undefined,
      user_wallet_installed: party !== undefined,
      has_featured_app_right: isFeatured,
    });
  },
});

/** Answer of `GET /v0/feature-support` (wallet 3.1). */
export const FeatureSupport = wireObject("FeatureSupport", {
  token_standard: required(wireBoolean),
  transfer_preapproval_description: required(wireBoolean),
});

/** `GET /v0/feature-support` (wallet 3.1). */
export const featureSupport = walletRow({
  method: "GET",
  path: "/v0/feature-support",
  summary: "What this wallet can do",
  access: "subject",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: FeatureSupport },
  handle: () => right({ token_standard: true, transfer_preapproval_description: true }),
});
