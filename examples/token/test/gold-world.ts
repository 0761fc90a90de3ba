import {
  allocationInstructionV2,
  allocationV2,
  type holdingV2,
  metadataV1,
  tokenHelpers,
  transferInstructionV2,
} from "@tallystick/coin";
import { numeric } from "@tallystick/core";
import { step } from "@tallystick/node";
import type { TestLedger } from "@tallystick/testing";
import { rulesOf } from "../src/registry.js";
import { goldId, rulesKey, Token } from "../src/token.js";

const { basicAccount, mintAccount } = tokenHelpers;
const meta = metadataV1.emptyMetadata;
type Account = holdingV2.Account;

/** An instrument in a test: whose it is, its rules, and which contracts its choices need. */
export interface Instrument {
  readonly admin: string;
  readonly id: string;
  readonly rules: string;
  readonly context: Readonly<Record<string, string>>;
}

/** One transfer of a settlement. */
export interface Leg {
  readonly transferLegId: string;
  readonly sender: Account;
  readonly receiver: Account;
  readonly amount: string;
}

export const leg = (
  transferLegId: string,
  sender: string | Account,
  receiver: string | Account,
  amount: string,
): Leg => ({ transferLegId, sender: accountOf(sender), receiver: accountOf(receiver), amount });

const accountOf = (of: string | Account): Account =>
  typeof of === "string" ? basicAccount(of) : of;

/** What is special about an allocation. */
export interface Terms {
  readonly settlementDeadline?: string;
  readonly committed?: boolean;
  readonly funding?: string;
}

/** What is special about a settlement, by allocation. */
export interface Iteration {
  /** What is set aside for the next iteration. */
  readonly funding?: ReadonlyMap<string, string>;
  /** Whose allocation it is, where its legs are added only now. */
  readonly owners?: ReadonlyMap<string, string>;
}

const fundingOf = (amount: string | undefined, { id }: Instrument) =>
  amount === undefined ? {} : { nextIterationFunding: { [id]: amount } };

/** Gold on a ledger of a test, and what its users do. */
export class GoldWorld {
  private constructor(
    readonly t: TestLedger,
    readonly gold: Instrument,
    readonly venue: string,
    /** Read by submitters: what registries would disclose. */
    readonly readAs: ReadonlyArray<string>,
  ) {}

  static async on(t: TestLedger, ...others: ReadonlyArray<string>): Promise<GoldWorld> {
    const { gold: admin, venue } = await t.parties("gold", "venue");
    const rules = await rulesOf(t.ledger, admin);
    const gold = { admin, id: goldId, rules, context: { [rulesKey]: rules } };
    return new GoldWorld(t, gold, venue, [admin, ...others]);
  }

  extraArgs({ context }: Instrument) {
    const values = Object.entries(context).map(
      ([key, value]) => [key, { tag: "AV_ContractId", value }] as const,
    );
    return { context: { values: new Map(values) }, meta };
  }

  /** Begins a transfer; the actors are the owners, or the administrator for its accounts. */
  async transfer(
    sender: string | Account,
    receiver: string | Account,
    amount: string,
    actors: ReadonlyArray<string>,
  ) {
    const from = accountOf(sender);
    const { admin, id, rules } = this.gold;
    const argument = {
      transfer: {
        sender: from,
        receiver: accountOf(receiver),
        amount,
        instrumentId: { admin, id },
        requestedAt: this.t.clock.now(),
        executeBefore: this.t.clock.in("1d"),
        inputHoldingCids: from.owner === undefined ? [] : await this.free(from.owner),
        meta,
      },
      actors,
      extraArgs: this.extraArgs(this.gold),
    };
    const choice = transferInstructionV2.TransferFactory_Transfer;
    const as = { actAs: actors, readAs: this.readAs };
    return (await this.t.exercise(choice, rules, argument, as)).result;
  }

  /** Begins a transfer that waits for its receiver. */
  async offer(sender: string | Account, receiver: string, amount: string): Promise<string> {
    const actor = accountOf(sender).owner ?? this.gold.admin;
    const { output } = await this.transfer(sender, receiver, amount, [actor]);
    if (output.tag !== "TransferInstructionResult_Pending") throw new Error(output.tag);
    return output.value.transferInstructionCid;
  }

  /** New gold, with the consent of its owner. */
  async mint(receiver: string, amount: string): Promise<void> {
    await this.transfer(mintAccount, receiver, amount, [this.gold.admin, receiver]);
  }

