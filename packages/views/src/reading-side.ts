import type { Database } from "@tallystick/sqlite";
import { type Reading, readingOf } from "./query/reading.js";
import { keptTexts } from "./sqlite/kept-texts.js";
import { type ViewReader, viewReader } from "./sqlite/view-reader.js";
import type { ViewsParts } from "./views-parts.js";

/** Thrown by reads while the views are being rebuilt, and after closing. */
export class NotReadable extends Error {}

interface OpenSide {
  readonly db: Database;
  readonly views: ViewReader;
  readonly reading: Reading;
}

/** The reading side of the views, which is replaced when they are rebuilt. */
export class ReadingSide {
  readonly #parts: ViewsParts;
  #side: OpenSide | undefined;

  constructor(parts: ViewsParts) {
    this.#parts = parts;
  }

  open(): void {
    const { openReading, seed, texts } = this.#parts;
    const db = openReading();
    const views = viewReader(db, seed);
    this.#side = { db, views, reading: readingOf(views, texts ?? keptTexts(db, seed)) };
  }

  close(): void {
    if (this.#parts.closesReading) this.#side?.db.close();
    this.#side = undefined;
  }

  /** Undefined while the views are rebuilt. */
  views(): ViewReader | undefined {
    return this.#side?.views;
  }

  /** Throws `NotReadable` while the views are rebuilt. */
  current(): Reading {
    if (this.#side === undefined) throw new NotReadable();
    return this.#side.reading;
  }
}
