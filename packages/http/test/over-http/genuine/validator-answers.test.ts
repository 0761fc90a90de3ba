import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultWalletConfig } from "@tallystick/wallet";
import { expect } from "chai";
import type { Reply } from "../../fixtures/running-server.js";
import { type WalletServer, walletServer } from "../../fixtures/wallet-server.js";
import { expectListed, listedDifferences } from "./differences.js";
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

const page = fileURLToPath(new URL("../../../../../../docs/wallet.md", import.meta.url));

/** The titles of the rows in which the wallet's page has all differences. */
const rows = (): ReadonlyArray<string> => {
  const [, after = ""] = readFileSync(page, "utf8").split(
    "\n## Where it differs from a public validator\n",
  );
  const [section = ""] = after.split("\n## ");
  return [...section.matchAll(/^\| ([^|]+) \|/gm)].map(([, title = ""]) => title);
};

/** Rows of what every question has, or no question shows. */
const general = ["Texts of errors", "Absent optional fields", "Too much at once"];

const mostRows = 30;

describe("a genuine validator's recorded answers", () => {
  let server: WalletServer;

  before(async () => {
    const config = {
      ...defaultWalletConfig,
      validatorWalletUsers: ["operator"],
      administrators: ["ledger-api-user"],
    };
    const latestPackagesFrom = "never";
    const options = { amuletPrice: "0.005", tickMicros, config, latestPackagesFrom };
    server = await walletServer(options, undefined, undefined, {}, recordedAt);
  });

  after(() => server.close());

  const answers = new Map<string, unknown>();

  const ask = async (question: ValidatorQuestion): Promise<Reply> => {
    if (question.after !== undefined) await server.pass(question.after * 1_000);
    const { wallet } = server.validator;
    const marks = { answers, now: wallet.now(), synchronizer: wallet.settings.synchronizerId };
    const { method, path, body, headers } = question;
    const authorization = await authorizationOf(question.auth);
    const encoded = (mark: string): string => encodeURIComponent(filled(mark, marks));
    const reply = await server.call(method, path.replace(/<[^>]+>/g, encoded), {
      token: null,
      ...(body === undefined ? {} : { raw: filled(body, marks) }),
      headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
    });
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

  it("differ only as a row of the wallet's page says, and each row by one of them", () => {
    const titles = rows();
    expect(titles).to.have.length.of.at.most(mostRows);
    const listed = Object.keys(listedDifferences(validatorDifferencesFile));
    expect(titles.toSorted()).to.deep.equal([...general, ...listed].toSorted());
  });
});
