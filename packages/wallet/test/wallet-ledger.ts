import { createHash } from "node:crypto";
import {
  AmuletRules,
  coinPackages,
  configOf,
  constantInt,
  WalletAppInstall,
  walletPackage,
} from "@tallystick/coin";
import {
  commandsOf,
  compileCatalog,
  type Contract,
  decide,
  emptyLedger,
  entriesOf,
  evolveAll,
  type Json,
  type LedgerError,
  type LedgerEvent,
  type LedgerState,
  type Numeric,
  numericFromText,
  numericToText,
  pingPackage,
  type Sha256,
  type TransactionCommitted,
} from "@tallystick/core";
import { validateSubmission } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type Automation,
  type AutomationContext,
  bootstrapSteps,
  type ContractsView,
  defaultWalletConfig,
  dsoSteps,
  type NetworkSettings,
  type NetworkState,
  networkState,
  type Submission,
  SweptMoney,
  type WalletConfig,
} from "../src/index.js";
import { crowdedOwners } from "../src/automation/merge-delegations.js";
import { inMemoryContracts } from "../src/contracts/in-memory-contracts.js";

const { create } = commandsOf(walletPackage);
const sha256: Sha256 = (text) => createHash("sha256").update(text).digest("hex");
const fingerprint = `1220${"ab".repeat(32)}`;
export const partyOf = (hint: string): string => `${hint}::${fingerprint}`;
export const [dso, operator, sv, alice, bob, carol] = [
  partyOf("DSO"),
  partyOf("operator"),
  partyOf("sv"),
  partyOf("alice"),
  partyOf("bob"),
  partyOf("carol"),
];
export const synchronizerId = `local::${fingerprint}`;
export const memberId = `PAR::node::${fingerprint}`;
/** Rules by which preapprovals are paid for from the first day on. */
const withoutFreeLife = (step: Submission): Submission => ({
  ...step,
  commands: step.commands.map((command) => {
    if (command.kind !== "CreateCommand" || !command.templateId.endsWith(":AmuletRules"))
      return command;
    const rules = rightOf(AmuletRules.payload.decode(command.createArguments));
    const initialValue = {
      ...configOf(rules),
      transferPreapprovalBaseDuration: { microseconds: constantInt(0n) },
    };
    const configSchedule = { ...rules.configSchedule, initialValue };
    return {
      ...command,
      createArguments: AmuletRules.payload.encode({ ...rules, configSchedule }),
    };
  }),
});

/** 2026-01-01T00:00:00Z. */
export const start = 1_767_225_600_000_000;
export const minute = 60_000_000;
export const day = 86_400_000_000;

