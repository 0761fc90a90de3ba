import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { messageOf } from "@tallystick/background";
import { costliest } from "@tallystick/core";
import * as t from "io-ts";
import { CommandError, usageError } from "../command-error.js";
import { isUpdateId } from "../offset-flag.js";
import { flameSvg } from "./flame-svg.js";
import type { NodeConnection } from "./node-connection.js";
import { plainText, type Shown } from "./table-text.js";

const texts = t.array(t.string);

const Place = t.intersection([
  t.type({ packageId: t.string, definition: t.string }),
  t.partial({ line: t.number }),
]);

const Moment = t.intersection([
  t.type({
    index: t.number,
    kind: t.string,
    depth: t.number,
    authorizers: texts,
    isRolledBack: t.boolean,
    steps: t.number,
    micros: t.number,
  }),
  t.partial({
    templateId: t.string,
    interfaceId: t.string,
    contractId: t.string,
    choice: t.string,
    consuming: t.boolean,
    byKey: t.boolean,
    argument: t.unknown,
    payload: t.unknown,
    key: t.unknown,
    result: t.unknown,
    exception: t.intersection([t.type({ typeId: t.string }), t.partial({ value: t.unknown })]),
    error: t.type({ code: t.string, cause: t.string }),
    actingParties: texts,
    place: Place,
  }),
]);
type Moment = t.TypeOf<typeof Moment>;

const Frame = t.intersection([
  t.type({
    parent: t.number,
    packageId: t.string,
    definition: t.string,
    calls: t.number,
    steps: t.number,
    micros: t.number,
  }),
  t.partial({ line: t.number }),
]);

const Trace = t.type(
  {
    outcome: t.type({ verdict: t.string, offset: t.number }),
    moments: t.array(Moment),
    momentCount: t.number,
    profile: t.type({
      steps: t.number,
      micros: t.number,
      budget: t.number,
      frames: t.array(Frame),
    }),
  },
  "a trace",
);
type Trace = t.TypeOf<typeof Trace>;

interface TraceFlags {
  readonly at?: string | undefined;
  readonly step?: string | undefined;
  readonly flame?: string | undefined;
}

const hints = (parties: ReadonlyArray<string>): string =>
  parties.map((party) => party.split("::")[0] ?? party).join(", ");

/** `Module:Name` of an id. */
const entityOf = (id: string): string => id.slice(id.indexOf(":") + 1);

const idLength = 12;
const valueLength = 120;

const shortId = (id: string): string => `${id.slice(0, idLength)}…`;

const shortValue = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "";
  return text.length > valueLength ? `${text.slice(0, valueLength)}…` : text;
};

const wordsOf = (moment: Moment): string => {
  const { templateId = "", interfaceId, contractId = "", choice, actingParties = [] } = moment;
  const of = `${entityOf(interfaceId ?? templateId)} ${shortId(contractId)}`;
  const byKey = moment.byKey === true ? ", found by its key" : "";
  switch (moment.kind) {
    case "exercise":
      return `${hints(actingParties)} ${moment.consuming === true ? "exercises, archiving," : "exercises"} ${choice} on ${of}${byKey} ${shortValue(moment.argument)}`;
    case "end":
      return `${choice} gives ${shortValue(moment.result)}`;
    case "create":
      return `creates ${of} ${shortValue(moment.payload)}`;
    case "fetch":
      return `fetches ${of}${byKey} ${shortValue(moment.payload)}`;
    case "lookup":
      return `looks up ${shortValue(moment.key)} of ${entityOf(templateId)}: ${shortValue(moment.result)}`;
    case "guard":
      return `the precondition of ${entityOf(templateId)} ${moment.result === true ? "holds" : "fails"}`;
    case "rollback":
      return `caught ${moment.exception === undefined ? "an exception" : `${entityOf(moment.exception.typeId)} ${shortValue(moment.exception.value)}`}: rolled back`;
    case "failure":
      return `${moment.error?.code}: ${moment.error?.cause}`;
    default:
      return moment.kind;
  }
};

const placeText = ({ definition, line }: t.TypeOf<typeof Place>): string =>
  `${definition}${line === undefined ? "" : `, line ${line}`}`;

const momentLine = (moment: Moment): string => {
  const { index, depth, place, isRolledBack } = moment;
  const where = place === undefined ? "" : `  (${placeText(place)})`;
  return `${String(index).padStart(5)} ${isRolledBack ? "~" : " "}${"  ".repeat(depth)}${wordsOf(moment)}${where}`;
};

