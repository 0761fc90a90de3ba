import { createReadStream, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";

/** A Daml value as it is recorded: its kind, then what belongs to it. */
export type RecordedValue =
  | readonly ["Unit"]
  | readonly ["Bool", boolean]
  | readonly [
      "Int64" | "Numeric" | "Text" | "Party" | "Date" | "Timestamp" | "ContractId" | "Enum",
      string,
    ]
  | readonly ["List", ReadonlyArray<RecordedValue>]
  | readonly ["Optional", RecordedValue | null]
  | readonly ["TextMap" | "Record", ReadonlyArray<readonly [string, RecordedValue]>]
  | readonly ["GenMap", ReadonlyArray<readonly [RecordedValue, RecordedValue]>]
  | readonly ["Variant", string, RecordedValue];

/** A command; `template` in package-name form. */
export type RecordedCommand =
  | { readonly c: "create"; readonly template: string; readonly arg: RecordedValue }
  | {
      readonly c: "exercise";
      readonly template: string;
      readonly contract: string;
      readonly choice: string;
      readonly arg: RecordedValue;
    }
  | {
      readonly c: "createAndExercise";
      readonly template: string;
      readonly arg: RecordedValue;
      readonly choice: string;
      readonly choiceArg: RecordedValue;
    };

/** A submission. */
export interface RecordedSubmit {
  readonly actAs: ReadonlyArray<string>;
  readonly readAs?: ReadonlyArray<string>;
  readonly disclosed: ReadonlyArray<string>;
  /** ISO-8601. */
  readonly time: string;
  readonly commands: ReadonlyArray<RecordedCommand>;
}

/** A contract that was created. */
interface RecordedCreate {
  readonly create: string;
  /** `package-name:Module:Entity`. */
  readonly template: string;
  readonly package: string;
  readonly arg: RecordedValue;
  readonly signatories: ReadonlyArray<string>;
  readonly stakeholders: ReadonlyArray<string>;
}

/** A choice that was exercised. */
interface RecordedExercise {
  readonly exercise: string;
  readonly template: string;
  readonly package: string;
  readonly interface?: string;
  readonly choice: string;
  readonly consuming: boolean;
  readonly acting: ReadonlyArray<string>;
  readonly choiceObservers?: ReadonlyArray<string>;
  readonly arg: RecordedValue;
  readonly result: RecordedValue;
  readonly children: ReadonlyArray<RecordedNode>;
}

/** A contract that was fetched. */
interface RecordedFetch {
  readonly fetch: string;
  readonly template: string;
  readonly package: string;
  readonly interface?: string;
  readonly acting: ReadonlyArray<string>;
}

/** A node of an accepted transaction. */
export type RecordedNode = RecordedCreate | RecordedExercise | RecordedFetch;

/** Why a submission was refused. */
export interface RecordedError {
  readonly kind: string;
  readonly errorId?: string;
  readonly category?: number;
  readonly message?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly contract?: string;
  readonly template?: string;
  readonly interface?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly authorization?: string;
  readonly text?: string;
}

/** One submission with what was answered. */
export interface RecordedStep {
  readonly submit: RecordedSubmit;
  readonly answer:
    | { readonly transaction: ReadonlyArray<RecordedNode> }
    | { readonly refused: { readonly error: RecordedError } };
}

/** A ledger from its beginning. */
export interface RecordedHistory {
  readonly name: string;
  readonly steps: ReadonlyArray<RecordedStep>;
  /** The text it was read from. */
  readonly line: string;
}

/** The files with histories in a folder, or the file itself. */
const filesOf = (path: string): ReadonlyArray<string> =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => /\.jsonl(\.gz)?$/.test(name))
        .sort()
        .map((name) => join(path, name))
    : [path];

/** The histories of a folder or file, one after the other. */
export async function* recordedHistories(path: string): AsyncGenerator<RecordedHistory> {
  for (const file of filesOf(path)) {
    const bytes = createReadStream(file);
    const input = file.endsWith(".gz") ? bytes.pipe(createGunzip()) : bytes;
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      if (line === "") continue;
      // border: the form FORMAT.md of the histories describes
      yield { ...(JSON.parse(line) as Omit<RecordedHistory, "line">), line };
    }
  }
}
