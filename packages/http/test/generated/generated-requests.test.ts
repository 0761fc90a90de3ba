import { testSeed, testSize } from "@tallystick/dev";
import { openValidator, type Validator } from "@tallystick/node";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { parse } from "yaml";
import { ask, type Told } from "../fixtures/plain-request.js";
import { developmentToken, type RunningServer, runServer } from "../fixtures/running-server.js";
import { type ApiDocument, apiDocument, type Operation } from "./document-operations.js";
import {
  parameterTexts,
  spoiledOf,
  spoiledTexts,
  type ValueSource,
  valuesOf,
} from "./schema-values.js";

const seed = testSeed();
/** Of each kind for each operation. */
const requestsEach = testSize("REQUESTS");

/** Longest idle time a generated list asks for; milliseconds. */
const shortIdleMs = 5;

interface Sent {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Drawn extends Sent {
  /** True when every part conforms to the document. */
  readonly conforms: boolean;
}

/** The texts of an operation's parameters of one place. */
const textsOf = (
  { parameters }: Operation,
  place: "path" | "query",
  source: ValueSource,
): fc.Arbitrary<Readonly<Record<string, string>>> => {
  const all = parameters.filter((each) => each.in === place);
  const texts = all.map((each) => [
    each.name,
    each.name === "stream_idle_timeout_ms"
      ? fc.constantFrom("0", String(shortIdleMs))
      : parameterTexts(each, source),
  ]);
  const requiredKeys = all.filter((each) => each.required).map(({ name }) => name);
  return fc.record(Object.fromEntries(texts), { requiredKeys });
};

const conformingRequests = (operation: Operation, source: ValueSource): fc.Arbitrary<Drawn> =>
  fc.record({
    parameters: textsOf(operation, "path", source),
    query: textsOf(operation, "query", source),
    body: operation.body === undefined ? fc.constant(undefined) : valuesOf(operation.body, source),
    conforms: fc.constant(true),
  });

/** Requests of which one part does not conform; undefined where every request does. */
const spoiledRequests = (
  operation: Operation,
  source: ValueSource,
): fc.Arbitrary<Drawn> | undefined => {
  const whole = conformingRequests(operation, source);
  const ofParameters = operation.parameters.flatMap((parameter) => {
    const texts = spoiledTexts(parameter);
    if (texts === undefined) return [];
    const place = parameter.in === "path" ? "parameters" : "query";
    return [
      fc.tuple(whole, texts).map(([request, text]) => ({
        ...request,
        [place]: { ...request[place], [parameter.name]: text },
        conforms: false,
      })),
    ];
  });
  const ofBody = operation.body === undefined ? [] : spoiledOf(operation.body, source);
  const all = [
    ...ofParameters,
    ...ofBody.map((values) =>
      fc.tuple(whole, values).map(([request, body]) => ({ ...request, body, conforms: false })),
    ),
  ];
  return all.length === 0 ? undefined : fc.oneof(...all);
};

const pathOf = ({ path }: Operation, { parameters, query }: Sent): string => {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) =>
    // an empty segment is another path
    encodeURIComponent(parameters[name] === "" ? "x" : (parameters[name] ?? "")),
  );
  const text = new URLSearchParams(query).toString();
  return text === "" ? filled : `${filled}?${text}`;
};

const plainType = (type: string): string => type.split(";")[0] ?? "";

/** What an answer has that the document does not say; undefined when it says it all. */
const undocumented = (
  { mismatch }: ApiDocument,
  { responses, needsToken }: Operation,
  { status, type, json, text }: Told,
): string | undefined => {
  if (status >= 500 && responses[status] === undefined) return "an unexpected error";
  if (status === 401 && !needsToken) return "a login, which the document does not ask for";
  const response = responses[status] ?? (status === 200 ? undefined : responses["default"]);
  if (response === undefined) return "a status the document does not have";
  const { content } = response;
  if (content === undefined) return text === "" ? undefined : "a body";
  const media = content[plainType(type)];
  if (media === undefined) return `the content type ${type}`;
  const wrong = plainType(type) === "application/json" ? mismatch(media.schema, json) : undefined;
  return wrong === undefined ? undefined : `a body that does not conform: ${wrong}`;
};

/** Web pages call these, from their own origin: the tests of the dApp provider do. */
const isForPages = ({ path }: Operation): boolean => path.startsWith("/api/v0/dapp");

const forClients = ({ operations }: ApiDocument): ReadonlyArray<Operation> =>
  operations.filter((each) => !isForPages(each));

