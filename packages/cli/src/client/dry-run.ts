import * as t from "io-ts";
import { CreatedEvent, templateOf } from "./event-wire.js";
import type { NodeConnection } from "./node-connection.js";
import { plainText, type Shown } from "./table-text.js";

const texts = t.array(t.string);

const ExercisedEvent = t.type(
  {
    contractId: t.string,
    templateId: t.string,
    packageName: t.string,
    choice: t.string,
    choiceArgument: t.unknown,
    exerciseResult: t.unknown,
    actingParties: texts,
    consuming: t.boolean,
  },
  "an exercised event",
);

const Node = t.type({ depth: t.number, authorizers: texts, witnesses: texts });

const Exercise = t.type({
  contractId: t.string,
  templateId: t.string,
  choice: t.string,
  argument: t.unknown,
  payload: t.unknown,
  actingParties: texts,
  authorizers: texts,
});

const Missing = t.type({ party: t.string, isHosted: t.boolean, signed: texts });

const Answer = t.intersection(
  [
    t.type({
      verdict: t.string,
      offset: t.number,
      nodes: t.array(Node),
      holdings: t.array(
        t.intersection([
          t.type({
            instrumentId: t.type({ id: t.string }),
            change: t.string,
            lockedChange: t.string,
            before: t.union([t.string, t.null]),
            after: t.union([t.string, t.null]),
          }),
          t.partial({ owner: t.string }),
        ]),
      ),
      eventBytes: t.number,
      trafficCost: t.number,
    }),
    t.partial({
      transaction: t.type({ events: t.array(t.partial({ CreatedEvent, ExercisedEvent })) }),
      error: t.type({ code: t.string, cause: t.string }),
      stopped: t.intersection([
        t.type({ exercises: t.array(Exercise) }),
        t.partial({ authority: t.type({ missing: t.array(Missing) }) }),
      ]),
    }),
  ],
  "a dry run",
);
type Answer = t.TypeOf<typeof Answer>;

/** A party by its hint. */
const hint = (party: string): string => party.split("::")[0] ?? party;

const hints = (parties: ReadonlyArray<string>): string => parties.map(hint).join(", ");

const margin = (depth: number): string => "  ".repeat(depth + 1);

const nodeLines = ({ nodes, transaction }: Answer): ReadonlyArray<string> =>
  (transaction?.events ?? []).flatMap(
    ({ CreatedEvent: created, ExercisedEvent: exercised }, at) => {
      const { depth = 0, authorizers = [], witnesses = [] } = nodes[at] ?? {};
      const by = `${margin(depth + 1)}authority of ${hints(authorizers)}; seen by ${hints(witnesses)}`;
      if (created !== undefined) {
        const payload = JSON.stringify(created.createArgument);
        return [`${margin(depth)}creates ${templateOf(created)} ${payload}`, by];
      }
      if (exercised === undefined) return [];
      const { choice, contractId, choiceArgument, exerciseResult, actingParties } = exercised;
      const verb = exercised.consuming ? "exercises, and archives with it," : "exercises";
      return [
        `${margin(depth)}${hints(actingParties)} ${verb} ${choice} on ${templateOf(exercised)} ${contractId}`,
        `${margin(depth + 1)}with ${JSON.stringify(choiceArgument)}; result ${JSON.stringify(exerciseResult)}`,
        by,
      ];
    },
  );

const missingLine = ({ party, isHosted, signed: contracts }: t.TypeOf<typeof Missing>): string => {
  const ways = [
    ...(isHosted ? [`add it to --act-as`] : []),
    ...(contracts.length === 0
      ? ["exercise a choice of a contract that it signed or controls"]
      : [`exercise a choice of a contract that it signed: ${contracts.join(", ")}`]),
  ];
  return `  authority of ${party} is missing: ${ways.join(", or ")}`;
};

const rejectedLines = ({ error, stopped }: Answer): ReadonlyArray<string> => [
  ...(error === undefined ? [] : [`  ${error.code}: ${error.cause}`]),
  ...(stopped?.exercises ?? []).flatMap((each, depth) => [
    `${margin(depth)}in ${each.choice} on ${each.templateId} ${each.contractId}, exercised by ${hints(each.actingParties)}`,
    `${margin(depth + 1)}with ${JSON.stringify(each.argument)}`,
    `${margin(depth + 1)}the contract says ${JSON.stringify(each.payload)}`,
    `${margin(depth + 1)}its steps have the authority of ${hints(each.authorizers)}`,
  ]),
  ...(stopped?.authority?.missing ?? []).map(missingLine),
];

const signed = (decimal: string): string => (decimal.startsWith("-") ? decimal : `+${decimal}`);

const isZero = (decimal: string): boolean => /^[0.]+$/.test(decimal);

const holdingLines = ({ holdings }: Answer): ReadonlyArray<string> =>
  holdings.map(({ owner = "the administrator", instrumentId, before, after, ...changes }) => {
    const balance = before === null ? "" : `: ${before} before, ${after} after`;
    const locked = isZero(changes.lockedChange) ? "" : `, locked ${signed(changes.lockedChange)}`;
    return `  ${hint(owner)} ${signed(changes.change)} ${instrumentId.id}${locked}${balance}`;
  });

const linesOf = (answer: Answer): ReadonlyArray<string> => [
  ...(answer.verdict === "accepted" ? nodeLines(answer) : rejectedLines(answer)),
  ...holdingLines(answer),
  ...(answer.verdict === "accepted"
    ? [`  event of ${answer.eventBytes} bytes, traffic of ${answer.trafficCost} bytes`]
    : []),
  `verdict: ${answer.verdict}, decided after offset ${answer.offset}; nothing was written`,
];

/** Tries commands without any effect; for people a tree of what they would do. */
export const tryCommands = async (
  node: NodeConnection,
  commands: object,
  at: string | undefined,
): Promise<Shown> => {
  const query = at === undefined ? "" : `?at=${encodeURIComponent(at)}`;
  const path = `/v2/commands/dry-run${query}`;
  const answer = await node.ask(Answer, { method: "POST", path, body: commands });
  return {
    json: answer,
    columns: [],
    rows: [],
    lines: linesOf(answer).map(plainText),
    isFailure: answer.verdict !== "accepted",
  };
};
