import type { Answer } from "./answer.js";

/** An answer that a handler throws instead of its row's response. */
export class ThrownAnswer extends Error {
  override readonly name = "ThrownAnswer";

  constructor(readonly answer: Answer) {
    super(`answered with ${answer.status}`);
  }
}