/** Definitions that are listed. */
const mostListed = 10;

/** What definitions took themselves, the most first. */
const hottest = ({ profile }: Trace): ReadonlyArray<string> => {
  const by = profile.steps > 0 ? "steps" : "micros";
  return costliest(profile.frames, by, mostListed).map(
    ({ definition, steps, micros, calls }) =>
      `${String(steps).padStart(9)} steps ${(micros / 1_000).toFixed(2).padStart(9)} ms ${String(calls).padStart(7)} calls  ${definition}`,
  );
};

const summary = (trace: Trace): ReadonlyArray<string> => {
  const { outcome, profile, moments, momentCount } = trace;
  const left = momentCount - moments.length;
  return [
    ...(left > 0 ? [`${left} moments in the middle are left out`] : []),
    "what definitions took themselves:",
    ...hottest(trace),
    `${profile.steps} of ${profile.budget} steps, ${(profile.micros / 1_000).toFixed(2)} ms`,
    `verdict: ${outcome.verdict}, decided after offset ${outcome.offset}; nothing was written`,
  ];
};

const valueLines = (name: string, value: unknown): ReadonlyArray<string> =>
  value === undefined
    ? []
    : [
        `${name}:`,
        ...JSON.stringify(value, null, 2)
          .split("\n")
          .map((line) => `  ${line}`),
      ];

/** One moment with all that is known of it. */
const momentLines = (moment: Moment): ReadonlyArray<string> => {
  const { place, steps, micros, authorizers, templateId, contractId, actingParties } = moment;
  return [
    momentLine(moment),
    ...(place === undefined ? [] : [`at ${placeText(place)}, package ${place.packageId}`]),
    ...(templateId === undefined ? [] : [`template ${templateId}`]),
    ...(contractId === undefined ? [] : [`contract ${contractId}`]),
    ...(actingParties === undefined ? [] : [`by ${actingParties.join(", ")}`]),
    `with the authority of ${authorizers.join(", ")}`,
    `after ${steps} steps and ${micros} µs${moment.isRolledBack ? "; rolled back later" : ""}`,
    ...valueLines("argument", moment.argument),
    ...valueLines("payload", moment.payload),
    ...valueLines("key", moment.key),
    ...valueLines("exception", moment.exception),
    ...valueLines("result", moment.result),
  ];
};

const shownMoment = ({ moments, momentCount }: Trace, step: string): ReadonlyArray<string> => {
  const found = moments.find(({ index }) => String(index) === step);
  if (found !== undefined) return momentLines(found);
  throw usageError(
    `--step: expected a moment of the trace, 0 to ${momentCount - 1}, found "${step}"`,
  );
};

const commandsIn = async (file: string): Promise<object> => {
  const text = await readFile(file, "utf8").catch((thrown: unknown) => {
    throw new CommandError(
      `"${file}" is no update id, and no file that can be read: ${messageOf(thrown)}`,
    );
  });
  const expected = `${file}: expected JSON as for POST /v2/commands/trace`;
  try {
    const commands: unknown = JSON.parse(text);
    if (typeof commands === "object") return { commandId: randomUUID(), ...commands };
  } catch (thrown) {
    throw usageError(`${expected}: ${messageOf(thrown)}`);
  }
  throw usageError(`${expected}, found ${text.slice(0, idLength)}`);
};

/** Says how a command or an update is interpreted. */
export const traceCommand = async (
  node: NodeConnection,
  target: string,
  { at, step, flame }: TraceFlags,
): Promise<Shown> => {
  const isUpdate = isUpdateId(target);
  if (isUpdate && at !== undefined) throw usageError("--at: only with a COMMAND-FILE");
  const query = at === undefined ? "" : `?at=${encodeURIComponent(at)}`;
  const trace = await node.ask(Trace, {
    method: "POST",
    path: isUpdate ? "/v2/updates/trace-by-id" : `/v2/commands/trace${query}`,
    body: isUpdate ? { updateId: target } : await commandsIn(target),
  });
  const title = `${target}: ${trace.profile.steps} steps`;
  if (flame !== undefined) await writeFile(flame, flameSvg(trace.profile.frames, title));
  const lines =
    step === undefined
      ? [...trace.moments.map(momentLine), ...summary(trace)]
      : shownMoment(trace, step);
  return {
    json: trace,
    columns: [],
    rows: [],
    lines: lines.map(plainText),
    isFailure: trace.outcome.verdict !== "accepted",
  };
};
