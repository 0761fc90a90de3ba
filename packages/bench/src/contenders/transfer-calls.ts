import type { Contender } from "../contender.js";
import { crowd, perSecond } from "../in-flight.js";
import type { Answer, HttpCaller } from "./http-caller.js";

/** A sender and a receiver over HTTP. */
export interface Pair {
  readonly sender: string;
  readonly receiver: string;
  readonly receiverParty: string;
}

/** One transfer of a pair over HTTP; a rejection ends the run. */
export type TransferOverHttp = (pair: Pair, id: string) => Promise<void>;

const longMicros = 86_400_000_000;
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

/** What is sent to make an offer. */
const terms = ({ receiverParty }: Pair, id: string) => ({
  receiver_party_id: receiverParty,
  amount: "0.01",
  description: "",
  expires_at: Date.now() * 1_000 + longMicros,
  tracking_id: id,
});

/**
 * An offer that is made and accepted, and asked for until the sender's wallet has paid it.
 *
 * @param isDone whether an answer of the status endpoint is the last one
 */
export const byOffer =
  ({ post }: HttpCaller, isDone: (answer: Answer) => boolean): TransferOverHttp =>
  async (pair, id) => {
    const offers = "/v0/wallet/transfer-offers";
    const made = expectDone(await post(offers, pair.sender, terms(pair, id)), "offering");
    const contract = at(made, "offer_contract_id");
    expectDone(await post(`${offers}/${contract}/accept`, pair.receiver, {}), "accepting");
    for (;;) {
      const answer = expectDone(await post(`${offers}/${id}/status`, pair.sender, {}), "asking");
      if (isDone(answer)) return;
      await wait(askAgainMs);
    }
  };

/** True for the answer that an offer was paid. */
export const isPaid = (answer: Answer): boolean => {
  if (at(answer, "status") === "failed") throw new Error(JSON.stringify(answer.json));
  return at(answer, "status") === "completed";
};

/** A transfer in one step, over the receiver's preapproval. */
export const inOneStep =
  ({ post }: HttpCaller): TransferOverHttp =>
  async (pair, id) => {
    const body = { receiver_party_id: pair.receiverParty, amount: "0.01", deduplication_id: id };
    const sent = await post("/v0/wallet/transfer-preapproval/send", pair.sender, body);
    expectDone(sent, "sending");
  };

/** A contender whose pairs transfer at once, each one after the other. */
export const transferring = (
  pairs: ReadonlyArray<Pair>,
  runMs: number,
  transfer: TransferOverHttp,
  close: () => Promise<void>,
): Contender => {
  const prefix = `bench-${Date.now().toString(36)}-`;
  let sent = 0;
  return {
    info: {},
    run: async () => {
      const work = await crowd(pairs.length, runMs, async (caller) => {
        const pair = pairs[caller];
        if (pair !== undefined) await transfer(pair, `${prefix}${++sent}`);
      });
      return { value: perSecond(work), notes: { transfers: work.completed } };
    },
    close,
  };
};
