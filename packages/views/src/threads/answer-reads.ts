import { hash } from "node:crypto";
import { answerOwner } from "@tallystick/background";
import { compileCatalog, type JsonText } from "@tallystick/core";
import { Database } from "@tallystick/sqlite";
import { isLeft } from "fp-ts/lib/Either.js";
import { receivedFormats, UnknownInterest } from "../format/passed-format.js";
import type { JournalTexts } from "../interface/journal-texts.js";
import type {
  ContractsPart,
  PartAnswer,
  PartRequest,
  ReadFile,
  UpdatesPart,
} from "../interface/read-threads.js";
import type { QueryContext } from "../interface/views.js";
import { ViewsLater } from "../projection/views-later.js";
import { ledgerFold } from "../ledger/ledger-fold.js";
import { activeContractSteps, contractTexts } from "../query/active-contract-scan.js";
import { maxBatchBytes, readBatch } from "../query/offset-scan.js";
import type { Reading } from "../query/reading.js";
import { updateReader, updateTexts } from "../query/update-reader.js";

/** A part of active contracts ends when it has this many. */
const contractsPerPart = 256;

const failed: PartAnswer = { kind: "failed" };

const jsonOf = ({ json }: JsonText<unknown>): string => json;

/** What is made with a catalog is left to the caller, who has it. */
const noCatalog = () => {
  const compiled = compileCatalog([], (text) => hash("sha256", text, "hex"));
  if (isLeft(compiled)) throw new Error("a catalog without packages has no errors");
  const elsewhere = (): never => {
    throw new Error("views are not made in this thread");
  };
  return { ...compiled.right, viewPackage: elsewhere, interfaceView: elsewhere };
};

/** Reads parts of answers, by one connection to the views' file. */
export class PartsOfFile {
  readonly #file: ReadFile;
  readonly #texts: JournalTexts | undefined;
  readonly #catalog = noCatalog();
  readonly #format = receivedFormats();
  #opened:
    | { readonly db: Database; readonly reading: Reading; readonly emptied: number }
    | undefined;

  constructor(file: ReadFile, texts: JournalTexts | undefined) {
    this.#file = file;
    this.#texts = texts;
  }

  /** Errors have no text: the main thread reads the same, and tells what is wrong. */
  read(request: PartRequest): PartAnswer {
    try {
      const { part, participantId, synchronizerId, emptied } = request;
      const context: QueryContext = {
        ledgerEnd: () => Number.MAX_SAFE_INTEGER,
        participantId,
        synchronizerId,
        catalog: this.#catalog,
      };
      const reading = this.#reading(emptied);
      return part.kind === "contracts"
        ? this.#contracts(reading, context, part)
        : this.#updates(reading, context, part);
    } catch (thrown) {
      return thrown instanceof UnknownInterest
        ? { kind: "unknown", templateId: thrown.templateId }
        : failed;
    }
  }

  close(): void {
    this.#opened?.db.close();
    this.#opened = undefined;
  }

  #reading(emptied: number): Reading {
    if (this.#opened?.emptied !== emptied) this.close();
    if (this.#opened === undefined) {
      const { path, journal } = this.#file;
      const db = new Database(path, { readOnly: true });
      const tables = ledgerFold(this.#texts).reader?.(db, journal).tables;
      if (tables === undefined) throw new Error("these views cannot be read in a thread");
      this.#opened = { db, reading: tables, emptied };
    }
    return this.#opened.reading;
  }

  #contracts(reading: Reading, context: QueryContext, part: ContractsPart): PartAnswer {
    const { activeAt, after, most, bound } = part;
    const scan = { format: this.#format(part.format), activeAt, after, most, bound };
    const views = new ViewsLater();
    const step = activeContractSteps(reading, context, scan, contractTexts(views));
    const texts: Array<string> = [];
    const numbers: Array<number> = [];
    let bytes = 0;
    for (;;) {
      const scanned = step();
      if (isLeft(scanned)) return failed;
      for (const { seq, entry } of scanned.right.found) {
        texts.push(entry.json);
        numbers.push(seq);
      }
      bytes += scanned.right.bytes;
      const reached = scanned.right.after;
      const isFull = texts.length >= Math.min(contractsPerPart, most ?? contractsPerPart);
      if (reached === undefined || isFull || bytes >= maxBatchBytes)
        return { kind: "read", texts, missing: views.missing(), numbers, reached, bytes };
    }
  }

  #updates(reading: Reading, context: QueryContext, part: UpdatesPart): PartAnswer {
    const { format: passed, shape, topology, limit, ...range } = part;
    const format = { transactions: { format: this.#format(passed), shape }, topology };
    const views = new ViewsLater();
    const { reads, updatesAt } = updateReader(reading, context, format, updateTexts(views));
    const batch = readBatch(reads(), updatesAt, range, limit);
    if (isLeft(batch)) return failed;
    const { items, offsets: numbers, upTo: reached, bytes } = batch.right;
    const texts = items.map(jsonOf);
    return { kind: "read", texts, missing: views.missing(), numbers, reached, bytes };
  }
}

/**
 * Runs a thread that reads the views of a ledger. To be called by its module.
 *
 * @param texts the journal by offset; undefined: the views keep a copy. A rejection ends the thread
 */
export const answerReads = (file: ReadFile, texts: Promise<JournalTexts | undefined>): void => {
  const parts = texts.then((opened) => new PartsOfFile(file, opened));
  answerOwner<PartRequest, PartAnswer>({
    request: (request, answer) => {
      void parts.then((reader) => answer(reader.read(request)));
    },
  });
};
