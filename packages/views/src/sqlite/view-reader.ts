import type Database from "better-sqlite3";
import { type AllocationReads, allocationReads } from "./allocation-reads.js";
import type { OffsetsRead, PageRange } from "./gather.js";
import { activeEra, eraOf, hashText } from "./schema.js";
import { submissionCursor } from "./submission-cursor.js";
import type { SubmissionRow } from "./submission-row.js";

/** A contract found by a party's index. */
export interface ContractPlace {
  readonly seq: number;
  readonly createdAt: number;
}

/** A contract found by a hash of its id. */
export interface ContractTimes extends ContractPlace {
  /** Offset of the transaction that archived it; undefined while it is active. */
  readonly archivedAt: number | undefined;
}

/** Contracts of one party and template in one era. */
export interface ContractGroup {
  readonly party: number;
  readonly era: number;
  readonly template: number;
}

/** Reads of the views; every method is one consistent read. */
export interface ViewReader extends AllocationReads {
  /** The number of a party or template, or undefined when no event named it. */
  readonly nameId: (text: string) => number | undefined;
  readonly nameText: (id: number) => string;
  readonly submission: (offset: number) => SubmissionRow | undefined;
  /** JSON of the transaction at an offset. */
  readonly transactionData: (offset: number) => string | undefined;
  /** Number of the first contract of the transaction at an offset, or of the next contract if it creates none. */
  readonly firstSeqOf: (offset: number) => number;
  /** The same for a reader that asks for the submissions at these offsets, in this order. */
  readonly submissionsAt: (
    offsets: ReadonlyArray<number>,
  ) => (offset: number) => SubmissionRow | undefined;
  /** Submissions whose update id has the hash of the given one. */
  readonly submissionsByUpdate: (updateId: string) => ReadonlyArray<SubmissionRow>;
  /** Offsets of accepted submissions. */
  readonly transactionOffsets: OffsetsRead;
  /** Offsets of all submissions, rejected ones too. */
  readonly submissionOffsets: OffsetsRead;
  /** The same for submissions in which the party has one of the roles. */
  readonly partyOffsets: (party: number, roles: number) => OffsetsRead;
  /** Number of the last contract created up to an offset. */
  readonly lastSeqAt: (offset: number) => number;
  /** Contracts whose id has the hash of the given one. */
  readonly contractsById: (contractId: string) => ReadonlyArray<ContractTimes>;
  /** Every group a party has contracts in that may have been active at an offset. */
  readonly contractGroups: (party: number, activeAt: number) => ReadonlyArray<ContractGroup>;
  /** Contracts of a group active at an offset, by `seq`, ascending. */
  readonly contractsOf: (
    group: ContractGroup,
    activeAt: number,
    range: PageRange,
  ) => ReadonlyArray<ContractPlace>;
  /** Runs several reads against one state of the database. */
  readonly consistently: <A>(read: () => A) => A;
  /** Forgets cached names; needed when the tables were emptied. */
  readonly forget: () => void;
}

export type { OffsetsRead };

interface RawSubmission {
  readonly offset: number;
  readonly accepted: number;
  readonly first_seq: number;
  readonly data: string;
}

const submissionRow = (raw: RawSubmission): SubmissionRow => ({
  offset: raw.offset,
  accepted: raw.accepted === 1,
  firstSeq: raw.first_seq,
  data: raw.data,
});

const submissionColumns = "offset, accepted, first_seq, data";

const submissionReads = (db: Database.Database) => {
  const byOffset = db.prepare<[number], RawSubmission>(
    `SELECT ${submissionColumns} FROM submissions WHERE offset = ?`,
  );
  const dataOf = db
    .prepare<[number], string>("SELECT data FROM submissions WHERE offset = ? AND accepted = 1")
    .pluck();
  const firstSeqOf = db
    .prepare<[number], number>("SELECT first_seq FROM submissions WHERE offset = ?")
    .pluck();
  const byOffsets = db.prepare<[number, number], RawSubmission>(
    `SELECT ${submissionColumns} FROM submissions WHERE offset >= ? AND offset <= ? ORDER BY offset`,
  );
  const byUpdate = db.prepare<[number], RawSubmission>(
    `SELECT ${submissionColumns} FROM submissions WHERE update_hash = ?`,
  );
  const offsets = (order: "ASC" | "DESC", condition: string) =>
    db
      .prepare<[number, number, number], number>(
        `SELECT offset FROM submissions WHERE offset > ? AND offset <= ?${condition}
         ORDER BY offset ${order} LIMIT ?`,
      )
      .pluck();
  const offsetsWhere = (condition: string): OffsetsRead => {
    const up = offsets("ASC", condition);
    const down = offsets("DESC", condition);
    return ({ after, upTo, limit, descending }) => (descending ? down : up).all(after, upTo, limit);
  };
  const ofParty = (order: "ASC" | "DESC") =>
    db
      .prepare<[number, number, number, number, number], number>(
        `SELECT offset FROM party_submissions
         WHERE party = ? AND offset > ? AND offset <= ? AND roles & ? ORDER BY offset ${order} LIMIT ?`,
      )
      .pluck();
  const own = { up: ofParty("ASC"), down: ofParty("DESC") };
  const submission = (offset: number): SubmissionRow | undefined => {
    const raw = byOffset.get(offset);
    return raw === undefined ? undefined : submissionRow(raw);
  };
  const reads = {
    at: submission,
    between: (first: number, last: number) => byOffsets.all(first, last).map(submissionRow),
  };
  return {
    submission,
    submissionsAt: (offsets: ReadonlyArray<number>) => submissionCursor(reads, offsets),
    transactionData: (offset: number): string | undefined => dataOf.get(offset),
    firstSeqOf: (offset: number): number => firstSeqOf.get(offset) ?? 0,
    submissionsByUpdate: (updateId: string): ReadonlyArray<SubmissionRow> =>
      byUpdate.all(hashText(updateId)).map(submissionRow),
    transactionOffsets: offsetsWhere(" AND accepted = 1"),
    submissionOffsets: offsetsWhere(""),
    partyOffsets:
      (party: number, roles: number): OffsetsRead =>
      ({ after, upTo, limit, descending }) =>
        (descending ? own.down : own.up).all(party, after, upTo, roles, limit),
  };
};

