import type { EventStore } from "@tallystick/event-store";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { journalOpenError } from "./open-error.js";
import type { LedgerConfig } from "../../ledger/ledger-config.js";
import type { OpenError } from "../../ledger/ledger.js";
import { snapshotStream } from "../../snapshot/snapshot-file.js";

const streamPrefix = "participant-";

/** Left: the setting, what the journal was begun with, what was found, and what to do. */
const begunWith = (setting: string, begun: string, found: string): Either<OpenError, never> =>
  left({
    kind: "config",
    message:
      `${setting}: the journal was created with ${begun}, found ${found}; set it to ${begun}, ` +
      "or create another journal in another folder (--data)",
  });

/** The streams of participants that the store has or the folder was used for. */
const begunStreams = async (
  store: EventStore,
  data: string | undefined,
): Promise<Either<OpenError, ReadonlyArray<string>>> => {
  // a store on other machines may have many participants, the folder has one
  const { selfCheck } = store.capabilities;
  if (selfCheck === undefined) {
    const begun = data === undefined ? undefined : await snapshotStream(data);
    return right(begun === undefined ? [] : [begun]);
  }
  const names = selfCheck.streamNames();
  if (isLeft(names)) return left(journalOpenError({ kind: "store", error: names.left }));
  return right(names.right.filter((name) => name.startsWith(streamPrefix)));
};

/**
 * Left when the journal is empty because `participantName`, which names its stream, is different
 * than at the first start: a second ledger would begin in the same place.
 */
export const checkParticipantName = async (
  store: EventStore,
  stream: string,
  data: string | undefined,
): Promise<Either<OpenError, void>> => {
  const streams = await begunStreams(store, data);
  if (isLeft(streams)) return streams;
  const [begun] = streams.right;
  if (begun === undefined || streams.right.includes(stream)) return right(undefined);
  const [was, found] = [begun, stream].map((name) => name.slice(streamPrefix.length));
  return begunWith("participantName", was ?? begun, found ?? stream);
};

/**
 * Left when `synchronizerName` differs from the one at the first start.
 *
 * @param synchronizerId of the journal; "" for a new one
 */
export const checkSynchronizerName = (
  synchronizerId: string,
  { synchronizerName }: Pick<LedgerConfig, "synchronizerName">,
): Either<OpenError, void> => {
  const begun = synchronizerId.slice(0, synchronizerId.lastIndexOf("::"));
  return synchronizerId === "" || begun === synchronizerName
    ? right(undefined)
    : begunWith("synchronizerName", begun, synchronizerName);
};
