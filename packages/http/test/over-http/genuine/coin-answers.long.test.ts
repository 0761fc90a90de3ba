import { coinRelease } from "@tallystick/coin";
import { type Ledger, openLedger } from "@tallystick/node";
import { developmentUser } from "../../../src/index.js";
import { rightOf } from "../../fixtures/outcomes.js";
import { at } from "../../fixtures/ping-server.js";
import { runServer, type RunningServer } from "../../fixtures/running-server.js";
import {
  coinDifferencesFile,
  coinQuestions,
  differingPaths,
  tradingApp,
  withoutCheckpoints,
} from "./coin-answers.js";
import { CoinMarks, type CoinQuestion } from "./coin-marks.js";
import { expectListed } from "./differences.js";

const hints = ["dso", "alice", "bob", "carol", "prov", "val", "ext"];

const secondMicros = 1_000_000;
/** Whoever asked waited before these, for rounds and deadlines; seconds. */
const waits: Readonly<Record<string, number>> = {
  transfer: 5,
  "pre-accept": 25.16,
  advance: 10,
  "mint-app-coupons": 10,
  close: 20,
  "lock-owner-expire": 10,
  "ti-accept-late": 10,
  "advance-price-zero": 10,
};

const startMicros = Date.UTC(2026, 6, 20) * 1_000;

const tree = (updateId: unknown) => ({
  updateId,
  updateFormat: {
    includeTransactions: {
      eventFormat: {
        filtersForAnyParty: {
          cumulative: [
            { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } } },
          ],
        },
        verbose: true,
      },
      transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
    },
  },
});

describe("a genuine participant's recorded answers about the coin", () => {
  let now = startMicros;
  let ledger: Ledger;
  let running: RunningServer;
  let marks: CoinMarks;

  before(async () => {
    const packages = [...coinRelease["0.6.1"], await tradingApp()];
    ledger = rightOf(await openLedger({ packages, clock: () => now }));
    running = await runServer(ledger);
    const parties = new Map<string, string>();
    for (const partyIdHint of hints) {
      const { json } = await running.call("POST", "/v2/parties", { body: { partyIdHint } });
      parties.set(partyIdHint, String(at(json, "partyDetails", "party")));
    }
    const rights = [...parties.values()].map((party) => ({
      kind: { CanActAs: { value: { party } } },
    }));
    await running.call("POST", `/v2/users/${developmentUser}/rights`, {
      body: {
        userId: developmentUser,
        rights: [...rights, { kind: { CanReadAsAnyParty: { value: {} } } }],
      },
    });
    const { json } = await running.call("GET", "/v2/state/connected-synchronizers");
    const synchronizer = String(at(json, "connectedSynchronizers", 0, "synchronizerId"));
    marks = new CoinMarks(parties, synchronizer, startMicros);
  });

  after(async () => {
    await running.server.close();
    await ledger.close();
  });

  const ask = async (question: CoinQuestion): Promise<string> => {
    now += (waits[question.name] ?? 0) * secondMicros + 1_234;
    marks.now = now;
    marks.ledgerEnd = ledger.ledgerEnd();
    const body = marks.filled(question);
    const reply = await running.call("POST", question.path, { body });
    const updateId = at(reply.json, "transaction", "updateId");
    if (question.path.includes("submit-and-wait") && updateId !== undefined) {
      const whole = { body: tree(updateId) };
      const { json } = await running.call("POST", "/v2/updates/update-by-id", whole);
      marks.learn(question.name, json);
    }
    const code = String(at(reply.json, "code"));
    if (reply.status !== question.status) return `status ${reply.status} ${code}`;
    const paths = differingPaths(
      withoutCheckpoints(question.answer),
      withoutCheckpoints(JSON.parse(marks.marked(reply.text))),
    );
    return [...new Set(paths)].join(" ");
  };

  it("are ours too, but for the differences that are listed with their reasons", async () => {
    const found: Record<string, string> = {};
    for (const question of coinQuestions()) {
      const paths = await ask(question);
      if (paths !== "") found[question.name] = paths;
    }
    expectListed(coinDifferencesFile, found);
  });
});
