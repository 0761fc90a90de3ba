import type { EventStore, RecordedEvent } from "@tallystick/event-store";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import type { ServerContext } from "../server-context.js";
import { eventAnswer, type ReadAnswer } from "./read-answer.js";
import type { ReadPlan } from "./read-plan.js";
import { isTombstone, servedMessage } from "../streams/stored-message.js";
import { firstVisible, readStreamState } from "../streams/stream-state.js";

/** Type of the events that stand for an event of another stream. */
const LINK_TYPE = "$>";

/** An event that a link names; `event` is undefined where there is none to be read. */
interface Linked {
  readonly event: RecordedEvent | undefined;
}

/** Whole numbers of 64 bits, as a genuine server reads them. */
const revisionForm = /^\s*[+-]?\d{1,19}\s*$/;

const eventAt = async (
  store: EventStore,
  stream: string,
  revision: number,
): Promise<RecordedEvent | undefined> => {
  const read = await readStreamState(store, stream);
  if (isLeft(read)) return undefined;
  const state = read.right;
  if (state.isTombstoned || state.isSoftDeleted) return undefined;
  // -1 is the last one
  const wanted = revision === -1 ? state.head : revision;
  if (wanted < firstVisible(state) || wanted > state.head) return undefined;
  for await (const page of store.readStream(stream, { from: wanted, maxCount: 1 }))
    return isRight(page) ? page.right.find((event) => !isTombstone(event)) : undefined;
  return undefined;
};

/**
 * The event that a link stands for; undefined for an event that is no link, and for a link whose
 * data do not begin with a number, which a genuine server takes for an event of its own.
 */
const linkedEvent = async (store: EventStore, link: RecordedEvent): Promise<Linked | undefined> => {
  if (link.type !== LINK_TYPE) return undefined;
  const data = Buffer.from(servedMessage(link, 0n).data).toString("utf8");
  const at = data.indexOf("@");
  const revision = at < 0 ? data : data.slice(0, at);
  if (!revisionForm.test(revision)) return undefined;
  return { event: at < 0 ? undefined : await eventAt(store, data.slice(at + 1), Number(revision)) };
};

/** The message for one event, with what it stands for when the call resolves links. */
export const resolvedAnswer = async (
  context: ServerContext,
  plan: Pick<ReadPlan, "structuredIds" | "resolvesLinks">,
  event: RecordedEvent,
): Promise<ReadAnswer> =>
  eventAnswer(
    context,
    plan,
    event,
    plan.resolvesLinks ? await linkedEvent(context.store, event) : undefined,
  );
