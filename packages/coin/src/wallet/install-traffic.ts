import { contractId, create, exercise, int64, record, text, timestamp } from "@tallystick/core";
import { modulePart } from "../model/module-part.js";
import {
  BuyTrafficRequest,
  BuyTrafficRequest_Cancel,
  BuyTrafficRequest_Expire,
} from "./buy-traffic-request.js";
import { installChoice } from "./install.js";

/** The user requests traffic, to be bought by its wallet. */
export const WalletAppInstall_CreateBuyTrafficRequest = installChoice("CreateBuyTrafficRequest", {
  argument: record({
    memberId: text,
    synchronizerId: text,
    migrationId: int64,
    trafficAmount: int64,
    expiresAt: timestamp,
    trackingId: text,
  }),
  result: record({ buyTrafficRequest: contractId }),
  *body({ payload: { dsoParty: dso, endUserParty } }, request) {
    const payload = { ...request, dso, endUserParty };
    return { buyTrafficRequest: yield* create(BuyTrafficRequest, payload) };
  },
});

export const WalletAppInstall_BuyTrafficRequest_Cancel = installChoice("BuyTrafficRequest_Cancel", {
  argument: record({ requestCid: contractId, reason: text }),
  result: BuyTrafficRequest_Cancel.result,
  *body(_install, { requestCid, reason }) {
    return yield* exercise(BuyTrafficRequest_Cancel, requestCid, { reason });
  },
});

/** The wallet removes a request after its time. */
export const WalletAppInstall_BuyTrafficRequest_Expire = installChoice("BuyTrafficRequest_Expire", {
  argument: record({ requestCid: contractId }),
  result: BuyTrafficRequest_Expire.result,
  *body(_install, { requestCid }) {
    return yield* exercise(BuyTrafficRequest_Expire, requestCid, {});
  },
});

export const installTrafficModule = modulePart({
  choices: [
    WalletAppInstall_CreateBuyTrafficRequest,
    WalletAppInstall_BuyTrafficRequest_Cancel,
    WalletAppInstall_BuyTrafficRequest_Expire,
  ],
});
