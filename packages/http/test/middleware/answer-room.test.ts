import { expect } from "chai";
import { heldAnswers, smallAnswerBytes } from "../../src/limits/held-answers.js";
import { answerRoom } from "../../src/middleware/answer-room.js";
import { bareApp } from "../fixtures/bare-app.js";

describe("the middleware that counts answers", () => {
  for (const [what, body] of [
    ["a text", "x".repeat(smallAnswerBytes)],
    ["bytes", Buffer.alloc(smallAnswerBytes)],
  ] as const) {
    it(`counts ${what} until it was taken`, async () => {
      const held: Array<number> = [];
      const answers = heldAnswers(1_000_000, () => undefined);
      const watched = {
        ...answers,
        hold: (...waiting: Parameters<typeof answers.hold>) => {
          const release = answers.hold(...waiting);
          held.push(answers.held());
          return release;
        },
      };
      const app = await bareApp(answerRoom(watched), (ctx) => {
        ctx.body = body;
      });
      expect((await app.call({})).status).to.equal(200);
      await app.close();
      expect([held, answers.held()]).to.deep.equal([[smallAnswerBytes], 0]);
    });
  }
});
