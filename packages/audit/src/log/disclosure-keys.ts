import { decodeLedgerEvent } from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { isRight } from "fp-ts/lib/Either.js";
import { AuditError } from "./audited-journal.js";

/** The disclosure keys of a journal, in the order in which they were drawn. */
export class DisclosureKeys {
  readonly #drawn: Array<{ readonly offset: number; readonly key: Uint8Array }> = [];

  /** Takes an event: remembers the key of a `DisclosureKeyDrawn`, passes over others. */
  take({ type, data, revision }: RecordedEvent): void {
    if (type !== "DisclosureKeyDrawn") return;
    const event = decodeLedgerEvent(type, data, revision + 1);
    if (isRight(event) && event.right.type === "DisclosureKeyDrawn")
      this.#drawn.push({ offset: revision + 1, key: Buffer.from(event.right.key, "hex") });
  }

  /** True when the journal has one. */
  get isDrawn(): boolean {
    return this.#drawn.length > 0;
  }

  /** Where they were drawn. */
  offsets(): ReadonlyArray<number> {
    return this.#drawn.map(({ offset }) => offset);
  }

  /**
   * The key in force at an offset: the last one drawn up to it, before the first one the first.
   *
   * @throws {AuditError} when the journal has none
   */
  at(offset: number): Uint8Array {
    const key = this.#drawn.findLast((each) => each.offset <= offset) ?? this.#drawn[0];
    if (key !== undefined) return key.key;
    throw new AuditError(
      "missing",
      "the journal has no disclosure key; create one with tallystick disclosure-key",
    );
  }
}
