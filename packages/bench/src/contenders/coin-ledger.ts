import {
  Amulet,
  AmuletRules,
  AmuletRules_DevNet_Tap,
  AmuletRules_Transfer,
  amuletPackage,
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
  type Command,
  commandsOf,
  int64From,
  type Numeric,
  numericFromText,
  type Template,
} from "@tallystick/core";
import { type Ledger, type LedgerOptions, openLedger } from "@tallystick/node";
import type { CreatedEvent } from "@tallystick/wire";
import { expectRight } from "../errors.js";
import { spent } from "../sizes.js";
import { repeat, workThrough } from "../work.js";
import { benchUser } from "../workload.js";
import { commandIds, createdSince } from "./ledger.js";

const minuteMicros = 60_000_000;
const dayMicros = 86_400_000_000;

export const amulet = commandsOf(amuletPackage);

/** An amount of CC or USD. */
export const decimal = (text: string): Numeric => expectRight(numericFromText(text), text);

/** The contracts of a network with one open round and one preapproval, by their ids. */
interface Network {
  readonly rules: string;
  readonly factory: string;
  readonly round: string;
  readonly configState: string;
  readonly preapproval: string;
}

/**
 * A ledger in process, on disk, with the coin on it: rules, an open round, a sender, and a receiver
 * with a preapproval.
 */
export interface CoinBench extends Network {
  readonly ledger: Ledger;
  readonly dso: string;
  readonly sender: string;
  readonly receiver: string;
  /** Submits a command; resolves when it is durable, rejects when it was not accepted. */
  readonly submit: (actAs: ReadonlyArray<string>, command: Command) => Promise<number>;
}

type Create = <P>(actAs: ReadonlyArray<string>, of: Template<P>, payload: P) => Promise<string>;

const createNetwork = async (
  create: Create,
  synchronizerId: string,
  dso: string,
  receiver: string,
): Promise<Network> => {
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
    opensAt: BigInt(now - minuteMicros),
    targetClosesAt: BigInt(now + dayMicros),
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
    targetArchiveAfter: BigInt(now + dayMicros),
  });
  const preapproval = await create([dso, receiver], TransferPreapproval, {
    dso,
    receiver,
    provider: receiver,
    validFrom: BigInt(now - minuteMicros),
    lastRenewedAt: BigInt(now - minuteMicros),
    expiresAt: BigInt(now + dayMicros),
  });
  return { rules, factory, round, configState, preapproval };
};

/**
 * Opens a ledger with the coin.
 *
 * @param options where its data goes; its packages instead of the coin in TypeScript
 */
export const openCoinBench = async (options: LedgerOptions): Promise<CoinBench> => {
  const opened = await openLedger({ packages: coinPackages, ...options });
  const ledger = expectRight(opened, "opening the ledger");
  const allocate = async (partyIdHint: string): Promise<string> =>
    expectRight(await ledger.allocateParty({ partyIdHint }), "allocating a party").party;
  const dso = await allocate("DSO");
  const sender = await allocate("sender");
  const receiver = await allocate("receiver");
  const nextId = commandIds("coin");
  const submit = async (actAs: ReadonlyArray<string>, command: Command): Promise<number> => {
    const outcome = await ledger.submitAndWait({
      commands: [command],
      commandId: nextId(),
      actAs: [...actAs],
      // the sender sees rules and round as the registry would disclose them
      readAs: [dso],
      userId: benchUser,
    });
    return expectRight(outcome, "submitting").completionOffset;
  };
  const create: Create = async (actAs, of, payload) => {
    const offset = await submit(actAs, amulet.create(of, payload));
    return (await createdSince(ledger, dso, offset - 1, offset))[0]?.contractId ?? "";
  };
  const network = await createNetwork(create, ledger.synchronizerId, dso, receiver);
  return { ledger, dso, sender, receiver, ...network, submit };
};

const isCoin = ({ templateId }: CreatedEvent): boolean => templateId.endsWith(`:${Amulet.name}`);

/** The ids of the coins that work makes for the sender. */
const coinsMade = async (
  { ledger, sender }: CoinBench,
  work: () => Promise<unknown>,
): Promise<ReadonlyArray<string>> => {
  const begin = ledger.ledgerEnd();
  await work();
  const made = await createdSince(ledger, sender, begin);
  return made.filter(isCoin).map(({ contractId }) => contractId);
};

/**
 * Gives the sender coins out of the faucet, off the clock.
 *
 * @returns their contract ids
 */
export const tapCoins = (bench: CoinBench, callers: number, count: number, amount: string) => {
  const { sender, rules, round, submit } = bench;
  const tap = { receiver: sender, amount: decimal(amount), openRound: round };
  return coinsMade(bench, () =>
    repeat(callers, count, () =>
      submit([sender], amulet.exercise(AmuletRules_DevNet_Tap, rules, tap)),
    ),
  );
};

/**
 * Gives the sender coins of 2 CC each, off the clock, a hundred by each transaction.
 *
 * @param count a multiple of 100
 * @returns their contract ids
 */
export const prepareCoins = async (bench: CoinBench, callers: number, count: number) => {
  const { dso, sender, rules, round, submit } = bench;
  const { perTransfer } = spent;
  const wide = await tapCoins(bench, callers, count / perTransfer, `${2 * perTransfer}`);
  const output = {
    receiver: sender,
    receiverFeeRatio: decimal("0"),
    amount: decimal("2"),
    lock: undefined,
  };
  const split = (contractId: string) =>
    amulet.exercise(AmuletRules_Transfer, rules, {
      transfer: {
        sender,
        provider: sender,
        inputs: coinInputs([contractId]),
        outputs: Array.from({ length: perTransfer }, () => output),
        beneficiaries: undefined,
      },
      context: plainContext(round),
      expectedDso: dso,
    });
  return coinsMade(bench, () =>
    workThrough(callers, wide, (coin) => submit([sender], split(coin))),
  );
};
