import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Checkpoint, EventBatch, EventFolder } from "./fold-events.js";
import { isDamage, markDamaged, textOfThrown } from "../sqlite/schema.js";
import type { ViewsError } from "../interface/views.js";

const fileError = (thrown: unknown, file: string): ViewsError => {
  if (!isDamage(thrown)) {
    return { kind: "file", message: `${file}: ${textOfThrown(thrown)}` };
  }
  markDamaged(file, textOfThrown(thrown));
  const message = `${file} is damaged (${textOfThrown(thrown)}); it is built anew at the next opening`;
  return { kind: "file", message };
};

/** The folder's calls with what SQLite throws turned into `file` errors. A damaged file is marked, so that the next opening builds it anew. */
export const foldGuarded = (folder: EventFolder, file: string) => ({
  fold: (batch: EventBatch): Either<ViewsError, Checkpoint> => {
    try {
      return folder.fold(batch);
    } catch (thrown) {
      return left(fileError(thrown, file));
    }
  },
  reset: (): Either<ViewsError, Checkpoint> => {
    try {
      folder.reset();
      return right(folder.checkpoint());
    } catch (thrown) {
      return left(fileError(thrown, file));
    }
  },
});
