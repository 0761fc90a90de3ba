import { createdIn, exercisedIn } from "./transaction-nodes.js";
import { Refused, saidClearly } from "./refused.js";
import {
  type Choice,
  type Command,
  type CompiledCatalog,
  type Contract,
  contractOfNode,
  decide,
  emptyLedger,
  entriesOf,
  evolveAll,
  int64From,
  type Interface,
  type LedgerEvent,
  type LedgerState,
  type Package,
  type Numeric,
  numericFromUnits,
  numericToText,
  type Template,
  type TransactionCommitted,
} from "@tallystick/core";
import { isLeft, isRight, right } from "fp-ts/lib/Either.js";
import {
  Amulet,
  type AmuletConfig,
  AmuletRules,
  AmuletRules_DevNet_Tap,
  AmuletRules_Transfer,
  coinInputs,
  coinInstrument,
  coinRelease,
  type ContextKey,
  contextKeys,
  defaultAmuletConfig,
  ExternalPartyAmuletRules,
  LockedAmulet,
  type metadataV1,
  OpenMiningRound,
  type OpenRoundPayload,
  type PaymentTransferContext,
  tapAmount,
  type TransferContext,
  type TransferInput,
  type transferInstructionV1,
  type ExternalPartyConfigStatePayload,
  ExternalPartyConfigState,
  transferConfigV2Of,
} from "../src/index.js";
import type { TransferResult } from "../src/amulet/transfer/transfer-types.js";
import {
  day,
  cc,
  dso,
  foundation,
  minute,
  rightOf,
  sha256,
  start,
  synchronizerId,
} from "./coin-values.js";
import { catalogOf } from "./compiled-packages.js";
import type { CoinLedgerOptions, Submission, TransferParts } from "./coin-ledger-options.js";

export * from "./coin-values.js";
export type { CoinLedgerOptions, Submission, TransferParts } from "./coin-ledger-options.js";
export { Refused } from "./refused.js";
export { createdIn, exercisedIn } from "./transaction-nodes.js";

type On = { readonly name: string };

/** A submission and what was decided. */
export interface Decided {
  readonly ledger: CoinLedger;
  readonly submission: Parameters<typeof decide>[1];
  readonly context: Parameters<typeof decide>[2];
  readonly decision: ReturnType<typeof decide>;
}

/**
 * A ledger with the coin on it: a DSO with its rules, one open round, and users without coins.
 * Whoever submits reads as the DSO, which stands for what the registry discloses.
 */
export class CoinLedger {
  /** Called with each decision, before the ledger takes it. */
  static watch: ((decided: Decided) => void) | undefined;
  /** What ledgers have that name no packages. */
  static packages: ReadonlyArray<Package> = coinRelease["0.6.1"];
  state: LedgerState = emptyLedger();
  /** The clock; microseconds since the Unix epoch. */
  now = start;
  readonly rules: string;
  readonly externalRules: string;
  /** The open round that transfers use. */
  round: string;
  /** What transfers of the token standard look at. */
  configState: string;
  readonly catalog: CompiledCatalog;
  private submissions = 0;
  private readonly created = new Map<string, Contract>();

  constructor(private readonly options: CoinLedgerOptions = {}) {
    this.catalog = catalogOf(options.packages ?? CoinLedger.packages);
    this.take(foundation(options.parties ?? []));
    const initialValue = this.config;
    this.rules = this.create([dso], AmuletRules, {
      dso,
      configSchedule: { initialValue, futureValues: [] },
      isDevNet: options.isDevNet ?? true,
      contractStateSchemaVersion: undefined,
    });
    this.externalRules = this.create([dso], ExternalPartyAmuletRules, { dso });
    this.round = this.openRound(options.firstRound ?? 0n);
    this.configState = this.openConfigState();
  }

  /** A contract that this ledger created, as it is disclosed. */
  private disclosable(contractId: string): Contract {
    const contract = this.created.get(contractId);
    if (contract === undefined) throw new Error(`no contract ${contractId} was created`);
    return contract;
  }

