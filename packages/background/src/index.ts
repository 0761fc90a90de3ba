export { answerOwner } from "./answer-owner.js";
export { BackOff, delayAfter, type Delays } from "./back-off.js";
export { fileInPlaceOf, folderFault } from "./folder-places.js";
export { OwnThread, type ThreadError, type ThreadParts } from "./own-thread.js";
export { pause } from "./pause.js";
export { isLink, linksAt, makePrivate, privateFile, privateFolder } from "./private-files.js";
export { answersInOrder, threadCount, ThreadPool, type Workers } from "./thread-pool.js";
export { createTurns, type TurnFor, type Turns, turnsBy } from "./turns.js";
export { inBackground, nextTurn, systemTimers, type Timer, type Timers } from "./timers.js";
