import {
  Amulet,
  AmuletRules,
  AmuletRules_DevNet_Tap,
  AmuletRules_Transfer,
  coinInputs,
  coinPackages,
  defaultAmuletConfig,
  ExternalPartyAmuletRules,
  ExternalPartyConfigState,
  OpenMiningRound,
  plainContext,
  transferConfigV2Of,
  TransferPreapproval,
} from "@tallystick/coin";
import {
  type Choice,
  int64From,
  type Numeric,
  numericFromText,
  type Template,
} from "@tallystick/core";
import type { JsCommands } from "@tallystick/wire";
import { type Ledger, type LedgerOptions, openLedger } from "@tallystick/node";
import { expectRight } from "../expect-right.js";
import { workThrough } from "../in-flight.js";
import { benchUser } from "../workload.js";

/** Coins one split makes: the most outputs a transfer may have (specification 8). */
export const coinsPerSplit = 100;

const minuteMicros = 60_000_000;
const dayMicros = 86_400_000_000;

/** A contract as an update shows it. */
export interface Made {
  readonly contractId: string;
  readonly templateId: string;
}

/**
 * A ledger in process, on disk, with the coin on it: rules, an open round, a sender, and a receiver
 * with a preapproval.
 */
export interface CoinBench {
  readonly ledger: Ledger;
  readonly dso: string;
  readonly sender: string;
  readonly receiver: string;
  readonly rules: string;
  readonly factory: string;
  readonly round: string;
  readonly configState: string;
  readonly preapproval: string;
  /**
   * Exercises a choice; resolves to the offset when it is durable, rejects when it was not
   * accepted.
   */
  readonly exercise: <A>(
    actAs: ReadonlyArray<string>,
    on: string,
    choice: Choice<A, unknown>,
    contractId: string,
    argument: A,
  ) => Promise<number>;
  /** What a party sees created between two offsets. */
  readonly madeBetween: (
    party: string,
    beginExclusive: number,
    endInclusive: number,
  ) => Promise<ReadonlyArray<Made>>;
}

/** An amount of CC or USD. */
export const decimal = (text: string): Numeric => expectRight(numericFromText(text), text);

const referenceOf = ({ name }: { readonly name: string }, packageName = "splice-amulet"): string =>
  `#${packageName}:${name}`;

const submitter = (ledger: Ledger, dso: string) => {
  const prefix = `coin-${Date.now().toString(36)}-`;
  let submitted = 0;
  return async (
    actAs: ReadonlyArray<string>,
    command: JsCommands["commands"][number],
  ): Promise<number> => {
    submitted += 1;
    const outcome = await ledger.submitAndWait({
      commands: [command],
      commandId: `${prefix}${submitted}`,
      actAs: [...actAs],
      // the sender sees rules and round as the registry would disclose them
      readAs: [dso],
      userId: benchUser,
    });
    return expectRight(outcome, "submitting").completionOffset;
  };
};

const madeBetween =
  (ledger: Ledger): CoinBench["madeBetween"] =>
  async (party, beginExclusive, endInclusive) => {
    const made: Array<Made> = [];
    const updateFormat = {
      includeTransactions: {
        eventFormat: { filtersByParty: { [party]: { cumulative: [] } } },
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      },
    } as const;
    for await (const item of ledger.queries.updates({
      beginExclusive,
      endInclusive,
      updateFormat,
    })) {
      const { update } = expectRight(item, "listing updates");
      if (!("Transaction" in update)) continue;
      for (const event of update.Transaction.value.events)
        if ("CreatedEvent" in event) made.push(event.CreatedEvent);
    }
    return made;
  };

/** Creates a contract and returns its id. */
type Create = <P>(actAs: ReadonlyArray<string>, of: Template<P>, payload: P) => Promise<string>;

/** The contracts of a network with one open round and one preapproval. */
const createNetwork = async (
  create: Create,
  synchronizerId: string,
  dso: string,
  receiver: string,
): Promise<Pick<CoinBench, "rules" | "factory" | "round" | "configState" | "preapproval">> => {
  const config = defaultAmuletConfig(synchronizerId);
  const now = Date.now() * 1000;
  const rules = await create([dso], AmuletRules, {
    dso,
    configSchedule: { initialValue: config, futureValues: [] },
    isDevNet: true,
    contractStateSchemaVersion: undefined,
  });
  const factory = await create([dso], ExternalPartyAmuletRules, { dso });
  const round = await create([dso], OpenMiningRound, {
    dso,
    round: { number: expectRight(int64From(1n), "a round") },
    amuletPrice: decimal("0.1"),
    opensAt: now - minuteMicros,
    targetClosesAt: now + dayMicros,
    issuingFor: config.tickDuration,
    transferConfigUsd: config.transferConfig,
    issuanceConfig: config.issuanceCurve.initialValue,
    tickDuration: config.tickDuration,
  });
  const configState = await create([dso], ExternalPartyConfigState, {
    dso,
    holdingFeesOpenRoundNumber: { number: expectRight(int64From(1n), "a round") },
    amuletPrice: decimal("0.1"),
    transferConfig: transferConfigV2Of(config.transferConfig),
    targetArchiveAfter: now + dayMicros,
  });
  const preapproval = await create([dso, receiver], TransferPreapproval, {
    dso,
    receiver,
    provider: receiver,
    validFrom: now - minuteMicros,
    lastRenewedAt: now - minuteMicros,
    expiresAt: now + dayMicros,
  });
  return { rules, factory, round, configState, preapproval };
};