  /** The configuration in force. */
  get config(): AmuletConfig {
    const config = defaultAmuletConfig(synchronizerId);
    return this.options.config?.(config) ?? config;
  }

  private take(events: ReadonlyArray<LedgerEvent>): void {
    this.state = evolveAll(this.state, events);
  }

  /** Opens a round now and makes it the one transfers use; changes overwrite its fields. */
  openRound(number: bigint, changes: Partial<OpenRoundPayload> = {}): string {
    const { transferConfig, tickDuration, issuanceCurve } = this.config;
    this.round = this.create([changes.dso ?? dso], OpenMiningRound, {
      dso,
      round: { number: rightOf(int64From(number)) },
      amuletPrice: cc(this.options.price ?? "0.1"),
      opensAt: BigInt(this.now),
      targetClosesAt: BigInt(this.now + 20 * minute),
      issuingFor: tickDuration,
      transferConfigUsd: transferConfig,
      issuanceConfig: issuanceCurve.initialValue,
      tickDuration,
      ...changes,
    });
    return this.round;
  }

  /**
   * Creates what external parties' transfers look at, from the open round in use, and makes it the
   * one they use.
   */
  openConfigState(changes: Partial<ExternalPartyConfigStatePayload> = {}): string {
    const round = this.active(OpenMiningRound).find(
      ({ contractId }) => contractId === this.round,
    )?.payload;
    if (round === undefined) throw new Error("no round is open");
    this.configState = this.create([changes.dso ?? dso], ExternalPartyConfigState, {
      dso,
      holdingFeesOpenRoundNumber: round.round,
      amuletPrice: round.amuletPrice,
      transferConfig: transferConfigV2Of(round.transferConfigUsd),
      targetArchiveAfter: BigInt(this.now + 2 * day),
      ...changes,
    });
    return this.configState;
  }

  /** Lets time pass; microseconds. */
  pass(micros: number): void {
    this.now += micros;
  }

  /** Submits commands. Throws {@link Refused}. */
  submit(
    actAs: ReadonlyArray<string>,
    commands: ReadonlyArray<Command>,
    { readAs = [dso], disclosed = [] }: Submission = {},
  ): TransactionCommitted {
    const n = ++this.submissions;
    const submission: Parameters<typeof decide>[1] = {
      kind: "Submit",
      command: {
        commands,
        commandId: `command-${n}`,
        actAs: [...new Set(actAs)].sort(),
        userId: "user",
        readAs,
        workflowId: "",
        deduplicationPeriod: { kind: "empty" },
        submissionId: "",
        disclosedContracts: disclosed.map((contractId) => ({
          contract: right(this.disclosable(contractId)),
          blobDigest: "",
          field: "disclosedContracts",
        })),
        synchronizerId: "",
        packageIdSelectionPreference: [],
        prefetchContractKeys: [],
        tapsMaxPasses: 3,
      },
    };
    const context: Parameters<typeof decide>[2] = {
      now: this.now,
      receivedAt: this.now,
      seed: sha256(`seed ${n}`).slice(0, 56),
      submissionId: `submission-${n}`,
      freshName: `fresh-${n}`,
      catalog: this.catalog,
      sha256,
    };
    const decision = decide(this.state, submission, context);
    CoinLedger.watch?.({ ledger: this, submission, context, decision });
    if (isLeft(decision)) throw new Refused(saidClearly(decision.left));
    this.take(decision.right);
    const event = decision.right[0];
    if (event?.type !== "TransactionCommitted") throw new Error(`not committed: ${event?.type}`);
    for (const node of createdIn(event))
      this.created.set(node.contractId, contractOfNode(node, event.effectiveAt));
    return event;
  }

  /** Creates a contract. @returns its id */
  create<P>(actAs: ReadonlyArray<string>, of: Template<P>, payload: P): string {
    const event = this.submit(actAs, [
      {
        kind: "CreateCommand",
        templateId: this.idOf(of),
        createArguments: of.payload.encode(payload),
      },
    ]);
    return createdIn(event)[0]?.contractId ?? "";
  }

