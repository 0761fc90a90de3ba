import { tileWidth, verifierKeyText } from "@tallystick/transparency";
import { AuditError, type AuditedJournal } from "../log/audited-journal.js";
import { offsetOfUpdate } from "../log/find-update.js";
import { sizeOfNote } from "../log/checkpoints-file.js";
import { JournalLog } from "../log/journal-log.js";
import { JournalMarks } from "../log/journal-marks.js";
import type { LogFolder } from "../log/log-folder.js";
import { originOf } from "../log/log-origin.js";
import { nodesSeenBy } from "../log/shown-rows.js";
import type { LogAnswer, LogPlace, LogRequest } from "./log-messages.js";

interface LogKeeperParts {
  readonly place: Omit<LogPlace, "address">;
  readonly folder: LogFolder;
  /** The journal, when it is first needed. */
  readonly journal: () => Promise<AuditedJournal>;
  /** Lets others run between events. */
  readonly turn: () => Promise<void>;
  /** Draws the 32 bytes that a new key is made of; default: the system's random generator. */
  readonly newSeed?: () => Uint8Array;
}

/** Events that are taken in in one step. */
const eventsPerStep = 256;

/** Events that are read in one step for what the log has to know: their rows are not hashed. */
const readPerStep = 4_096;

/** Keeps and signs the log of a journal; one request after the other takes in events. */
export class LogKeeper {
  readonly #parts: LogKeeperParts;
  #journal: Promise<AuditedJournal> | undefined;
  /** What was read of the journal by now, and before the last end. */
  #marks: JournalMarks | undefined;
  /** True when the marks were read to the end of the journal. */
  #isMarked = false;
  #log: JournalLog | undefined;

  // one request after the other takes in events; proofs are made in between
  #extending: Promise<unknown> = Promise.resolve();

  constructor(parts: LogKeeperParts) {
    this.#parts = parts;
  }

  /** Answers a request; never rejects. */
  answerTo(request: LogRequest): Promise<LogAnswer> {
    return this.#answer(request).catch(failureOf);
  }

  #answer(request: LogRequest): Promise<LogAnswer> {
    switch (request.kind) {
      case "extend":
        return this.#inTurn(() => this.#extend());
      case "sign":
        return this.#inTurn(async () => this.#sign());
      case "prove":
        return this.#prove(request);
    }
  }

  /** Runs a step after those before it. */
  #inTurn<A>(step: () => Promise<A>): Promise<A> {
    const done = this.#extending.then(step, step);
    this.#extending = done.catch(() => undefined);
    return done;
  }

  #opened(): Promise<AuditedJournal> {
    this.#journal ??= this.#parts.journal();
    return this.#journal;
  }

  /** Takes in some events at most, so that other requests get their turn. */
  async #extend(): Promise<LogAnswer> {
    const { folder, turn } = this.#parts;
    const journal = await this.#opened();
    const marks = await this.#readMarks(journal);
    let log = await this.#resumed(journal, marks);
    if (!this.#isMarked) {
      // whether it was forked or restored, which its end may say, decides what is signed
      this.#isMarked = (await marks.read(journal, readPerStep)) < readPerStep;
      folder.keepMarks(marks.kept());
      if (!this.#isMarked) return { kind: "extended", step: "reading", size: log?.size ?? 0 };
      log = await this.#resumed(journal, marks);
    }
    if (log === undefined) {
      this.#isMarked = false;
      return { kind: "extended", step: "keyless", size: 0 };
    }
    await log.extend(eventsPerStep, turn);
    return { kind: "extended", step: "taken", size: log.size };
  }

  async #readMarks(journal: AuditedJournal): Promise<JournalMarks> {
    this.#marks ??= await JournalMarks.resumed(journal, this.#parts.folder.marks());
    return this.#marks;
  }

  /** The log as it was kept; undefined while what was read of the journal does not suffice. */
  async #resumed(journal: AuditedJournal, marks: JournalMarks): Promise<JournalLog | undefined> {
    if (this.#log !== undefined) return this.#log;
    const { folder } = this.#parts;
    const whole = folder.wholeTiles(sizeOfNote(folder.lastCheckpoint() ?? ""));
    const kept = whole * tileWidth + folder.keptEntries(whole).length;
    const isRead = this.#isMarked || marks.size >= kept;
    if (!isRead || !marks.keys.isDrawn) return undefined;
    this.#log = await JournalLog.resume(journal, folder, marks);
    return this.#log;
  }

  #sign(): LogAnswer {
    const log = this.#log;
    if (log === undefined) throw new AuditError("missing", "the log is not open yet");
    const { place, folder, newSeed } = this.#parts;
    const origin = originOf(place, place.domain, log.incarnation);
    const key = folder.key() ?? folder.makeKey(origin, newSeed);
    const note = log.sign(key);
    const verifierKey = verifierKeyText(key.verifier);
    return { kind: "signed", note, size: sizeOfNote(note), verifierKey };
  }

  async #prove({ update, parties }: Extract<LogRequest, { kind: "prove" }>): Promise<LogAnswer> {
    const journal = await this.#opened();
    const log =
      this.#log ??
      (await this.#inTurn(async () => this.#resumed(journal, await this.#readMarks(journal))));
    const offset =
      "offset" in update ? update.offset : await offsetOfUpdate(journal, update.updateId);
    if (log === undefined || offset > log.signedSize())
      return { kind: "uncovered", offset, size: log?.size ?? 0 };
    const isShown = nodesSeenBy(parties);
    let shown = 0;
    const text = await log.prove(offset, (row) => {
      const isSeen = isShown(row);
      if (isSeen) shown += 1;
      return isSeen;
    });
    return shown === 0 ? { kind: "unknown" } : { kind: "proof", text };
  }
}

const failureOf = (thrown: unknown): LogAnswer =>
  thrown instanceof AuditError
    ? { kind: "failed", reason: thrown.kind, message: thrown.message }
    : { kind: "failed", reason: undefined, message: String(thrown) };