/**
 * Opens a ledger with the coin.
 *
 * @param on where its data goes
 */
export const openCoinBench = async (on: LedgerOptions): Promise<CoinBench> => {
  const opened = await openLedger({ ...on, packages: coinPackages });
  const ledger = expectRight(opened, "opening the ledger");
  const allocate = async (partyIdHint: string): Promise<string> =>
    expectRight(await ledger.allocateParty({ partyIdHint }), "allocating a party").party;
  const dso = await allocate("DSO");
  const sender = await allocate("sender");
  const receiver = await allocate("receiver");
  const submit = submitter(ledger, dso);
  const made = madeBetween(ledger);
  const create = async <P>(
    actAs: ReadonlyArray<string>,
    of: Template<P>,
    payload: P,
  ): Promise<string> => {
    const createArguments = of.payload.encode(payload);
    const command = { CreateCommand: { templateId: referenceOf(of), createArguments } };
    const offset = await submit(actAs, command);
    return (await made(dso, offset - 1, offset))[0]?.contractId ?? "";
  };
  const network = await createNetwork(create, ledger.synchronizerId, dso, receiver);
  return {
    ledger,
    dso,
    sender,
    receiver,
    ...network,
    exercise: (actAs, on, choice, contractId, argument) =>
      submit(actAs, {
        ExerciseCommand: {
          templateId: on,
          contractId,
          choice: choice.name,
          choiceArgument: choice.argument.encode(argument),
        },
      }),
    madeBetween: made,
  };
};

/** The rules as commands name them. */
export const rulesReference = referenceOf(AmuletRules);

/** The preapprovals as commands name them. */
export const preapprovalReference = referenceOf(TransferPreapproval);

const isCoin = ({ templateId }: Made): boolean => templateId.endsWith(`:${Amulet.name}`);

/**
 * Gives the sender coins out of the faucet, off the clock.
 *
 * @returns their contract ids
 */
export const tapCoins = async (
  bench: CoinBench,
  callers: number,
  count: number,
  amount: string,
): Promise<ReadonlyArray<string>> => {
  const { ledger, sender, rules, round } = bench;
  const begin = ledger.ledgerEnd();
  await workThrough(callers, Array.from({ length: count }), () =>
    bench.exercise([sender], rulesReference, AmuletRules_DevNet_Tap, rules, {
      receiver: sender,
      amount: decimal(amount),
      openRound: round,
    }),
  );
  const made = await bench.madeBetween(sender, begin, ledger.ledgerEnd());
  return made.filter(isCoin).map(({ contractId }) => contractId);
};

/**
 * Gives the sender coins of 2 CC each, off the clock, a hundred by each transaction.
 *
 * @param count a multiple of 100
 * @returns their contract ids
 */
export const prepareCoins = async (
  bench: CoinBench,
  callers: number,
  count: number,
): Promise<ReadonlyArray<string>> => {
  const { ledger, dso, sender, rules, round } = bench;
  const wide = await tapCoins(bench, callers, count / coinsPerSplit, `${2 * coinsPerSplit}`);
  const begin = ledger.ledgerEnd();
  const output = {
    receiver: sender,
    receiverFeeRatio: decimal("0"),
    amount: decimal("2"),
    lock: undefined,
  };
  await workThrough(callers, wide, (contractId) =>
    bench.exercise([sender], rulesReference, AmuletRules_Transfer, rules, {
      transfer: {
        sender,
        provider: sender,
        inputs: coinInputs([contractId]),
        outputs: Array.from({ length: coinsPerSplit }, () => output),
        beneficiaries: undefined,
      },
      context: plainContext(round),
      expectedDso: dso,
    }),
  );
  const made = await bench.madeBetween(sender, begin, ledger.ledgerEnd());
  return made.filter(isCoin).map(({ contractId }) => contractId);
};
