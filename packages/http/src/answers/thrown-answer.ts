import type { Answer } from "./answer.js";

/** An answer that a handler throws where it cannot answer what its row is for. */
export class ThrownAnswer extends Error {
  override readonly name = "ThrownAnswer";

  constructor(readonly answer: Answer) {
    super(`answered with ${answer.status}`);
  }
}
