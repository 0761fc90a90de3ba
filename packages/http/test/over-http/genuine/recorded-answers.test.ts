import { type Ledger, openLedger } from "@tallystick/node";
import { rightOf } from "../../fixtures/outcomes.js";
import { at } from "../../fixtures/ping-server.js";
import {
  developmentToken,
  type Reply,
  runServer,
  type RunningServer,
} from "../../fixtures/running-server.js";
import { expectListed } from "./differences.js";
import { filled, firstMarks, learnFrom, marked, type Marks, requestOf } from "./marks.js";
import {
  differencesFile,
  type RecordedAnswer,
  type Recording,
  recordedAnswers,
  tokenOf,
} from "./recorded-answers.js";

/** Names of fields, not values; a list counts by its first element. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value)
    .map(([key, inner]) => [key, shapeOf(inner)])
    .sort(([one], [other]) => String(one).localeCompare(String(other)));
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Names in the context; the path of the field is ours alone (docs/http-api.md). */
const contextKeys = (body: unknown): string =>
  Object.keys(Object(at(body, "context")))
    .filter((key) => key !== "field")
    .sort()
    .join();

/** The branch of releases writes `ErrorResource(USER)`, the main branch and ours `USER`. */
const resourcesOf = (body: unknown, marks: Marks): string =>
  marked(JSON.stringify(at(body, "resources") ?? []), marks)
    .replace(/ErrorResource\((\w+)\)/g, "$1")
    .replace(/"\d+"/g, "<N>");

/** What of an answer is compared, by name. */
const aspectsOf = (
  status: number,
  type: string | null,
  text: string,
  marks: Marks,
): Readonly<Record<string, string>> => {
  const body = parsed(text);
  const isError = at(body, "code") !== undefined;
  const cause = at(body, "cause");
  const plain = body === undefined && status >= 400 ? text : "";
  return {
    status: String(status),
    type: type ?? "",
    code: String(at(body, "code")),
    text: marked(typeof cause === "string" ? cause : plain, marks),
    definiteAnswer: String(at(body, "definiteAnswer")),
    context: isError ? contextKeys(body) : "",
    resources: resourcesOf(body, marks),
    retryInfo: String(at(body, "retryInfo")),
    shape: isError ? "" : JSON.stringify(shapeOf(body)),
  };
};

/** The aspects that differ, the first that says enough alone. */
const differing = (recorded: RecordedAnswer, reply: Reply, marks: Marks): string => {
  const theirs = aspectsOf(recorded.status, recorded.type ?? null, recorded.answer, marks);
  const ours = aspectsOf(reply.status, reply.type, reply.text, marks);
  if (theirs["status"] !== ours["status"]) return "status";
  return Object.keys(theirs)
    .filter((aspect) => theirs[aspect] !== ours[aspect])
    .join(" ");
};

const recordings: ReadonlyArray<readonly [what: string, recording: Recording]> = [
  ["", "answers"],
  [" without a login", "without-login"],
];

for (const [what, recording] of recordings) {
  describe(`a genuine participant's recorded answers${what}`, () => {
    const questions = recordedAnswers(recording);
    let ledger: Ledger;
    let running: RunningServer;

    before(async () => {
      ledger = rightOf(await openLedger({}));
      running = await runServer(ledger, recording === "answers" ? {} : { auth: { kind: "off" } });
    });

    after(async () => {
      await running.server.close();
      await ledger.close();
    });

    const ask = async (recorded: RecordedAnswer, marks: Marks): Promise<string> => {
      const end = (await running.call("GET", "/v2/state/ledger-end")).json;
      marks.set("END", String(at(end, "offset")));
      const path = filled(recorded.path, marks);
      const request = requestOf(recorded, marks, await developmentToken(), await tokenOf(recorded));
      const reply = await running.call(recorded.method, path, request);
      await learnFrom(recorded, reply, questions, running, marks);
      return differing(recorded, reply, marks);
    };

    it("are ours too, but for the differences that are listed with their reasons", async () => {
      const marks = await firstMarks(running, ledger);
      const found: Record<string, string> = {};
      for (const recorded of questions) {
        const aspects = await ask(recorded, marks);
        if (aspects !== "") found[recorded.name] = aspects;
      }
      expectListed(differencesFile(recording), found);
    });
  });
}
