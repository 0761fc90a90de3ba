import {
  AmuletRules_DevNet_Tap,
  amuletPackage,
  TransferOffer,
  TransferOffer_Accept,
  TransferOffer_Reject,
  TransferOffer_Withdraw,
  walletPackage,
} from "@tallystick/coin";
import { type Command, commandsOf, numeric } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import type { NaiveLedger } from "./naive-ledger.js";
import type { Operation } from "../plan/plan.js";
import { type Cast, partyAt, pickOf, type Said } from "./submissions.js";

const amulet = commandsOf(amuletPackage);
const wallets = commandsOf(walletPackage);

const offerTemplate = "Splice.Wallet.TransferOffer:TransferOffer";

/** An amount of whole CC up to a thousand. */
const amountOf = (units: number) => numeric(`${1 + (units % 1_000)}`).units;

const tapSaid = (party: string, units: number, wallet: Wallet): Said | undefined => {
  const network = wallet.network();
  if (network === undefined) return undefined;
  const { amuletRules, round } = network;
  const tap = amulet.exercise(AmuletRules_DevNet_Tap, amuletRules, {
    receiver: party,
    amount: amountOf(units),
    openRound: round.contractId,
  });
  return { actAs: party, readAs: [wallet.settings.dso], commands: [tap] };
};

type Offer = Extract<Operation, { kind: "offer" }>;

const offerSaid = (
  { to, units, forMs }: Offer,
  cast: Cast,
  dso: string,
  trackingId: string,
): Said => {
  const sender = partyAt(cast, cast.user);
  const payload = {
    sender,
    receiver: partyAt(cast, to),
    dso,
    amount: { amount: amountOf(units), unit: "AmuletUnit" as const },
    description: "",
    expiresAt: BigInt(cast.wallMs + forMs) * 1_000n,
    trackingId,
  };
  return { actAs: sender, commands: [wallets.create(TransferOffer, payload)] };
};

/** What a user of a wallet submits; undefined when there is nothing to do it with. */
export const walletSaid = (
  operation: Operation,
  cast: Cast,
  naive: NaiveLedger,
  wallet: Wallet,
  stepId: number,
): Said | undefined => {
  const party = partyAt(cast, cast.user);
  const onOffer = (
    as: "receiver" | "sender",
    pick: number,
    command: (contractId: string) => Command,
  ): Said | undefined => {
    const offers = naive.of(offerTemplate).filter(({ payload }) => payload[as] === party);
    const offer = pickOf(offers, pick);
    return offer && { actAs: party, commands: [command(offer.contractId)] };
  };
  switch (operation.kind) {
    case "tap":
      return tapSaid(party, operation.units, wallet);
    case "offer":
      return offerSaid(operation, cast, wallet.settings.dso, `offer-${stepId}`);
    case "accept":
      return onOffer("receiver", operation.pick, (contractId) =>
        wallets.exercise(TransferOffer_Accept, contractId, {}),
      );
    case "reject":
      return onOffer("receiver", operation.pick, (contractId) =>
        wallets.exercise(TransferOffer_Reject, contractId, {}),
      );
    case "withdraw":
      return onOffer("sender", operation.pick, (contractId) =>
        wallets.exercise(TransferOffer_Withdraw, contractId, { reason: "no more" }),
      );
    default:
      return undefined;
  }
};
