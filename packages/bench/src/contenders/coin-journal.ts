import { Amulet, amuletPackage } from "@tallystick/coin";
import {
  encodeLedgerEvent,
  int64From,
  type Numeric,
  numericFromText,
  type TransactionCommitted,
  type TransactionNode,
} from "@tallystick/core";
import type { JournalEntry } from "@tallystick/views";
import { expectRight } from "../errors.js";
import { coinJournalSizes } from "../sizes.js";

const { coinsPerParty, creationsPerTransaction, creationsPerLive, partiesAtOnce } =
  coinJournalSizes;

/** 2026-01-01T00:00:00Z. */
const start = 1_767_225_600_000_000;

const fingerprint = `1220${"ab".repeat(32)}`;
const dso = `DSO::${fingerprint}`;

export const coinParty = (index: number): string => `party-${index}::${fingerprint}`;

/** Parties that have so many coins. */
export const partiesFor = (live: number): number => Math.max(1, Math.floor(live / coinsPerParty));

/** Whose coin it is: those of a party are far apart, and the party is busy for a while only. */
const ownerOf = (index: number, parties: number): string => {
  const before = Math.floor(index / (partiesAtOnce * coinsPerParty * creationsPerLive));
  const first = Math.min(before * partiesAtOnce, parties - 1);
  return coinParty(first + (index % Math.min(partiesAtOnce, parties - first)));
};

const amount: Numeric = expectRight(numericFromText("12.5"), "an amount");
const rate: Numeric = expectRight(numericFromText("0.00019"), "a rate");
const round = expectRight(int64From(7), "a round");
const templateId = `${"0".repeat(64)}:${Amulet.name}`;

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");

const seedOf = (offset: number): string => hex(offset, 56);

/** The id of a coin, which contains its place in the journal (docs/journal-format.md). */
const contractIdOf = (index: number): string => {
  const offset = Math.floor(index / creationsPerTransaction) + 1;
  const nodeId = index % creationsPerTransaction;
  return `00${seedOf(offset)}${hex(nodeId, 8)}ca01${hex(offset, 12)}${hex(index, 64)}`;
};

const creation = (nodeId: number, index: number, parties: number): TransactionNode => {
  const owner = ownerOf(index, parties);
  const payload = {
    dso,
    owner,
    amount: { initialAmount: amount, createdAt: { number: round }, ratePerRound: { rate } },
  };
  return {
    kind: "create",
    nodeId,
    contractId: contractIdOf(index),
    templateId,
    packageName: amuletPackage.name,
    payload: Amulet.payload.encode(payload),
    signatories: [dso, owner].sort(),
    observers: [],
  };
};

const archival = (nodeId: number, index: number, parties: number): TransactionNode => ({
  kind: "exercise",
  nodeId,
  contractId: contractIdOf(index),
  templateId,
  packageName: amuletPackage.name,
  choice: "Archive",
  argument: {},
  actingParties: [dso, ownerOf(index, parties)].sort(),
  consuming: true,
  result: {},
  lastDescendantNodeId: nodeId,
  signatories: [dso, ownerOf(index, parties)].sort(),
  observers: [],
});

/**
 * The transactions of a journal whose coins come and go: each makes 50, and archives those made one
 * transaction before but for every eleventh. What stays is spread over all parties.
 *
 * @param live coins at the end; ten times as many were created before
 */
export function* coinJournal(live: number): Generator<CoinTransaction> {
  const parties = partiesFor(live);
  const total = live * creationsPerLive;
  const stays = (index: number): boolean => index % creationsPerLive === 0;
  let offset = 0;
  let waiting: Array<number> = [];
  for (let first = 0; first < total || waiting.length > 0; first += creationsPerTransaction) {
    const made = Array.from(
      { length: Math.max(0, Math.min(creationsPerTransaction, total - first)) },
      (_, at) => first + at,
    );
    const nodes = [
      ...made.map((index, at) => creation(at, index, parties)),
      ...waiting.map((index, at) => archival(made.length + at, index, parties)),
    ];
    waiting = made.filter((index) => !stays(index));
    offset += 1;
    const at = offset;
    yield { nodes, entry: () => entryOf(nodes, at) };
  }
}

interface CoinTransaction {
  readonly nodes: ReadonlyArray<TransactionNode>;
  readonly entry: () => JournalEntry;
}

const entryOf = (nodes: ReadonlyArray<TransactionNode>, offset: number): JournalEntry => {
  const event: TransactionCommitted = {
    type: "TransactionCommitted",
    updateId: `1220${offset.toString(16).padStart(64, "0")}`,
    commandId: `c-${offset}`,
    userId: "bench",
    actAs: [dso],
    submissionId: `s-${offset}`,
    workflowId: "",
    deduplicationPeriod: { kind: "empty" },
    recordTime: start + offset,
    effectiveAt: start + offset,
    seed: seedOf(offset),
    nodes,
  };
  return { offset, ...encodeLedgerEvent(event, offset) };
};
