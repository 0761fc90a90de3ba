import { invalidArgument } from "@tallystick/core";
import {
  defaulted,
  optional,
  required,
  wireArray,
  wireInt32,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { expect } from "chai";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { ledgerApiFamily } from "../../src/endpoints/endpoint-family.js";
import {
  anyCaller,
  type Endpoint,
  endpointOf,
  nothing,
  rawBody,
  servedWith,
} from "../../src/endpoints/endpoint.js";
import type { RawInput } from "../../src/endpoints/request.js";
import { callerWith } from "../fixtures/callers.js";
import { leftOf, outcomeOf, rightOf } from "../fixtures/outcomes.js";

/** What a row was called with, in order. */
type Steps = string[];

const alice = callerWith([{ kind: "CanActAs", party: "alice" }]);
const body = { party: "alice", count: 1 };
const raw: RawInput = { parameters: { id: "i" }, query: {}, body, caller: alice };

/** Rows that work with the steps of a test. */
const seal = endpointOf<"token", Steps, Steps>(ledgerApiFamily, {
  access: "token",
  enter: (_access, _raw, steps) => steps,
});

/** A row whose every step leaves its name; a negative count breaks its rule. */
const steppingRow = seal({
  method: "POST",
  path: "/v2/things/{id}",
  summary: "Do a thing",
  parameters: wireObject("ThingPath", { id: required(wireString) }),
  query: wireObject("ThingQuery", { limit: optional(wireString) }),
  body: wireObject("Thing", {
    party: required(wireString),
    count: required(wireInt32),
    tags: defaulted(wireArray(wireString), []),
  }),
  response: wireString,
  validate: (input, steps) => {
    steps.push("validate");
    return input.body.count < 0
      ? left(invalidArgument("found a negative number", "count"))
      : right(input.body.count * 2);
  },
  rights: ({ body: { party }, valid }, steps) => {
    steps.push(`rights of ${valid}`);
    return [{ kind: "act-as", party }];
  },
  handle: ({ parameters, query, valid }, steps) => {
    steps.push("handle");
    return `${parameters.id} ${query.limit ?? "-"} ${valid}`;
  },
});

const serve = async (given: Partial<RawInput> = {}, endpoint: Endpoint<Steps> = steppingRow) => {
  const steps: Steps = [];
  const outcome = await outcomeOf(() => endpoint.serve({ ...raw, ...given }, steps));
  return { outcome, steps };
};

describe("the way of a request through its row", () => {
  it("is decode, validate, rights, handle", async () => {
    const { outcome, steps } = await serve({ query: { limit: "5" } });
    expect(rightOf(outcome)).to.include({ status: 200, body: '"i 5 2"' });
    expect(steps).to.deep.equal(["validate", "rights of 2", "handle"]);
  });

  it("ends with a missing right before it is handled", async () => {
    const { outcome, steps } = await serve({ body: { ...body, party: "bob" } });
    expect(leftOf(outcome).code).to.equal("PERMISSION_DENIED");
    expect(steps).to.deep.equal(["validate", "rights of 2"]);
  });

  it("ends with a broken rule before the rights", async () => {
    const { outcome, steps } = await serve({ body: { party: "bob", count: -1 } });
    expect(leftOf(outcome)).to.include({ code: "INVALID_ARGUMENT", field: "count" });
    expect(steps).to.deep.equal(["validate"]);
  });

  const undecodable: ReadonlyArray<readonly [given: Partial<RawInput>, text: string]> = [
    [{ parameters: {} }, "Invalid value for: path parameter id"],
    [
      { query: { limit: ["1", "2"] } },
      "Invalid value for: query parameter limit (multiple values)",
    ],
    [{ body: undefined }, "Invalid value for: body (Missing required field)"],
    [{ body: { ...body, count: 1.5 } }, "Invalid value for: body (Int at 'count')"],
    [
      { body: { ...body, tags: ["a", 1] } },
      "Invalid value for: body (Got value '1' with wrong type, expecting string at 'tags[1]')",
    ],
    // the path before the query before the body
    [{ parameters: {}, query: { limit: ["1"] }, body: 7 }, "Invalid value for: path parameter id"],
    [
      { query: { limit: ["1"] }, body: 7 },
      "Invalid value for: query parameter limit (multiple values)",
    ],
  ];
  for (const [given, text] of undecodable) {
    it(`ends with "${text}" before any rule`, async () => {
      const { outcome, steps } = await serve(given);
      expect(rightOf(outcome)).to.include({
        status: 400,
        contentType: "text/plain; charset=UTF-8",
        body: text,
      });
      expect(steps).to.deep.equal([]);
    });
  }

  it("has the decoded request in every step, unknown fields left out", async () => {
    const seen: unknown[] = [];
    const row = seal({
      method: "POST",
      path: "/v2/things",
      summary: "See a thing",
      body: wireObject("Seen", { a: defaulted(wireString, "none") }),
      rights: (input) => {
        seen.push(input);
        return [];
      },
      handle: (input) => {
        seen.push(input);
      },
    });
    const read = { by: alice.userId, hold: () => true };
    await serve({ body: { b: 1 }, traceParent: "00-t", read }, row);
    const request = {
      parameters: undefined,
      query: undefined,
      body: { a: "none" },
      caller: alice,
      read,
      traceParent: "00-t",
      traceState: undefined,
      valid: undefined,
    };
    expect(seen).to.deep.equal([request, request]);
  });

  it("answers at once where the row does, and later where it has to wait", () => {
    const outcome = steppingRow.serve(raw, []);
    expect(outcome instanceof Promise).to.equal(false);
  });

  it("leaves an exception of the row to its caller", () => {
    const broken = seal({
      method: "GET",
      path: "/v2/broken",
      summary: "Break",
      rights: anyCaller,
      handle: () => {
        throw new Error("broken");
      },
    });
    expect(() => broken.serve(raw, [])).to.throw("broken");
  });
});

describe("the codecs of what an endpoint takes", () => {
  it("are nothing for nothing", () => {
    for (const value of [undefined, null, {}, "x", 1])
      expect(nothing.read(value)).to.deep.equal(right(undefined));
  });

  it("are the bytes themselves for a body that is taken as it comes", () => {
    const bytes = Buffer.from("PK");
    expect(rightOf(rawBody.read(bytes))).to.equal(bytes);
    for (const value of ["PK", { length: 2 }, undefined, [1, 2]])
      expect(isLeft(rawBody.read(value)), JSON.stringify(value)).to.equal(true);
  });
});

describe("a table of endpoints", () => {
  it("is served with its services", async () => {
    const steps: Steps = [];
    const [served] = servedWith([steppingRow], steps);
    if (served === undefined) throw new Error("nothing is served");
    expect(served).to.include({ method: "POST", path: "/v2/things/{id}", family: ledgerApiFamily });
    expect((await served.serve(raw)).body).to.equal('"i - 2"');
    expect(steps).to.deep.equal(["validate", "rights of 2", "handle"]);
  });

  it("asks no rights of any caller where a token is enough", () => {
    expect(anyCaller()).to.deep.equal([]);
  });
});