  /** Exercises a choice. Throws {@link Refused}. @returns its result and the whole transaction */
  run<A, R>(
    actAs: ReadonlyArray<string>,
    choice: Choice<A, R>,
    contractId: string,
    argument: A,
    submission?: Submission,
  ): { readonly result: R; readonly event: TransactionCommitted } {
    const event = this.submit(
      actAs,
      [
        {
          kind: "ExerciseCommand",
          templateId: this.idOf(choice.on),
          contractId,
          choice: choice.name,
          choiceArgument: choice.argument.encode(argument),
        },
      ],
      submission,
    );
    const node = exercisedIn(event)[0];
    return { result: rightOf(choice.result.decode(node?.result ?? null)), event };
  }

  /** Exercises a choice. @returns its result */
  exercise<A, R>(
    actAs: ReadonlyArray<string>,
    choice: Choice<A, R>,
    contractId: string,
    argument: A,
    submission?: Submission,
  ): R {
    return this.run(actAs, choice, contractId, argument, submission).result;
  }

  /** Why something is refused; it must be, and it must leave the state as it was. */
  reasonOf(attempt: () => unknown): string {
    const before = this.state;
    try {
      attempt();
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      if (this.state !== before) throw new Error("what was refused has changed the state");
      return thrown.reason;
    }
    return "accepted";
  }

  /** A template or interface in package-name form. */
  private idOf({ name }: On): string {
    const known = this.catalog.packages.flatMap((info) => {
      const reference = `#${info.name}:${name}`;
      return isRight(this.catalog.resolve(reference, [])) ? [reference] : [];
    });
    return known[0] ?? name;
  }

  /** All active contracts. */
  contracts(): ReadonlyArray<Contract> {
    return [...entriesOf(this.state.contracts)].map(([, contract]) => contract);
  }

  /** The active contracts of a template with their payloads. */
  active<P>(of: Template<P>): ReadonlyArray<{ readonly contractId: string; readonly payload: P }> {
    return this.contracts()
      .filter(({ templateId }) => templateId.endsWith(`:${of.name}`))
      .map(({ contractId, templateId, payload }) => {
        // border: the version that made it has the same fields, or fewer optional ones
        const type = (this.catalog.template(templateId)?.definition ?? of)
          .payload as typeof of.payload;
        return { contractId, payload: rightOf(type.decode(payload)) };
      });
  }

  /**
   * The views of all active contracts through an interface, by contract id.
   *
   * @param known views that need not be computed again
   */
  views<V, M>(of: Interface<V, M>, known?: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
    const interfaceId = rightOf(this.catalog.interfacesMatching(this.idOf(of)))[0] ?? "";
    const templates = new Set(this.catalog.implementers(interfaceId));
    const implementing = this.contracts().filter(({ templateId }) => templates.has(templateId));
    return new Map(
      implementing.map(({ contractId, templateId, payload }) => {
        const same = known?.get(contractId);
        if (same !== undefined) return [contractId, same];
        const view = rightOf(this.catalog.interfaceView(interfaceId, templateId, payload));
        return [contractId, rightOf(of.view.decode(view))];
      }),
    );
  }

  /** The unlocked coins of an owner, by contract id. */
  coinsOf(owner: string): ReadonlyArray<string> {
    return this.active(Amulet)
      .filter(({ payload }) => payload.owner === owner)
      .map(({ contractId }) => contractId);
  }

  /** The unlocked CC of an owner, with ten places. */
  balanceOf(owner: string): string {
    return shownSum(
      this.active(Amulet)
        .filter(({ payload }) => payload.owner === owner)
        .map(({ payload }) => payload.amount.initialAmount),
    );
  }

  /** The locked CC of an owner, with ten places. */
  lockedBalanceOf(owner: string): string {
    return shownSum(
      this.active(LockedAmulet)
        .filter(({ payload }) => payload.amulet.owner === owner)
        .map(({ payload }) => payload.amulet.amount.initialAmount),
    );
  }

