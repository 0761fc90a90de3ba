import { type Json, timestampToText } from "@tallystick/core";
import { shownUnits } from "../rules/coin-reading.js";
import { escaped } from "../report/report-data.js";
import type { Again, Story } from "./story.js";
import { sentenceOf } from "./story-words.js";

const version = 1;

/** What explaining came to. */
export type StoryVerdict = "holds" | "violated" | "inconclusive";

/** The worst of what stories came to: something broken comes before something undecided. */
export const storiesVerdict = (stories: ReadonlyArray<Story>): StoryVerdict => {
  const kinds = new Set(stories.map(({ again }) => again.kind));
  if (kinds.has("differs")) return "violated";
  return kinds.has("unknown") || stories.length === 0 ? "inconclusive" : "holds";
};

const againData = (again: Again): Json | object =>
  again.kind === "same" ? { kind: "same" } : again;

/** Stories as one JSON object; the same journal gives the same bytes. */
export const storiesJson = (target: string, stories: ReadonlyArray<Story>): string =>
  JSON.stringify({
    v: version,
    target,
    verdict: storiesVerdict(stories),
    stories: stories.map((story) => {
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
        again: againData(story.again),
      };
    }),
  });

/** Stories as JUnit XML, one test case for each offset. */
export const storiesJunit = (target: string, stories: ReadonlyArray<Story>): string => {
  const lines = stories.map(({ offset, event, again }) => {
    const inner =
      again.kind === "differs"
        ? again.findings.map(
            ({ rule, node, message }) =>
              `<failure message="${escaped(`${rule} ${message}`)}">offset ${offset}${node === undefined ? "" : `, node ${node}`}</failure>`,
          )
        : again.kind === "unknown"
          ? [`<skipped message="${escaped(again.reasons.join("; "))}"/>`]
          : [];
    return `  <testcase classname="explain" name="offset ${offset}, ${event.type}">${inner.join("")}</testcase>`;
  });
  const failures = stories.filter(({ again }) => again.kind === "differs").length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escaped(target)}" tests="${stories.length}" failures="${failures}">`,
    ...lines,
    "</testsuite>",
  ].join("\n");
};
