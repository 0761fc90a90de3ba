import type { Database } from "@tallystick/sqlite";

/** Most lines of SQLite's own check: more add nothing. */
const MAX_LINES = 20;

/** SQLite's text for a page that could not be read, which is not damage. */
const READ_ERROR = /error code=(?!11\b)\d+/;

/** A condition on all rows, and its error text; the query returns numbers. */
interface RowRule {
  readonly query: string;
  readonly wrong: (found: number) => string;
}

const rowRules: ReadonlyArray<RowRule> = [
  {
    query: "SELECT max(position) - count(*) FROM event",
    wrong: (found) => `${found} rows of the table event are missing`,
  },
  {
    query:
      "SELECT (SELECT count(*) FROM event NOT INDEXED) - (SELECT count(*) FROM event INDEXED BY event_place)",
    wrong: (found) => `the index event_place and the table event differ by ${found} rows`,
  },
  {
    query:
      "SELECT count(*) FROM (SELECT DISTINCT stream_id FROM event EXCEPT SELECT stream_id FROM stream)",
    wrong: (found) => `${found} streams have events but no name`,
  },
  {
    query:
      "SELECT count(*) FROM (SELECT 1 FROM event GROUP BY stream_id HAVING count(*) <> max(revision) + 1 OR min(revision) <> 0)",
    wrong: (found) => `${found} streams have missing or duplicate events`,
  },
];

const linesOf = (db: Database): ReadonlyArray<string> =>
  db.prepare<[], string>(`PRAGMA quick_check(${MAX_LINES})`).pluck().all();

const ruleLines = (db: Database): ReadonlyArray<string> =>
  rowRules.flatMap(({ query, wrong }) => {
    const found = db.prepare<[], number | null>(query).pluck().get() ?? 0;
    return found === 0 ? [] : [wrong(found)];
  });

interface ForeignPart {
  readonly type: string;
  readonly name: string;
}

/** What a journal does not have. A trigger, for one, could change events while they are written. */
const foreignParts = (db: Database): ReadonlyArray<string> =>
  db
    .prepare<[], ForeignPart>(
      `SELECT type, name FROM sqlite_schema
       WHERE (type, name) NOT IN (VALUES ('table', 'stream'), ('table', 'event'), ('index', 'event_place'))
       AND substr(name, 1, 7) <> 'sqlite_'
       LIMIT ${MAX_LINES}`,
    )
    .all()
    .map(
      ({ type, name }) =>
        `it contains the ${type} ${JSON.stringify(name)}, which does not belong in a journal`,
    );

/**
 * What is wrong with the structure of a journal: its pages, by SQLite's own check, what is in its
 * file beside its tables, and missing rows. Throws what SQLite throws, and when a page cannot be
 * read.
 */
export const checkStructure = (db: Database): ReadonlyArray<string> => {
  const lines = linesOf(db).filter((line) => line !== "ok");
  const unread = lines.find((line) => READ_ERROR.test(line));
  if (unread !== undefined) throw new Error(unread);
  return lines.length > 0 ? lines : [...foreignParts(db), ...ruleLines(db)];
};
