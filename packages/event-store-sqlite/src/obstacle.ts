import type { StoreError } from "@tallystick/event-store";
import type { Database } from "@tallystick/sqlite";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { writeNothing } from "./files/database.js";
import { type FileLock, lockLost } from "./files/file-lock.js";
import { errorOf, WHOLE_FILE } from "./files/sqlite-error.js";
import { CLOSED } from "./reading/stream-reads.js";
import type { WritableFiles } from "./files/writable-files.js";

/** The parts of an open journal that decide whether it can be written. */
export interface GuardedStore {
  readonly options: { readonly file: string };
  readonly db: Database;
  readonly lock: FileLock | undefined;
  readonly files: WritableFiles | undefined;
}

/** Why nothing may be written now: `in-use` permanently, `unavailable` temporarily. */
export const obstacle = ({
  options,
  lock,
  files,
}: Omit<GuardedStore, "db">): StoreError | undefined => {
  if (lock?.isHeld() === false) return lockLost(options.file);
  const reason = files?.obstacle();
  return reason === undefined ? undefined : { kind: "unavailable", outcome: "known", reason };
};

export const probe = (store: GuardedStore, writes: boolean): Either<StoreError, void> => {
  if (!store.db.isOpen) return CLOSED;
  const error = obstacle(store);
  if (error !== undefined) return left(error);
  try {
    return right(writes ? writeNothing(store.db) : undefined);
  } catch (thrown) {
    return left(errorOf(thrown, WHOLE_FILE, "known"));
  }
};
