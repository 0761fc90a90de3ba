import { constants, setPriority } from "node:os";
import { workerData } from "node:worker_threads";
import { answerOwner, nextTurn, systemTimers } from "@tallystick/background";
import { openStore } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { AuditError, type AuditedJournal } from "../log/audited-journal.js";
import { LogFolder } from "../log/log-folder.js";
import { LogKeeper } from "./log-keeper.js";
import type { LogAnswer, LogPlace, LogRequest } from "./log-messages.js";

// A thread that keeps the log of a journal which the node writes meanwhile.

const turn = (): Promise<void> => nextTurn(systemTimers);

/** What was kept can be proved as soon as possible; whatever is new gives way to the node. */
const giveWay = (): void => {
  // on Linux the priority is that of this thread alone; elsewhere it would be that of the process
  if (process.platform === "linux") setPriority(0, constants.priority.PRIORITY_LOW);
};

const opened = async ({ address, stream }: LogPlace): Promise<AuditedJournal> => {
  const config = { journal: address, sharedJournal: !address.startsWith("sqlite:") };
  const notice = (): void => undefined;
  const store = await openStore({ data: undefined, stores: [], config, readOnly: true, notice });
  if (isLeft(store)) throw new AuditError("unreadable", store.left.message);
  return { store: store.right, stream };
};

// border: only the service of a log starts this thread
const place = workerData as LogPlace;
const folder = new LogFolder(place.folder);
const keeper = new LogKeeper({ place, folder, turn, journal: () => opened(place) });

answerOwner<LogRequest, LogAnswer>({
  request: (request, answer) =>
    void keeper.answerTo(request).then((answered) => {
      answer(answered);
      giveWay();
    }),
});
