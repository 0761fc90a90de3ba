import { AmuletRules_DevNet_Tap } from "@tallystick/coin";
import { openValidator, type Validator, type Wallet } from "@tallystick/node";
import type { Submission } from "@tallystick/wallet";
import type { Contender, ContenderSettings, OpenContender } from "../contender.js";
import { expectRight } from "../errors.js";
import { callers, wallet as sizes } from "../sizes.js";
import { crowd, percentiles, repeat, working, workThrough } from "../work.js";
import { amulet, decimal } from "./coin-ledger.js";
import { type Answer, type HttpCaller, httpCaller } from "./http-caller.js";
import { commandIds } from "./ledger.js";
import { bareKoa, developmentToken, serveLedger } from "./servers.js";

/** A validator on disk, with the automations and the network in it as `npm start` has them. */
export const openWalletNode = async (data: string): Promise<Validator> =>
  expectRight(
    await openValidator({
      data,
      wallet: { amuletPrice: "0.1", config: { validatorWalletUsers: ["operator"] } },
    }),
    "opening the validator",
  );

/** A tap of 1,000 CC for a party. */
const tapOf = ({ network, settings: { dso } }: Wallet, party: string, id: string) => {
  const state = network();
  if (state === undefined) throw new Error("there is no network");
  const argument = { receiver: party, amount: decimal("1000"), openRound: state.round.contractId };
  const submission: Submission = {
    commandId: id,
    actAs: [party],
    readAs: [dso],
    commands: [amulet.exercise(AmuletRules_DevNet_Tap, state.amuletRules, argument)],
  };
  return submission;
};

export const named = (role: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${role}-${index}`);

/** Gives users wallets with 1,000 CC each. @returns their parties, by the users' order */
export const walletsOf = async (
  { wallet }: Validator,
  names: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const parties = new Map<string, string>();
  await workThrough(callers.onboarding, names, async (name) => {
    const party = expectRight(await wallet.users.onboard(name), name);
    expectRight(await wallet.submit(tapOf(wallet, party, `first-${name}`)), "tapping");
    parties.set(name, party);
  });
  await wallet.scheduler.settle();
  return names.map((name) => parties.get(name) ?? "");
};

/** A sender and a receiver over HTTP. */
interface Pair {
  readonly sender: string;
  readonly receiver: string;
  readonly receiverParty: string;
}

const pairsOf = (receiverParties: ReadonlyArray<string>): ReadonlyArray<Pair> =>
  receiverParties.map((receiverParty, index) => ({
    sender: developmentToken(`sender-${index}`),
    receiver: developmentToken(`receiver-${index}`),
    receiverParty,
  }));

/** One transfer of a pair over HTTP; a rejection ends the run. */
type Transfer = (caller: HttpCaller, pair: Pair, id: string) => Promise<void>;

const offerMicros = 86_400_000_000;
/** How soon the state of an offer is read again; milliseconds. */
const askAgainMs = 10;

const at = (answer: Answer, key: string): string => {
  const found: unknown =
    typeof answer.json === "object" && answer.json !== null
      ? Reflect.get(answer.json, key)
      : undefined;
  return typeof found === "string" ? found : "";
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const expectDone = (answer: Answer, what: string): Answer => {
  if (answer.status === 200) return answer;
  throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.json)}`);
};

/**
 * An offer that is made and accepted, and asked for until the sender's wallet has paid it.
 *
 * @param isDone whether an answer of the status endpoint is the last one
 */
const byOffer =
  (isDone: (answer: Answer) => boolean): Transfer =>
  async ({ post }, { sender, receiver, receiverParty }, id) => {
    const offers = "/v0/wallet/transfer-offers";
    const terms = {
      receiver_party_id: receiverParty,
      amount: "0.01",
      description: "",
      expires_at: Date.now() * 1_000 + offerMicros,
      tracking_id: id,
    };
    const made = expectDone(await post(offers, sender, terms), "offering");
    const contract = at(made, "offer_contract_id");
    expectDone(await post(`${offers}/${contract}/accept`, receiver, {}), "accepting");
    for (;;) {
      const answer = expectDone(await post(`${offers}/${id}/status`, sender, {}), "asking");
      if (isDone(answer)) return;
      await wait(askAgainMs);
    }
  };

/** True for the answer that an offer was paid. */
const isPaid = (answer: Answer): boolean => {
  if (at(answer, "status") === "failed") throw new Error(JSON.stringify(answer.json));
  return at(answer, "status") === "completed";
};

