import { defaultWalletConfig } from "@tallystick/wallet";
import type { Reply } from "../../fixtures/running-server.js";
import { type WalletServer, walletServer } from "../../fixtures/wallet-server.js";
import { expectListed } from "./differences.js";
import {
  validatorDifference,
  validatorDifferencesFile,
  type ValidatorQuestion,
  validatorQuestions,
} from "./validator-answers.js";
import { authorizationOf, filled } from "./validator-marks.js";

const tickMicros = 20_000_000;
/** When the genuine validator was asked. */
const recordedAt = Date.UTC(2026, 10, 28) * 1_000;

describe("a genuine validator's recorded answers", () => {
  let server: WalletServer;

  before(async () => {
    const config = {
      ...defaultWalletConfig,
      validatorWalletUsers: ["ledger-api-user", "operator"],
    };
    const options = { amuletPrice: "0.005", tickMicros, config };
    server = await walletServer(options, undefined, undefined, {}, recordedAt);
  });

  after(() => server.close());

  const answers = new Map<string, unknown>();
  let micros = recordedAt;

  const ask = async (question: ValidatorQuestion): Promise<Reply> => {
    const passed = (question.after ?? 0) * 1_000;
    if (passed > 0) await server.pass(passed);
    micros += passed;
    const { method, path, body, headers } = question;
    const authorization = await authorizationOf(question.auth);
    const reply = await server.call(
      method,
      path.replace(/<@[^>]+>/g, (mark) => encodeURIComponent(filled(mark, answers, micros))),
      {
        token: null,
        ...(body === undefined ? {} : { raw: filled(body, answers, micros) }),
        headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
      },
    );
    answers.set(question.name, reply.json);
    return reply;
  };

  it("are ours too, but for the differences that are listed with their reasons", async () => {
    const found: Record<string, string> = {};
    for (const question of validatorQuestions()) {
      for (let time = 1; time < (question.times ?? 1); time += 1) await ask(question);
      const reply = await ask(question);
      if (question.status === undefined) continue;
      const difference = validatorDifference(question, reply);
      if (difference !== "") found[question.name] = difference;
    }
    expectListed(validatorDifferencesFile, found);
  });
});