  /** Ends a transfer. */
  async answer(
    choice: typeof transferInstructionV2.TransferInstruction_Accept,
    cid: string,
    party: string,
  ): Promise<void> {
    const argument = { actors: [party], extraArgs: this.extraArgs(this.gold) };
    await this.t.exercise(choice, cid, argument, { actAs: party, readAs: this.readAs });
  }

  async accept(cid: string, party: string): Promise<void> {
    await this.answer(transferInstructionV2.TransferInstruction_Accept, cid, party);
  }

  /** The tokens of a party that are not locked. */
  async free(party: string): Promise<ReadonlyArray<string>> {
    return (await this.tokens(party)).flatMap(({ contractId, payload }) =>
      payload.lock === undefined ? [contractId] : [],
    );
  }

  private async tokens(party: string) {
    const all = await this.t.active(Token, { party });
    return all.filter(({ payload }) => payload.owner === party);
  }

  /** What a party has, and in brackets what of it is locked: "10 (4)". */
  async has(party: string): Promise<string> {
    let [all, locked] = [numeric("0"), numeric("0")];
    for (const { payload } of await this.tokens(party)) {
      all = all.plus(payload.amount);
      if (payload.lock !== undefined) locked = locked.plus(payload.amount);
    }
    return `${Number(all.toString())} (${Number(locked.toString())})`;
  }

  private settlement() {
    return { executors: [this.venue], id: "trade", meta };
  }

  /** An account authorises its sides of the legs. */
  async allocate(
    of: string | Account,
    legs: ReadonlyArray<Leg>,
    { settlementDeadline, committed = false, funding }: Terms = {},
    instrument: Instrument = this.gold,
    inputs?: ReadonlyArray<string>,
  ): Promise<string> {
    const authorizer = accountOf(of);
    const { admin, id, rules } = instrument;
    const actor = authorizer.owner ?? admin;
    const argument = {
      settlement: this.settlement(),
      allocation: {
        admin,
        authorizer,
        transferLegSides: sidesOf(authorizer, legs, id),
        ...(settlementDeadline === undefined ? {} : { settlementDeadline }),
        ...fundingOf(funding, instrument),
        committed,
        meta,
      },
      requestedAt: this.t.clock.now(),
      inputHoldingCids: inputs ?? (await this.free(actor)),
      extraArgs: this.extraArgs(instrument),
      actors: [actor],
    };
    const choice = allocationInstructionV2.AllocationFactory_Allocate;
    const as = { actAs: actor, readAs: this.readAs };
    const { output } = (await this.t.exercise(choice, rules, argument, as)).result;
    if (output.tag !== "AllocationInstructionResult_Completed") throw new Error(output.tag);
    return output.value.allocationCid;
  }

  /** The settlement of one instrument's legs, as a step of a transaction. */
  batch(
    legs: ReadonlyArray<Leg>,
    cids: ReadonlyArray<string>,
    { funding, owners }: Iteration = {},
    instrument: Instrument = this.gold,
  ) {
    return step.exercise(allocationV2.SettlementFactory_SettleBatch, instrument.rules, {
      settlement: this.settlement(),
      transferLegs: legs.map((each) => ({ ...each, instrumentId: instrument.id, meta })),
      allocations: cids.map((allocationCid) => ({
        allocationCid,
        extraTransferLegSides: sidesOf(
          accountOf(owners?.get(allocationCid) ?? ""),
          legs,
          instrument.id,
        ),
        ...fundingOf(funding?.get(allocationCid), instrument),
      })),
      actors: [this.venue],
      extraArgs: this.extraArgs(instrument),
    });
  }

  async settle(...batches: ReadonlyArray<ReturnType<GoldWorld["batch"]>>) {
    return this.t.transact(batches, { actAs: this.venue, readAs: this.readAs });
  }
}

/** What an account authorises: its side of each leg. */
const sidesOf = (account: Account, legs: ReadonlyArray<Leg>, instrumentId: string) => {
  const isSame = (other: Account): boolean => tokenHelpers.isSameAccount(account, other);
  return legs.flatMap(({ transferLegId, sender, receiver, amount }) => {
    const common = { transferLegId, amount, instrumentId, meta };
    return [
      ...(isSame(sender) ? [{ ...common, side: "SenderSide" as const, otherside: receiver }] : []),
      ...(isSame(receiver)
        ? [{ ...common, side: "ReceiverSide" as const, otherside: sender }]
        : []),
    ];
  });
};
