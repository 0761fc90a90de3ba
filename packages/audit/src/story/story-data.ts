import { timestampToText } from "@tallystick/core";
import { shownUnits } from "../rules/coin-reading.js";
import { junitText } from "../report/junit.js";
import type { Story } from "./story.js";
import { sentenceOf } from "./story-words.js";

const version = 1;

/** The result of explaining. */
export type StoryVerdict = "holds" | "violated" | "inconclusive";

/** The worst outcome of several stories: a broken rule comes before an undecided one. */
export const storiesVerdict = (stories: ReadonlyArray<Story>): StoryVerdict => {
  const kinds = new Set(stories.map(({ again }) => again.kind));
  if (kinds.has("differs")) return "violated";
  return kinds.has("unknown") || stories.length === 0 ? "inconclusive" : "holds";
};

/** Stories as JSON, each with what it was decided from and what it did. */
export const storiesData = (stories: ReadonlyArray<Story>): ReadonlyArray<object> =>
  stories.map((story) => ({ ...toldData(story), again: story.again }));

/** What an event says and did, as JSON. */
export const toldData = (story: Omit<Story, "again">): object => {
  const { offset, event, asked, decidedBy, nodes, consumed, made, coins, refused } = story;
  return {
    offset,
    type: event.type,
    recordTime: timestampToText(event.recordTime),
    ...(event.type === "TransactionCommitted"
      ? { updateId: event.updateId, ledgerTime: timestampToText(event.effectiveAt) }
      : {}),
    sentence: sentenceOf(story),
    asked,
    decidedBy,
    nodes: nodes.map(({ node, depth, authority, witnesses }) => ({
      depth,
      authority,
      witnesses,
      ...node,
    })),
    consumed,
    made,
    coins: Object.fromEntries([...coins].map(([party, units]) => [party, shownUnits(units)])),
    refused,
  };
};

/** Stories as one JSON object; the same journal gives the same bytes. */
export const storiesJson = (target: string, stories: ReadonlyArray<Story>): string =>
  JSON.stringify({
    v: version,
    target,
    verdict: storiesVerdict(stories),
    stories: storiesData(stories),
  });

/** Stories as JUnit XML, one test case for each offset. */
export const storiesJunit = (target: string, stories: ReadonlyArray<Story>): string =>
  junitText(
    target,
    stories.map(({ offset, event, again }) => ({
      kind: "explain",
      name: `offset ${offset}, ${event.type}`,
      failures:
        again.kind === "differs"
          ? again.findings.map(({ rule, node, message }) => ({
              message: `${rule} ${message}`,
              place: `offset ${offset}${node === undefined ? "" : `, node ${node}`}`,
            }))
          : [],
      skipped: again.kind === "unknown" ? again.reasons.join("; ") : undefined,
    })),
  );