/** A transfer in one step, over the receiver's preapproval. */
const inOneStep: Transfer = async ({ post }, { sender, receiverParty }, id) => {
  const body = { receiver_party_id: receiverParty, amount: "0.01", deduplication_id: id };
  expectDone(await post("/v0/wallet/transfer-preapproval/send", sender, body), "sending");
};

/** Pairs transfer at once, each one after the other. */
const transferring = (
  pairs: ReadonlyArray<Pair>,
  runMs: number,
  transfer: (pair: Pair, id: string) => Promise<void>,
  ended: () => Promise<void>,
): Contender => {
  const nextId = commandIds("bench");
  const run = () =>
    crowd(pairs.length, runMs, async (caller) => {
      const pair = pairs[caller];
      if (pair !== undefined) await transfer(pair, nextId());
    });
  return working(run, { close: ended });
};

/** Gives the operator fees, and every receiver a preapproval. */
const preapprove = async (
  { wallet }: Validator,
  { post }: HttpCaller,
  pairs: ReadonlyArray<Pair>,
): Promise<void> => {
  const nextId = commandIds("operator");
  await repeat(1, sizes.operatorTaps, async () => {
    const tap = tapOf(wallet, wallet.settings.operator, nextId());
    expectRight(await wallet.submit(tap), "tapping");
  });
  await workThrough(callers.preapproving, pairs, async ({ receiver }) =>
    expectDone(await post("/v0/wallet/transfer-preapproval", receiver, {}), "preapproving"),
  );
};

/**
 * A server with wallets over a validator on disk, and pairs of its users who transfer over HTTP
 * from the same process.
 */
const byWallets =
  (transfer: Transfer, preapproved: boolean): OpenContender =>
  async ({ folder, inFlight, runMs }) => {
    const validator = await openWalletNode(folder);
    const { ledger, wallet } = validator;
    const server = await serveLedger({ ledger, wallet });
    await walletsOf(validator, named("sender", inFlight));
    const pairs = pairsOf(await walletsOf(validator, named("receiver", inFlight)));
    const caller = httpCaller(server.url, inFlight);
    if (preapproved) await preapprove(validator, caller, pairs);
    const one = (pair: Pair, id: string) => transfer(caller, pair, id);
    return transferring(pairs, runMs, one, async () => {
      caller.close();
      await server.close();
      await validator.close();
    });
  };

/** The transfer requests, sent to bare Koa, which answers `{}` to each of them. */
const byBareKoa =
  (transfer: Transfer): OpenContender =>
  async (settings: ContenderSettings) => {
    const koa = await bareKoa(settings);
    const { inFlight, runMs } = settings;
    const caller = httpCaller(String(koa.info["url"]), inFlight);
    const parties = named("receiver", inFlight).map((name) => `${name}::${"1220".repeat(17)}`);
    const one = (pair: Pair, id: string) => transfer(caller, pair, id);
    return transferring(pairsOf(parties), runMs, one, async () => {
      caller.close();
      await koa.close();
    });
  };

/** Transfers by offers over HTTP: offered, accepted, and paid by the sender's wallet. */
export const offers = byWallets(byOffer(isPaid), false);

/** Transfers in one step over HTTP, over preapprovals. */
export const oneStep = byWallets(inOneStep, true);

/** The three requests of a transfer by an offer, answered by bare Koa. */
export const bareOffers = byBareKoa(byOffer(() => true));

/** The one request of a transfer in one step, answered by bare Koa. */
export const bareOneStep = byBareKoa(inOneStep);

/**
 * How long after a commit the wallet's views have it, at the 99th percentile, while taps come from
 * many callers at once and the automations work; milliseconds.
 */
export const viewLag: OpenContender = async ({ folder, inFlight, runMs }) => {
  const validator = await openWalletNode(folder);
  const { ledger, wallet } = validator;
  const parties = await walletsOf(validator, named("user", sizes.lagUsers));
  const nextId = commandIds("lag");
  return {
    info: {},
    run: async () => {
      const lagsMs: Array<number> = [];
      await crowd(inFlight, runMs, async (caller) => {
        const tap = tapOf(wallet, parties[caller % parties.length] ?? "", nextId());
        const submitted = await ledger.submitAndWait({ ...tap, userId: "bench" });
        const { completionOffset } = expectRight(submitted, "submitting");
        const committed = performance.now();
        expectRight(await wallet.views.waitFor(completionOffset, 60_000), "waiting");
        lagsMs.push(performance.now() - committed);
      });
      await wallet.scheduler.settle();
      const notes = percentiles(lagsMs);
      return { value: notes.p99Ms, notes: { ...notes, taps: lagsMs.length } };
    },
    close: () => validator.close(),
  };
};