  /** Gives an owner CC through the faucet, in one coin. @returns its contract id */
  tap(owner: string, amount: string): string {
    const tapped = this.exercise([owner], AmuletRules_DevNet_Tap, this.rules, {
      receiver: owner,
      amount: cc(amount),
      openRound: this.round,
    });
    return tapped.amuletSum.amulet;
  }

  /**
   * A transfer by the rules.
   *
   * @param outputs receivers with amounts, all unlocked
   * @param inputs default: all coins of the sender
   */
  transfer(
    sender: string,
    outputs: ReadonlyArray<readonly [receiver: string, amount: string]>,
    { inputs = this.coinsOf(sender), by }: TransferParts = {},
  ): TransferResult {
    return this.exercise(
      by ?? [sender, ...outputs.map(([receiver]) => receiver)],
      AmuletRules_Transfer,
      this.rules,
      {
        transfer: {
          sender,
          provider: sender,
          inputs: coinInputs(inputs),
          outputs: outputs.map(([receiver, amount]) => ({
            receiver,
            receiverFeeRatio: cc("0"),
            amount: cc(amount),
            lock: undefined,
          })),
          beneficiaries: undefined,
        },
        context: this.context,
        expectedDso: dso,
      },
    );
  }

  /** The rules with the context of transfers. */
  paymentContext(changes: Partial<TransferContext> = {}): PaymentTransferContext {
    return { amuletRules: this.rules, context: { ...this.context, ...changes } };
  }

  /** The context of transfers with the round in use. */
  get context(): TransferContext {
    return {
      openMiningRound: this.round,
      issuingMiningRounds: [],
      validatorRights: [],
      featuredAppRight: undefined,
    };
  }

  /** What the registry passes to choices of the token standard. */
  extraArgs(more: Partial<Record<ContextKey, string | boolean>> = {}): metadataV1.ExtraArgs {
    const values: Partial<Record<ContextKey, string | boolean>> = {
      [contextKeys.externalPartyConfigState]: this.configState,
      [contextKeys.expireLock]: true,
      ...more,
    };
    return {
      context: {
        values: new Map(
          Object.entries(values).map(([key, value]): [string, metadataV1.AnyValue] => [
            key,
            typeof value === "boolean"
              ? { tag: "AV_Bool", value }
              : { tag: "AV_ContractId", value },
          ]),
        ),
      },
      meta: { values: new Map() },
    };
  }

  /**
   * A transfer of all the sender's coins' worth up to an amount, asked for now and possible for an
   * hour.
   */
  transferOf(
    sender: string,
    receiver: string,
    amount: string,
    changes: Partial<transferInstructionV1.Transfer> = {},
  ): transferInstructionV1.Transfer {
    return {
      sender,
      receiver,
      amount: cc(amount),
      instrumentId: coinInstrument(dso),
      requestedAt: BigInt(this.now),
      executeBefore: BigInt(this.now + 60 * minute),
      inputHoldingCids: changes.inputHoldingCids ?? this.coinsOf(sender),
      meta: { values: new Map() },
      ...changes,
    };
  }
}

const shownSum = (amounts: ReadonlyArray<Numeric>): string => {
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  return numericToText(rightOf(numericFromUnits(sum)));
};

/** All unlocked coins of an owner as inputs of a transfer. */
export const coinsAsInputs = (ledger: CoinLedger, owner: string): ReadonlyArray<TransferInput> =>
  coinInputs(ledger.coinsOf(owner));

/** The CC that a tap of USD gives. */
export const tapped = (usd: string, price: string): string =>
  numericToText(rightOf(tapAmount(cc(usd), cc(price))));

/** The command that archives a contract. */
export const archiveOf = ({ name }: On, contractId: string): Command => ({
  kind: "ExerciseCommand",
  templateId: `#splice-amulet:${name}`,
  contractId,
  choice: "Archive",
  choiceArgument: {},
});