interface RawContract {
  readonly seq: number;
  readonly created_at: number;
  readonly archived_at: number;
}

const contractTimes = (raw: RawContract): ContractTimes => ({
  seq: raw.seq,
  createdAt: raw.created_at,
  archivedAt: raw.archived_at === 0 ? undefined : raw.archived_at,
});

const contractReads = (db: Database.Database) => {
  const nextEra = db
    .prepare<[number, number], number | null>(
      "SELECT min(era) FROM party_contracts WHERE party = ? AND era >= ?",
    )
    .pluck();
  const nextTemplate = db
    .prepare<[number, number, number], number | null>(
      "SELECT min(template) FROM party_contracts WHERE party = ? AND era = ? AND template > ?",
    )
    .pluck();
  const page = db.prepare<[number, number, number, number, number, number, number], ContractPlace>(
    `SELECT seq, created_at AS createdAt FROM party_contracts
     WHERE party = ? AND era = ? AND template = ? AND seq > ? AND seq <= ?
       AND (archived_at = 0 OR archived_at > ?) ORDER BY seq LIMIT ?`,
  );
  const byId = db.prepare<[number], RawContract>(
    "SELECT seq, created_at, archived_at FROM contracts WHERE id_hash = ?",
  );
  const firstSeqAfter = db
    .prepare<[number], number>(
      "SELECT first_seq FROM submissions WHERE offset > ? ORDER BY offset LIMIT 1",
    )
    .pluck();
  const groupsOfEra = (party: number, era: number): ReadonlyArray<ContractGroup> => {
    const groups: Array<ContractGroup> = [];
    let template = nextTemplate.get(party, era, -1) ?? undefined;
    while (template !== undefined) {
      groups.push({ party, era, template });
      template = nextTemplate.get(party, era, template) ?? undefined;
    }
    return groups;
  };
  return {
    contractsById: (contractId: string): ReadonlyArray<ContractTimes> =>
      byId.all(hashText(contractId)).map(contractTimes),
    lastSeqAt: (offset: number): number =>
      (firstSeqAfter.get(offset) ?? Number.MAX_SAFE_INTEGER) - 1,
    contractGroups: (party: number, activeAt: number): ReadonlyArray<ContractGroup> => {
      const groups = [...groupsOfEra(party, activeEra)];
      let era = nextEra.get(party, eraOf(activeAt)) ?? undefined;
      while (era !== undefined) {
        groups.push(...groupsOfEra(party, era));
        era = nextEra.get(party, era + 1) ?? undefined;
      }
      return groups;
    },
    contractsOf: (
      group: ContractGroup,
      activeAt: number,
      { after, upTo, limit }: PageRange,
    ): ReadonlyArray<ContractPlace> =>
      page.all(group.party, group.era, group.template, after, upTo, activeAt, limit),
  };
};

/** The reads of a database that was opened, or is being folded, elsewhere. */
export const viewReader = (db: Database.Database): ViewReader => {
  const nameIdOf = db.prepare<[string], number>("SELECT id FROM names WHERE text = ?").pluck();
  const nameTextOf = db.prepare<[number], string>("SELECT text FROM names WHERE id = ?").pluck();
  const templates = new Map<number, string>();
  const read = db.transaction((body: () => unknown) => body());
  return {
    ...submissionReads(db),
    ...contractReads(db),
    ...allocationReads(db),
    nameId: (text) => nameIdOf.get(text),
    nameText: (id) => {
      let text = templates.get(id);
      if (text === undefined) {
        text = nameTextOf.get(id) ?? "";
        templates.set(id, text);
      }
      return text;
    },
    consistently: <A>(body: () => A): A => {
      let result: { readonly value: A } | undefined;
      read(() => {
        result = { value: body() };
      });
      if (result === undefined) {
        throw new Error("a read transaction ended without running");
      }
      return result.value;
    },
    forget: () => templates.clear(),
  };
};