describe("requests generated from the node's own documents", () => {
  let validator: Validator;
  let running: RunningServer;
  let source: ValueSource;
  const documents: Array<readonly [name: string, document: ApiDocument]> = [];
  const callers: Array<readonly [name: string, token: string | null]> = [];

  before(async () => {
    const opened = await openValidator({
      config: { projectorThread: "main" },
      wallet: { amuletPrice: "0.1" },
    });
    if (isLeft(opened)) throw new Error(opened.left.message);
    validator = opened.right;
    running = await runServer(validator.ledger, { listIdleTimeoutMs: 1 }, validator.wallet);
    const alice = await developmentToken("alice");
    await running.call("POST", "/v0/register", { token: alice });
    const tapped = await running.call("POST", "/v0/wallet/tap", {
      token: alice,
      body: { amount: "100" },
    });
    callers.push(
      ["an administrator", await developmentToken()],
      ["a user", alice],
      ["nobody", null],
    );
    for (const [name, path] of [
      ["the JSON Ledger API", "/docs/openapi"],
      ["the wallet", "/docs/wallet-openapi"],
    ] as const)
      documents.push([name, apiDocument(parse((await running.call("GET", path)).text))]);
    const { party_id: party } = Object(
      (await running.call("GET", "/v0/wallet/user-status", { token: alice })).json,
    );
    const coin = String(Object(tapped.json).contract_id);
    const meaningful = [party, validator.wallet.settings.operator, coin, "1.0", "0", "victim", ""];
    source = {
      schemas: {},
      texts: fc.oneof(
        fc.constantFrom(...meaningful.map(String), "CC", "#splice-amulet:Splice.Amulet:Amulet"),
        fc.string({ maxLength: 12, unit: "grapheme" }),
      ),
    };
  });
  after(async () => {
    await running.server.close();
    await validator.close();
  });

  const sent = (operation: Operation, request: Sent, token: string | null): Promise<Told> =>
    ask(running.base, operation.method, pathOf(operation, request), {
      token,
      ...(operation.body === undefined ? {} : { body: request.body }),
      ...(operation.takesBytes ? { bytes: "no DAR" } : {}),
    });

  const complaint = (operation: Operation, what: string, request: unknown, reply: Told) =>
    `${operation.method} ${operation.path}: ${what}\n  sent ${JSON.stringify(request)}\n  answered ${reply.status} ${reply.text.slice(0, 300)}`;

  /** What is wrong with the answers to one operation's requests. */
  const complaintsOf = async (
    document: ApiDocument,
    operation: Operation,
  ): Promise<ReadonlyArray<string>> => {
    const values = { ...source, schemas: document.schemas };
    const sample = (requests: fc.Arbitrary<Drawn> | undefined) =>
      requests === undefined ? [] : fc.sample(requests, { seed, numRuns: requestsEach });
    const drawn = [
      ...sample(conformingRequests(operation, values)),
      ...sample(spoiledRequests(operation, values)),
    ];
    const found: string[] = [];
    for (const [at, request] of drawn.entries()) {
      const [caller, token] = callers[at % callers.length] ?? ["nobody", null];
      const reply = await sent(operation, request, token);
      const wrong = undocumented(document, operation, reply);
      const accepted = !request.conforms && reply.status < 400;
      const entered = token === null && operation.needsToken && reply.status !== 401;
      const what = entered ? "an answer without a login" : accepted ? "it was accepted" : wrong;
      if (what !== undefined)
        found.push(complaint(operation, `${what}, for ${caller}`, request, reply));
    }
    return found;
  };

  for (const at of [0, 1]) {
    it(`are answered as document ${at + 1} of 2 says, and those it does not allow are refused (seed ${seed})`, async () => {
      const [name, document] = documents[at] ?? [];
      if (document === undefined) throw new Error("the document is not served");
      expect(document.operations, name).to.have.lengthOf.at.least(60);
      const found: string[] = [];
      for (const operation of forClients(document))
        found.push(...(await complaintsOf(document, operation)));
      expect(found.join("\n"), `${name}, ${found.length} answers`).to.equal("");
    });
  }

  it("take the methods that the documents have, and no other", async () => {
    for (const [, document] of documents) {
      const paths = new Map<string, Set<string>>();
      for (const { method, path } of forClients(document))
        paths.set(path, (paths.get(path) ?? new Set()).add(method));
      for (const [path, methods] of paths) {
        const reply = await running.call("OPTIONS", path.replaceAll(/\{[^}]+\}/g, "x"));
        const allowed = (reply.headers.get("allow") ?? "").split(", ");
        const isOfWallet = /^\/(?:v0|registry|status|version|api)/.test(path);
        const hasHead = methods.has("GET") && !isOfWallet;
        const documented = hasHead ? [...methods, "HEAD"] : [...methods];
        expect([reply.status, ...allowed.sort()], path).to.deep.equal([405, ...documented.sort()]);
      }
    }
  });
});
