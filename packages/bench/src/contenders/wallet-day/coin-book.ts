import type { Ledger } from "@tallystick/node";
import { numericFromText } from "@tallystick/core";
import type { Event } from "@tallystick/wire";
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

/** Reads event after event into a book. */
class Books {
  #tapped = 0n;
  #minted = 0n;
  #burned = 0n;
  #expired = 0n;
  #made = 0;
  #mintedCoupons = 0;
  #expiredCoupons = 0;
  transactions = 0;
  readonly #coins = new Map<string, bigint>();
  readonly #coupons = new Set<string>();

  created(contractId: string, templateId: string, payload: unknown): void {
    const template = nameOf(templateId);
    const coin = coinUnits(template, payload);
    if (coin !== undefined) this.#coins.set(contractId, coin);
    if (!couponTemplates.has(template)) return;
    this.#coupons.add(contractId);
    this.#made++;
  }

  /** A transfer's summary, each transfer once. */
  transferred(summary: unknown): void {
    for (const part of rewardParts) this.#minted += units(at(summary, part));
  }

  /** @param claimed true inside of the choice by which unminted coupons end */
  exercised(event: ExercisedFigures, claimed: boolean): void {
    const { choice, contractId, consuming, argument, result } = event;
    if (choice === "AmuletRules_DevNet_Tap") this.#tapped += units(at(argument, "amount"));
    if (burning.has(choice)) this.#burned += units(at(result, "amuletPaid"));
    if (!consuming) return;
    if (choice.startsWith("Amulet_Expire") || choice.startsWith("LockedAmulet_ExpireAmulet"))
      this.#expired += this.#coins.get(contractId) ?? 0n;
    this.#coins.delete(contractId);
    if (!this.#coupons.delete(contractId)) return;
    if (claimed) this.#expiredCoupons++;
    else this.#mintedCoupons++;
  }

  book(): CoinBook {
    let left = 0n;
    for (const coin of this.#coins.values()) left += coin;
    return {
      tapped: this.#tapped,
      minted: this.#minted,
      burned: this.#burned,
      expired: this.#expired,
      left,
      transactions: this.transactions,
      coupons: {
        made: this.#made,
        minted: this.#mintedCoupons,
        expired: this.#expiredCoupons,
        left: this.#coupons.size,
      },
    };
  }
}

interface ExercisedFigures {
  readonly nodeId: number;
  readonly lastDescendantNodeId: number;
  readonly choice: string;
  readonly contractId: string;
  readonly consuming: boolean;
  readonly argument: unknown;
  readonly result: unknown;
}

/** The summaries of a transaction's transfers; choices around a transfer repeat the one inside. */
const summariesOf = (events: ReadonlyArray<ExercisedFigures>): ReadonlyArray<unknown> => {
  const found = events.flatMap(({ nodeId, lastDescendantNodeId, result }) => {
    const summary = at(result, "summary") ?? at(result, "transferResult", "summary");
    return summary === undefined
      ? []
      : [{ nodeId, lastDescendantNodeId, summary, text: JSON.stringify(summary) }];
  });
  return found
    .filter(
      (outer) =>
        !found.some(
          (inner) =>
            inner.nodeId > outer.nodeId &&
            inner.nodeId <= outer.lastDescendantNodeId &&
            inner.text === outer.text,
        ),
    )
    .map(({ summary }) => summary);
};

/** Adds one transaction to the books. */
const enter = (books: Books, events: ReadonlyArray<Event>): void => {
  books.transactions++;
  const exercised: Array<ExercisedFigures> = [];
  let claimedTo = -1;
  for (const event of events) {
    if ("CreatedEvent" in event) {
      const { contractId, templateId, createArgument } = event.CreatedEvent;
      books.created(contractId, templateId, createArgument);
    } else if ("ExercisedEvent" in event) {
      const { choiceArgument: argument, exerciseResult: result, ...rest } = event.ExercisedEvent;
      const figures = { ...rest, argument, result };
      if (figures.choice === "AmuletRules_ClaimExpiredRewards")
        claimedTo = figures.lastDescendantNodeId;
      exercised.push(figures);
      books.exercised(figures, figures.nodeId <= claimedTo);
    }
  }
  for (const summary of summariesOf(exercised)) books.transferred(summary);
};

/**
 * Adds up the whole journal as the network's operator party sees it, without the wallet's views and
 * rules: every coin has it as a signatory.
 */
export const readCoinBook = async (ledger: Ledger, dso: string): Promise<CoinBook> => {
  const books = new Books();
  const updateFormat = {
    includeTransactions: {
      eventFormat: { filtersByParty: { [dso]: { cumulative: [] } } },
      transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
    },
  } as const;
  const query = { beginExclusive: 0, endInclusive: ledger.ledgerEnd(), updateFormat };
  for await (const item of ledger.queries.updates(query)) {
    const { update } = expectRight(item, "listing updates");
    if ("Transaction" in update) enter(books, update.Transaction.value.events);
  }
  return books.book();
};
