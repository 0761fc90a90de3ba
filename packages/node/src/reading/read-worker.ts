import { workerData } from "node:worker_threads";
import { answerReads, type JournalTexts } from "@tallystick/views";
import { isLeft } from "fp-ts/lib/Either.js";
import { journalTexts } from "../journal/journal-texts.js";
import { storeMessage } from "../journal/store-message.js";
import { reopenJournal } from "../replay/reopen-journal.js";
import type { ReadingThread } from "./read-threads.js";

// A thread that reads views and journal, through connections of its own.

// border: only `readThreadsOf` starts this thread
const { journalPlace, ...file } = workerData as ReadingThread;

const textsOf = async (): Promise<JournalTexts | undefined> => {
  if (journalPlace === undefined) return undefined;
  const opened = await reopenJournal(journalPlace);
  if (isLeft(opened)) throw new Error(storeMessage(opened.left));
  return journalTexts(opened.right);
};

answerReads(file, textsOf());
