import { createTurns, systemTimers } from "@tallystick/background";
import { DappState } from "../../src/sessions/dapp-state.js";
import { Followers } from "../../src/metrics/followers.js";
import { TakenSnapshots } from "../../src/sessions/taken-snapshots.js";
import { invalidArgument, type LedgerError } from "@tallystick/core";
import type { Following } from "@tallystick/views";
import { required, wireArray, wireInt32, wireObject, wireString } from "@tallystick/wire";
import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { httpConfigOf } from "../../src/endpoints/http-config.js";
import type { Services } from "../../src/endpoints/services.js";
import { listOf, liveItemsOf, type StreamRow } from "../../src/endpoints/stream-row.js";
import { callerWith } from "../fixtures/callers.js";
import { type FakeLedger, fakeLedger } from "../fixtures/fake-ledger.js";
import { leftOf, outcomeOf, rightOf } from "../fixtures/outcomes.js";

interface Counted {
  readonly number: number;
}
const Request = wireObject("NumbersRequest", {
  of: required(wireString),
  count: required(wireInt32),
});
const Item = wireObject("Number", { number: required(wireInt32) });

describe("a stream row", () => {
  let ledger: FakeLedger;
  let services: Services;
  /** How the items were requested, in order. */
  let followed: Following[];
  const empty = () => Promise.resolve("");
  const alice = callerWith([{ kind: "CanReadAs", party: "alice" }]);

  const row: StreamRow<
    { readonly of: string; readonly count: number },
    { readonly of: string; readonly count: number },
    Counted,
    Counted
  > = {
    path: "/v2/numbers",
    summary: "Numbers",
    deprecated: true,
    request: Request,
    item: Item,
    validate: ({ body }) =>
      body.count < 0 ? left(invalidArgument("found a negative count", "count")) : right(body),
    rights: ({ of }) => [{ kind: "read-as", party: of }],
    errors: ["NEGATIVE_OFFSET"],
    items: ({ count }, _services, following) => {
      followed.push(following);
      return (async function* (): AsyncGenerator<Either<LedgerError, Counted>> {
        for (let number = 1; number <= count; number += 1) yield right({ number });
      })();
    },
    show: (item) => (item.number === 2 ? undefined : item),
  };

  before(async () => {
    ledger = await fakeLedger();
  });
  after(() => ledger.close());
  beforeEach(() => {
    followed = [];
    const config = httpConfigOf({ maxListElements: 3, listIdleTimeoutMs: 7 });
    services = {
      ledger,
      config,
      startedAt: 0,
      openApi: empty,
      asyncApi: empty,
      walletOpenApi: empty,
      auditOpenApi: empty,
      followers: new Followers(() => 0, systemTimers),
      snapshots: new TakenSnapshots(ledger, undefined),
      dapp: new DappState(() => 0),
      turns: createTurns(),
    };
  });

  const post = async (body: unknown, query = {}, caller = alice) =>
    outcomeOf(() => listOf(row).serve({ parameters: {}, query, body, caller }, services));

  it("is a POST of the same path, with the parameters of every list", () => {
    const list = listOf(row);
    expect(list).to.include({ method: "POST", path: "/v2/numbers", access: "token" });
    expect(list.deprecated).to.equal(true);
    expect(list.response).to.have.property("kind", "json");
    expect(list.response.kind === "json" && list.response.codec.name).to.equal(
      wireArray(Item).name,
    );
    expect(list.errors).to.deep.equal([
      "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED",
      "NEGATIVE_OFFSET",
    ]);
    expect(Object.keys(Object(list.query.schema.properties))).to.deep.equal([
      "limit",
      "stream_idle_timeout_ms",
    ]);
  });

  it("lists what it shows, and ends when nothing comes for the idle time", async () => {
    const answer = rightOf(await post({ of: "alice", count: 3 }));
    expect(JSON.parse(String(answer.body))).to.deep.equal([{ number: 1 }, { number: 3 }]);
    expect(followed).to.deep.equal([{ follow: true, idleTimeoutMs: 7 }]);
    await post({ of: "alice", count: 0 }, { stream_idle_timeout_ms: "9" });
    expect(followed[1]).to.deep.equal({ follow: true, idleTimeoutMs: 9 });
  });

  it("refuses a list that is too long, and cuts one at its limit", async () => {
    const tooLong = leftOf(await post({ of: "alice", count: 9 }));
    expect(tooLong.code).to.equal("JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED");
    const cut = rightOf(await post({ of: "alice", count: 9 }, { limit: "1" }));
    expect(String(cut.body)).to.equal('[{"number":1}]');
  });

  const errors: ReadonlyArray<readonly [body: { of: string; count: number }, code: string]> = [
    [{ of: "alice", count: -1 }, "INVALID_ARGUMENT"],
    [{ of: "bob", count: 1 }, "PERMISSION_DENIED"],
    [{ of: "bob", count: -1 }, "INVALID_ARGUMENT"],
  ];
  for (const [body, code] of errors) {
    it(`answers ${code} to ${JSON.stringify(body)}, as a list and live, before any item`, async () => {
      expect(leftOf(await post(body)).code).to.equal(code);
      expect(leftOf(liveItemsOf(row, { body, caller: alice }, services)).code).to.equal(code);
      expect(followed).to.deep.equal([]);
    });
  }

  it("continues live without an end", async () => {
    const items = rightOf(
      liveItemsOf(row, { body: { of: "alice", count: 2 }, caller: alice }, services),
    );
    const seen: number[] = [];
    for await (const item of items) seen.push(rightOf(item).number);
    expect(seen).to.deep.equal([1, 2]);
    expect(followed).to.deep.equal([{ follow: true }]);
  });
});