export const rightOf = <E, A>(result: Either<E, A>): A => {
  if (isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};
export const cc = (text: string): Numeric => rightOf(numericFromText(text));

const catalog = rightOf(compileCatalog([pingPackage, ...coinPackages], sha256));

const foundation: ReadonlyArray<LedgerEvent> = [
  {
    type: "LedgerInitialized",
    participantId: `node::${fingerprint}`,
    synchronizerId,
    recordTime: start,
  },
  ...[dso, operator, sv, alice, bob, carol].map(
    (party): LedgerEvent => ({
      type: "PartyAllocated",
      party,
      annotations: {},
      identityProviderId: "",
      recordTime: start,
    }),
  ),
];

export const settings: NetworkSettings = {
  dso,
  operator,
  sv,
  kind: "dev",
  synchronizerId,
  participantId: `node::${fingerprint}`,
  amuletPrice: cc("0.1"),
  tickMicros: 10 * minute,
};

/**
 * The real coin on the real rules of a ledger, without a node: submissions are decided and folded
 * one by one.
 */
export class WalletLedger {
  state: LedgerState = evolveAll(emptyLedger(), foundation);
  now = start;
  readonly transactions: Array<TransactionCommitted> = [];
  /** Every contract there ever was. */
  readonly payloads = new Map<string, Json>();
  /** Command ids that took effect. */
  readonly done = new Set<string>();
  private submissions = 0;

  constructor(readonly network: NetworkSettings = settings) {}

  get view(): ContractsView {
    const order = new Map([...this.payloads.keys()].map((id, index) => [id, index]));
    const orderOf = ({ contractId }: Contract): number => order.get(contractId) ?? 0;
    const contracts = [...entriesOf(this.state.contracts)].map(([, contract]) => contract);
    return inMemoryContracts(contracts.sort((a, b) => orderOf(a) - orderOf(b)));
  }

  /** Decides a submission; what is accepted takes effect. */
  submit(submission: Submission): Either<LedgerError, TransactionCommitted> {
    const n = ++this.submissions;
    const command = validateSubmission(
      { ...submission, userId: "wallet" },
      { tapsMaxPassesDefault: 3, tapsMaxPassesLimit: 4, synchronizerId, sha256 },
    );
    if (isLeft(command)) return command;
    const decision = decide(
      this.state,
      { kind: "Submit", command: command.right },
      {
        now: this.now,
        receivedAt: this.now,
        seed: sha256(`seed ${n}`).slice(0, 56),
        submissionId: `submission-${n}`,
        freshName: `fresh-${n}`,
        catalog,
        sha256,
      },
    );
    if (isLeft(decision)) return decision;
    this.state = evolveAll(this.state, decision.right);
    const event = decision.right[0];
    if (event?.type === "CommandRejected") return left(event.error);
    if (event?.type !== "TransactionCommitted") throw new Error(`left ${event?.type}`);
    this.transactions.push(event);
    this.done.add(submission.commandId);
    for (const node of event.nodes)
      if (node.kind === "create") this.payloads.set(node.contractId, node.payload);
    return right(event);
  }

  /** Submits what must be accepted. */
  run(submission: Submission): TransactionCommitted {
    return rightOf(this.submit(submission));
  }

  /** Sets the network up. */
  bootstrap(): this {
    for (let round = 0; round < 10; round++) {
      const steps = bootstrapSteps(this.view, this.network, 0);
      if (steps.length === 0) return this;
      for (const step of steps) this.run(withoutFreeLife(step));
    }
    throw new Error("the network is never set up");
  }

  /** Gives the operator and the users wallets, without anything else of onboarding. */
  withWallets(...users: ReadonlyArray<string>): this {
    for (const endUserParty of users.length > 0 ? users : [operator, alice, bob, carol]) {
      const endUserName = endUserParty.split("::")[0] ?? "";
      const install = { dsoParty: dso, validatorParty: operator, endUserName, endUserParty };
      this.run({
        commandId: `install ${endUserName}`,
        actAs: [...new Set([operator, endUserParty])],
        readAs: [],
        commands: [create(WalletAppInstall, install)],
      });
    }
    return this;
  }

  get networkState(): NetworkState {
    const network = networkState(this.view, dso, this.now);
    if (network === undefined) throw new Error("there is no network");
    return network;
  }

  /** Lets time pass tick by tick, the DSO at work. */
  pass(micros: number, each: number = minute): void {
    const until = this.now + micros;
    while (this.now < until) {
      this.now = Math.min(until, this.now + each);
      this.dsoWorks();
    }
  }

  dsoWorks(): void {
    for (let turn = 0; turn < 50; turn++) {
      const steps = dsoSteps(this.view, this.networkState, this.network.amuletPrice, this.now);
      if (steps.length === 0) return;
      for (const step of steps) this.submit(step);
    }
    throw new Error("the DSO never rests");
  }

  context(
    config: Partial<WalletConfig> = {},
    more: Partial<AutomationContext> = {},
  ): AutomationContext {
    return {
      view: this.view,
      network: this.networkState,
      operator,
      config: { ...defaultWalletConfig, ...config },
      now: this.now,
      memberId,
      synchronizerId,
      isWaiting: () => false,
      isSpread: false,
      swept: new SweptMoney(config.sweeps ?? new Map()),
      isDone: (commandId) => this.done.has(commandId),
      mergesCoins: () => true,
      allocationsAsked: () => [],
      crowdedOwners: () =>
        crowdedOwners(
          more.view ?? this.view,
          operator,
          config.mergeAbove ?? defaultWalletConfig.mergeAbove,
        ),
      ...more,
    };
  }

  plan(
    automation: Automation,
    party: string,
    config: Partial<WalletConfig> = {},
    more: Partial<AutomationContext> = {},
  ): ReadonlyArray<Submission> {
    return automation.plan(this.context(config, more), party);
  }

  /** The coins that an automation lacks: whose, how many, and how many there are. */
  lack(
    { lack }: Automation,
    party: string,
    config: Partial<WalletConfig> = {},
    more: Partial<AutomationContext> = {},
  ): readonly [payer: string, needed: string, available: string] | undefined {
    const found = typeof lack === "function" ? lack(this.context(config, more), party) : undefined;
    return found && [found.payer, numericToText(found.needed), numericToText(found.available)];
  }

  /** Runs an automation until it rests, every submission accepted. @returns how many there were */
  automate(automation: Automation, party: string, config: Partial<WalletConfig> = {}): number {
    for (let count = 0; count < 100; ) {
      const planned = this.plan(automation, party, config);
      if (planned.length === 0) return count;
      for (const submission of planned) this.run(submission);
      count += planned.length;
    }
    throw new Error(`${automation.name} never rests`);
  }
}
