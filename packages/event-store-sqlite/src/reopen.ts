import type { EventStore, StoreError } from "@tallystick/event-store";
import type { Either } from "fp-ts/lib/Either.js";
import { sqliteStore } from "./sqlite-store.js";

/**
 * Opens a journal in another thread, read-only. Its end was checked at the first opening; what is
 * read is checked again.
 *
 * @param file path of the journal
 * @param verifyReads false where another thread checks the chain of the same events
 */
export const reopen = (file: string, verifyReads = true): Promise<Either<StoreError, EventStore>> =>
  sqliteStore({ file, readOnly: true, tailCheckEvents: 0, acceptLostTail: true, verifyReads });
