import type { Ledger } from "@tallystick/node";
import { numericFromText } from "@tallystick/core";
import { type CreatedEvent, type Event, everythingFor } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import { expectRight } from "../../errors.js";

/** What the journal says has become of all coins and coupons, amounts in units of 1e-10 CC. */
export interface CoinBook {
  readonly tapped: bigint;
  /** Rewards that became coins. */
  readonly minted: bigint;
  /** Paid for traffic and preapprovals. */
  readonly burned: bigint;
  /** Coins that were dust. */
  readonly expired: bigint;
  /** All coins there are, locked ones included. */
  readonly left: bigint;
  readonly transactions: number;
  readonly coupons: {
    readonly made: number;
    readonly minted: number;
    readonly expired: number;
    readonly left: number;
  };
}

const couponTemplates: ReadonlySet<string> = new Set([
  "Splice.Amulet:AppRewardCoupon",
  "Splice.Amulet:ValidatorRewardCoupon",
  "Splice.Amulet:SvRewardCoupon",
  "Splice.ValidatorLicense:ValidatorFaucetCoupon",
  "Splice.ValidatorLicense:ValidatorLivenessActivityRecord",
]);

/** Parts of a transfer's summary that are new coins; that of validators has liveness in it. */
const rewardParts = [
  "inputAppRewardAmount",
  "inputValidatorRewardAmount",
  "inputSvRewardAmount",
  "inputUnclaimedActivityRecordAmount",
  "inputDevelopmentFundAmount",
];

/** Choices whose result says how much CC was burned. */
const burning: ReadonlySet<string> = new Set([
  "AmuletRules_BuyMemberTraffic",
  "AmuletRules_CreateTransferPreapproval",
  "AmuletRules_CreateExternalPartySetupProposal",
  "TransferPreapproval_Renew",
]);

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (found, key) =>
      typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined,
    value,
  );

const units = (value: unknown): bigint => {
  const read = typeof value === "string" ? numericFromText(value) : undefined;
  return read === undefined || isLeft(read) ? 0n : read.right;
};

const nameOf = (templateId: string): string => templateId.slice(templateId.indexOf(":") + 1);

/** The amount of a coin; undefined for other contracts. */
const coinUnits = (template: string, payload: unknown): bigint | undefined => {
  if (template === "Splice.Amulet:Amulet") return units(at(payload, "amount", "initialAmount"));
  return template === "Splice.Amulet:LockedAmulet"
    ? units(at(payload, "amulet", "amount", "initialAmount"))
    : undefined;
};

interface Exercised {
  readonly nodeId: number;
  readonly lastDescendantNodeId: number;
  readonly choice: string;
  readonly contractId: string;
  readonly consuming: boolean;
  readonly choiceArgument: unknown;
  readonly exerciseResult: unknown;
}

/** The summaries of a transaction's transfers; choices around a transfer repeat the one inside. */
const summariesOf = (events: ReadonlyArray<Exercised>): ReadonlyArray<unknown> => {
  const found = events.flatMap(({ nodeId, lastDescendantNodeId, exerciseResult: result }) => {
    const summary = at(result, "summary") ?? at(result, "transferResult", "summary");
    const text = JSON.stringify(summary);
    return summary === undefined ? [] : [{ nodeId, lastDescendantNodeId, summary, text }];
  });
  const isRepeated = (outer: (typeof found)[number]): boolean =>
    found.some(
      ({ nodeId, text }) =>
        nodeId > outer.nodeId && nodeId <= outer.lastDescendantNodeId && text === outer.text,
    );
  return found.filter((outer) => !isRepeated(outer)).map(({ summary }) => summary);
};

/** Books that events are entered into, one after the other. */
const openBooks = () => {
  const sums = { tapped: 0n, minted: 0n, burned: 0n, expired: 0n, transactions: 0 };
  const ended = { made: 0, minted: 0, expired: 0 };
  const coins = new Map<string, bigint>();
  const coupons = new Set<string>();

  const created = ({ contractId, templateId, createArgument }: CreatedEvent): void => {
    const template = nameOf(templateId);
    const coin = coinUnits(template, createArgument);
    if (coin !== undefined) coins.set(contractId, coin);
    if (!couponTemplates.has(template)) return;
    coupons.add(contractId);
    ended.made++;
  };

  /** @param claimed true inside of the choice by which unminted coupons end */
  const exercised = (event: Exercised, claimed: boolean): void => {
    const { choice, contractId, consuming, choiceArgument, exerciseResult } = event;
    if (choice === "AmuletRules_DevNet_Tap") sums.tapped += units(at(choiceArgument, "amount"));
    if (burning.has(choice)) sums.burned += units(at(exerciseResult, "amuletPaid"));
    if (!consuming) return;
    if (choice.startsWith("Amulet_Expire") || choice.startsWith("LockedAmulet_ExpireAmulet"))
      sums.expired += coins.get(contractId) ?? 0n;
    coins.delete(contractId);
    if (coupons.delete(contractId)) ended[claimed ? "expired" : "minted"]++;
  };

  return {
    enter: (events: ReadonlyArray<Event>): void => {
      sums.transactions++;
      const choices: Array<Exercised> = [];
      let claimedTo = -1;
      for (const event of events) {
        if ("CreatedEvent" in event) {
          created(event.CreatedEvent);
        } else if ("ExercisedEvent" in event) {
          const choice = event.ExercisedEvent;
          if (choice.choice === "AmuletRules_ClaimExpiredRewards")
            claimedTo = choice.lastDescendantNodeId;
          choices.push(choice);
          exercised(choice, choice.nodeId <= claimedTo);
        }
      }
      for (const summary of summariesOf(choices))
        for (const part of rewardParts) sums.minted += units(at(summary, part));
    },
    book: (): CoinBook => ({
      ...sums,
      left: [...coins.values()].reduce((sum, coin) => sum + coin, 0n),
      coupons: { ...ended, left: coupons.size },
    }),
  };
};

/**
 * Adds up the whole journal as the network's operator party sees it, without the wallet's views and
 * rules: every coin has it as a signatory.
 */
export const readCoinBook = async (ledger: Ledger, dso: string): Promise<CoinBook> => {
  const books = openBooks();
  const updateFormat = {
    includeTransactions: {
      eventFormat: everythingFor(dso),
      transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
    },
  } as const;
  const query = { beginExclusive: 0, endInclusive: ledger.ledgerEnd(), updateFormat };
  for await (const item of ledger.queries.updates(query)) {
    const { update } = expectRight(item, "listing updates");
    if ("Transaction" in update) books.enter(update.Transaction.value.events);
  }
  return books.book();
};
