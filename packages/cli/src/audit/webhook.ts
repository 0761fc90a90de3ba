import type { OutcomeFinding } from "@tallystick/audit";
import { messageOf } from "@tallystick/background";
import { setTimeout as pause } from "node:timers/promises";
import { fetchBy } from "../client/fetch-by.js";
import { usageError } from "../command-error.js";

/** What is posted when a watch ends by itself. */
export interface Alarm {
  /** `violated`: by rules. `inconsistent`: the journal is no longer the one that was verified. */
  readonly verdict: "violated" | "inconsistent" | "damaged";
  readonly stream: string;
  readonly findings: ReadonlyArray<OutcomeFinding>;
}

const pausesMs = [0, 1_000, 5_000];
const answerTimeoutMs = 10_000;

/** The address of a webhook. @throws {CommandError} unless it is one of http or https */
export const webhookIn = (text: string | undefined): URL | undefined => {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw usageError(`--webhook: expected an address with http or https, found "${text}"`);
};

/**
 * Posts an alarm as JSON, at most three times until the answer is 2xx. Follows no redirect.
 *
 * @returns why it was not taken; undefined when it was
 */
export const postAlarm = async (to: URL, alarm: Alarm): Promise<string | undefined> => {
  let failure: string | undefined;
  for (const pauseMs of pausesMs) {
    await pause(pauseMs);
    failure = await posted(to, JSON.stringify(alarm));
    if (failure === undefined) return undefined;
  }
  return failure;
};

const posted = async (to: URL, body: string): Promise<string | undefined> => {
  try {
    const answer = await fetchBy(undefined, to.href)(to, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    await answer.body?.cancel();
    return answer.ok ? undefined : `it answered ${answer.status}`;
  } catch (thrown) {
    return messageOf(thrown);
  }
};
