import {
  BuyTrafficRequest,
  BuyTrafficRequest_Cancel,
  BuyTrafficRequest_Complete,
  type BuyTrafficRequestPayload,
  buyTrafficRejectionText,
  walletPackage,
} from "@tallystick/coin";
import { numericFromUnits } from "@tallystick/core";
import { commandsOf } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { trafficCostInCc } from "../treasury/prices.js";
import { fundingFor } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";

const { exercise } = commandsOf(walletPackage);

/** Requests that are looked at. */
const maxRequests = 1_000;

type Request = ActiveContract<BuyTrafficRequestPayload>;

const cancel = ({ contractId, payload }: Request, reason: string): Submission => ({
  commandId: commandIdOf("cancel-traffic-request", contractId),
  actAs: [payload.endUserParty],
  readAs: [],
  commands: [exercise(BuyTrafficRequest_Cancel, contractId, { reason })],
});

/**
 * Why a request cannot be bought as it is (wallet 7); undefined when it can, were there funds.
 */
const rejection = (
  { config }: AutomationContext["network"],
  { synchronizerId, trafficAmount }: BuyTrafficRequestPayload,
): string | undefined => {
  const { requiredSynchronizers, fees } = config.decentralizedSynchronizer;
  if (!requiredSynchronizers.map.some(([name]) => name === synchronizerId))
    return buyTrafficRejectionText({ kind: "unknown-synchronizer", synchronizerId });
  const { minTopupAmount } = fees;
  return trafficAmount < minTopupAmount
    ? buyTrafficRejectionText({ kind: "insufficient-topup-amount", trafficAmount, minTopupAmount })
    : undefined;
};

const buy = (
  { view, network, operator, now }: AutomationContext,
  request: Request,
): Submission | undefined => {
  const { contractId, payload } = request;
  const rejected = rejection(network, payload);
  if (rejected !== undefined) return cancel(request, rejected);
  const cost = trafficCostInCc(
    payload.trafficAmount,
    network.config,
    network.round.payload.amuletPrice,
  );
  if (cost === undefined) return undefined;
  const { inputs, context, total } = fundingFor(cost, view, network, payload.endUserParty, now);
  if (total === undefined) return undefined;
  const missing = numericFromUnits(cost - total);
  if (total < cost) {
    return isLeft(missing)
      ? undefined
      : cancel(request, buyTrafficRejectionText({ kind: "out-of-funds", missing: missing.right }));
  }
  const command = exercise(BuyTrafficRequest_Complete, contractId, {
    inputs,
    context,
    walletProvider: operator,
  });
  return {
    commandId: commandIdOf("complete-traffic-request", contractId),
    actAs: [...new Set([payload.endUserParty, operator])],
    readAs: [network.dso],
    commands: [command],
  };
};

/**
 * Requests to buy traffic are carried out, or cancelled with the reason (wallet 7), the oldest
 * first.
 */
export const buyRequestedTraffic: Automation = {
  name: "complete-buy-traffic-requests",
  runsFor: "party",
  plan: (context, party) => {
    for (const request of context.view.of(BuyTrafficRequest, party, maxRequests)) {
      if (request.payload.expiresAt <= context.now) continue;
      const submission = buy(context, request);
      if (submission !== undefined && !context.isWaiting(submission.commandId)) return [submission];
    }
    return [];
  },
};
