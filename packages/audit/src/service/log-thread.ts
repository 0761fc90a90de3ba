import { constants, setPriority } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { answerOwner } from "@tallystick/background";
import { openStore } from "@tallystick/node";
import { verifierKeyText } from "@tallystick/transparency";
import { isLeft } from "fp-ts/lib/Either.js";
import { AuditError, type AuditedJournal } from "../log/audited-journal.js";
import { offsetOfUpdate } from "../log/find-update.js";
import { JournalLog } from "../log/journal-log.js";
import { type KeptMarks, marksOf } from "../log/journal-marks.js";
import { LogFolder } from "../log/log-folder.js";
import { originOf } from "../log/log-origin.js";
import { nodesSeenBy } from "../log/shown-rows.js";
import type { LogAnswer, LogPlace, LogRequest } from "./log-messages.js";

// A thread that keeps the log of a journal which the node writes meanwhile.

// on Linux the priority is that of this thread alone; elsewhere it would be that of the process
if (process.platform === "linux") setPriority(0, constants.priority.PRIORITY_LOW);

const opened = async ({ address, stream }: LogPlace): Promise<AuditedJournal> => {
  const config = { journal: address, sharedJournal: !address.startsWith("sqlite:") };
  const notice = (): void => undefined;
  const store = await openStore({ data: undefined, stores: [], config, readOnly: true, notice });
  if (isLeft(store)) throw new AuditError("unreadable", store.left.message);
  return { store: store.right, stream };
};

class LogKeeper {
  readonly #place: LogPlace;
  readonly #folder: LogFolder;
  readonly #journal: Promise<AuditedJournal>;
  /** What was read of the journal by now, or before the last end. */
  #kept: KeptMarks | undefined;
  #log: JournalLog | undefined;

  // one request after the other takes in events; proofs are made in between
  #extending: Promise<unknown> = Promise.resolve();

  constructor(place: LogPlace) {
    this.#place = place;
    this.#folder = new LogFolder(place.folder);
    this.#journal = opened(place);
    this.#kept = this.#folder.marks();
  }

  answerTo(request: LogRequest): Promise<LogAnswer> {
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

  async #extend(): Promise<LogAnswer> {
    const journal = await this.#journal;
    if (this.#log === undefined) {
      const marks = await marksOf(journal, this.#kept);
      this.#kept = marks.kept();
      if (!marks.keys.isDrawn) return { kind: "extended", size: 0, hasKey: false };
      this.#log = await JournalLog.open(journal, this.#folder, nextTurn, marks);
    }
    await this.#log.extend(nextTurn);
    return { kind: "extended", size: this.#log.size, hasKey: true };
  }

  #sign(): LogAnswer {
    const log = this.#log;
    if (log === undefined) throw new AuditError("missing", "the log is not open yet");
    const { domain } = this.#place;
    const key =
      this.#folder.key() ?? this.#folder.makeKey(originOf(this.#place, domain, log.incarnation));
    const note = log.sign(key);
    return { kind: "signed", note, verifierKey: verifierKeyText(key.verifier) };
  }

  async #prove({ update, parties }: Extract<LogRequest, { kind: "prove" }>): Promise<LogAnswer> {
    const log = this.#log;
    if (log === undefined) throw new AuditError("missing", "the log is not open yet");
    const offset =
      "offset" in update
        ? update.offset
        : await offsetOfUpdate(await this.#journal, update.updateId);
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

// border: only the service of a log starts this thread
const keeper = new LogKeeper(workerData as LogPlace);

answerOwner<LogRequest, LogAnswer>({
  request: (request, answer) => {
    void keeper.answerTo(request).then(answer, (thrown: unknown) => answer(failureOf(thrown)));
  },
});
