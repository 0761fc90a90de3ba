import { verifierKeyText } from "@tallystick/transparency";
import { AuditError, type AuditedJournal } from "../log/audited-journal.js";
import { offsetOfUpdate } from "../log/find-update.js";
import { JournalLog } from "../log/journal-log.js";
import { type KeptMarks, marksOf } from "../log/journal-marks.js";
import type { LogFolder } from "../log/log-folder.js";
import { originOf } from "../log/log-origin.js";
import { nodesSeenBy } from "../log/shown-rows.js";
import type { LogAnswer, LogPlace, LogRequest } from "./log-messages.js";

/** What keeps a log. */
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

/** Keeps and signs the log of a journal; one request after the other takes in events. */
export class LogKeeper {
  readonly #parts: LogKeeperParts;
  #journal: Promise<AuditedJournal> | undefined;
  /** What was read of the journal by now, or before the last end. */
  #kept: KeptMarks | undefined;
  #log: JournalLog | undefined;

  // one request after the other takes in events; proofs are made in between
  #extending: Promise<unknown> = Promise.resolve();

  constructor(parts: LogKeeperParts) {
    this.#parts = parts;
    this.#kept = parts.folder.marks();
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

  #inTurn<A>(step: () => Promise<A>): Promise<A> {
    const done = this.#extending.then(step, step);
    this.#extending = done.catch(() => undefined);
    return done;
  }

  #opened(): Promise<AuditedJournal> {
    this.#journal ??= this.#parts.journal();
    return this.#journal;
  }

  async #extend(): Promise<LogAnswer> {
    const { folder, turn } = this.#parts;
    const journal = await this.#opened();
    if (this.#log === undefined) {
      const marks = await marksOf(journal, this.#kept);
      this.#kept = marks.kept();
      if (!marks.keys.isDrawn) return { kind: "extended", size: 0, hasKey: false };
      this.#log = await JournalLog.open(journal, folder, turn, marks);
    }
    await this.#log.extend(turn);
    return { kind: "extended", size: this.#log.size, hasKey: true };
  }

  #sign(): LogAnswer {
    const log = this.#log;
    if (log === undefined) throw new AuditError("missing", "the log is not open yet");
    const { place, folder, newSeed } = this.#parts;
    const origin = originOf(place, place.domain, log.incarnation);
    const key = folder.key() ?? folder.makeKey(origin, newSeed);
    const note = log.sign(key);
    return { kind: "signed", note, verifierKey: verifierKeyText(key.verifier) };
  }

  async #prove({ update, parties }: Extract<LogRequest, { kind: "prove" }>): Promise<LogAnswer> {
    const log = this.#log;
    if (log === undefined) throw new AuditError("missing", "the log is not open yet");
    const offset =
      "offset" in update
        ? update.offset
        : await offsetOfUpdate(await this.#opened(), update.updateId);
    if (offset > log.signedSize()) return { kind: "uncovered", offset };
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
