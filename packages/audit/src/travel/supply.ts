import {
  entriesOf,
  type ExerciseNode,
  getIn,
  type LedgerState,
  type PastEvent,
} from "@tallystick/core";
import { AuditError, type AuditedJournal } from "../log/audited-journal.js";
import { poolOf } from "../rules/coin-issuance.js";
import { coinOf, createdIn, Labels, lastOf, type Created } from "../rules/coin-labels.js";
import { amuletOf, at, coinUnits, isCoin, isOfCoin, shownUnits } from "../rules/coin-reading.js";
import { type Moment, stateAt } from "./state-at.js";

/** The coins of one network at a moment. Amounts in units of 10^-10. */
export interface Supply {
  /** The operator of the network, who signs every coin. */
  readonly admin: string;
  /** What rounds that began to issue could give to rewards. */
  readonly allowed: bigint;
  /** What of it was minted. */
  readonly rewarded: bigint;
  /** Minted by the choice that makes coins from nothing, which no round allows. */
  readonly made: bigint;
  readonly burned: bigint;
  /** Created less archived outside any choice, as operator and owner can do together. */
  readonly outside: bigint;
  readonly unlocked: bigint;
  readonly locked: bigint;
  /** Active coins. */
  readonly coins: number;
}

/** The supply of each network at a moment. */
export interface PastSupply {
  /** The last event at or before the moment. */
  readonly offset: number;
  readonly recordTime: number;
  readonly supplies: ReadonlyArray<Supply>;
}

type Sums = { -readonly [K in keyof Omit<Supply, "admin">]: Supply[K] };

const noSums = (): Sums => ({
  allowed: 0n,
  rewarded: 0n,
  made: 0n,
  burned: 0n,
  outside: 0n,
  unlocked: 0n,
  locked: 0n,
  coins: 0,
});

/** Units that no account explains: minted less burned should be what there is. */
export const unexplained = ({
  rewarded,
  made,
  burned,
  outside,
  unlocked,
  locked,
}: Supply): bigint => unlocked + locked - (rewarded + made + outside - burned);

/**
 * What was allowed, minted and burned of each network's coin up to a moment, and what there is of
 * it then: the coins that are active, counted by themselves.
 *
 * @throws {AuditError} see `stateAt`; `missing` when data up to the moment was erased by a pruning
 */
export const supplyAt = async (journal: AuditedJournal, moment: Moment): Promise<PastSupply> => {
  const networks = new Map<string, Sums>();
  const sumsOf = (admin: string): Sums => {
    const known = networks.get(admin) ?? noSums();
    networks.set(admin, known);
    return known;
  };
  const past = await stateAt(journal, moment, (event, before) => note(event, before, sumsOf));
  for (const [, contract] of entriesOf(past.state.contracts)) {
    if (!isCoin(contract)) continue;
    const sums = sumsOf(textAt(amuletOf(contract), "dso"));
    const isLocked = contract.templateId.endsWith(":LockedAmulet");
    sums[isLocked ? "locked" : "unlocked"] += coinUnits(contract);
    sums.coins += 1;
  }
  const supplies = [...networks].map(([admin, sums]) => ({ admin, ...sums }));
  supplies.sort((a, b) => (a.admin < b.admin ? -1 : 1));
  return { offset: past.offset, recordTime: past.recordTime, supplies };
};

const textAt = (value: Parameters<typeof at>[0], field: string): string => {
  const found = at(value, field);
  return typeof found === "string" ? found : "";
};

const note = (event: PastEvent, before: LedgerState, sumsOf: (admin: string) => Sums): void => {
  if (event.type === "SubmissionPruned") {
    throw new AuditError(
      "missing",
      `the data at offset ${before.offset + 1} was erased by pruning: the amount minted there is unknown`,
    );
  }
  if (event.type !== "TransactionCommitted") return;
  const { nodes } = event;
  const created = createdIn(nodes);
  for (const node of nodes)
    if (node.kind === "exercise" && isOfCoin(node)) noteRound(before, node, sumsOf);
  for (let root = 0; root < nodes.length; root = lastOf(nodes[root], root) + 1) {
    const node = nodes[root];
    if (node === undefined) break;
    if (isCoin(node) && (node.kind === "create" || node.choice === "Archive")) {
      const { dso, units } = coinOf(before, created, node);
      sumsOf(dso).outside += node.kind === "create" ? units : -units;
    } else if (node.kind === "exercise") {
      const { made = 0n, rewarded = 0n, burned = 0n } = new Labels(before, nodes, created).of(node);
      if (made === 0n && rewarded === 0n && burned === 0n) continue;
      const sums = sumsOf(
        networkOf(before, event.nodes.slice(root, lastOf(node, root) + 1), created),
      );
      sums.made += made;
      sums.rewarded += rewarded;
      sums.burned += burned;
    }
  }
};

/** The network of the first coin among nodes. */
const networkOf = (
  before: LedgerState,
  nodes: Parameters<typeof createdIn>[0],
  created: Created,
): string => {
  const coin = nodes.find(isCoin);
  return coin === undefined ? "" : coinOf(before, created, coin).dso;
};

/** Adds what a round may issue that begins to. */
const noteRound = (
  before: LedgerState,
  node: ExerciseNode,
  sumsOf: (admin: string) => Sums,
): void => {
  if (node.choice !== "AmuletRules_MiningRound_StartIssuing") return;
  const rules = getIn(before.contracts, node.contractId);
  const roundId = at(node.argument, "miningRoundCid");
  const counting = typeof roundId === "string" ? getIn(before.contracts, roundId) : undefined;
  const pool = counting === undefined ? undefined : poolOf(counting.payload);
  if (rules !== undefined && pool !== undefined)
    sumsOf(textAt(rules.payload, "dso")).allowed += pool;
};

/** The columns of a table of supplies. */
export const supplyColumns = [
  "offset",
  "record_time",
  "admin",
  "instrument",
  "allowed",
  "minted",
  "allowed_not_minted",
  "made",
  "burned",
  "outside",
  "total",
  "locked",
  "unlocked",
  "coins",
] as const;

/** The cells of a table of supplies; decimals as text. */
export const supplyRows = (
  { offset, supplies }: PastSupply,
  recordTime: string,
): ReadonlyArray<ReadonlyArray<string>> =>
  supplies.map(({ admin, allowed, rewarded, made, burned, outside, unlocked, locked, coins }) => [
    String(offset),
    recordTime,
    admin,
    "Amulet",
    shownUnits(allowed),
    shownUnits(rewarded),
    shownUnits(allowed - rewarded),
    shownUnits(made),
    shownUnits(burned),
    shownUnits(outside),
    shownUnits(unlocked + locked),
    shownUnits(locked),
    shownUnits(unlocked),
    String(coins),
  ]);
