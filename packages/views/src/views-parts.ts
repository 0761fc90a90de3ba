import type { Database } from "@tallystick/sqlite";
import type { FoldingHost } from "./fold/folding-host.js";
import type { JournalTexts } from "./interface/journal-texts.js";
import type { ViewsLock } from "./sqlite/views-lock.js";

export interface ViewsParts {
  readonly host: FoldingHost;
  readonly lock: ViewsLock;
  /** See `checkSeed`. */
  readonly seed: number;
  /** The journal's events by offset; undefined: the views keep a copy of them. */
  readonly texts: JournalTexts | undefined;
  readonly openReading: () => Database;
  /** False when reads use the folding database, which its host closes. */
  readonly closesReading: boolean;
}
