import { isJsonObject } from "@tallystick/core";
import { pathText, type WireReadable } from "@tallystick/wire";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { nothing } from "../../src/endpoints/endpoint.js";
import { walletRows } from "../../src/wallet/wallet-rows.js";

/** A kind of values: one of it, and what is none, with what the error text says. */
interface Kind {
  readonly good: unknown;
  readonly wrong: ReadonlyArray<readonly [value: unknown, says: string]>;
}

const long = "x".repeat(280);
const later = 1_767_225_600_000_000;
const text: Kind = { good: "x", wrong: [[5, "expected a string"]] };
const flag: Kind = { good: true, wrong: [["true", "found"]] };
const json: Kind = { good: {}, wrong: [] };
const texts: Kind = { good: { a: "b" }, wrong: [[5, "expected an object"]] };
const short: Kind = {
  good: "",
  wrong: [
    [5, "a string"],
    [long, "fewer than 280"],
  ],
};
const operation: Kind = { good: long, wrong: [["", "not empty"]] };
const tracking: Kind = {
  good: "t",
  wrong: [
    ["", "not empty"],
    [long, "fewer than 280"],
  ],
};
const party: Kind = {
  good: `alice::1220${"ab".repeat(32)}`,
  wrong: ["", "alice", "alice::", "::1220"].map((id) => [id, "expected a party id such as"]),
};
const cid: Kind = {
  good: `00${"ab".repeat(68)}`,
  wrong: ["", "x", "00AB", "0".repeat(300)].map((id) => [id, "expected a contract id such as"]),
};
const amount: Kind = {
  good: "1.5",
  wrong: [
    ["0.0", "an amount above 0"],
    ["-1", "an amount above 0"],
    ["1e3", "expected a decimal"],
    ["1.00000000001", "at most 10 digits after the point"],
    [5, "expected a string"],
  ],
};
const decimal: Kind = {
  good: 1.5,
  wrong: [
    [0, "an amount above 0"],
    [-1, "an amount above 0"],
    [1e-11, "at most 10 digits after the point"],
    ["x", "expected a decimal"],
    [true, "expected a number"],
  ],
};
const micros: Kind = {
  good: later,
  wrong: [
    ["2030-01-01T00:00:00Z", "64-bit integer"],
    [-(2n ** 56n), "microseconds since 1970"],
    [2n ** 60n, "up to the year 9999"],
  ],
};
const instant: Kind = {
  good: "2030-01-01T00:00:00Z",
  wrong: [
    [5, "found"],
    ["yesterday", "expected"],
  ],
};
const count: Kind = {
  good: 0,
  wrong: [
    [-1, "0 or more"],
    [1.5, "64-bit integer"],
  ],
};
const place: Kind = {
  good: "-1",
  wrong: [
    ["x", "a whole number"],
    ["1.5", "a whole number"],
  ],
};
const countText: Kind = {
  good: "0",
  wrong: [
    ["x", "whole number"],
    ["1.5", "whole number"],
  ],
};
const page: Kind = { good: 1, wrong: [0, 1_001, 1.5].map((size) => [size, "expected"]) };
const pageText: Kind = { good: "1", wrong: ["0", "1001", "x"].map((size) => [size, "expected"]) };
const hex: Kind = {
  good: "00ff",
  wrong: [
    ["0", "expected hex"],
    ["xy", "expected hex"],
  ],
};
const base64: Kind = { good: "AP8=", wrong: [["*", "found"]] };
const key: Kind = {
  good: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  wrong: [
    ["xy", "expected hex"],
    ["00ff", "found"],
  ],
};

/** Fields by name, those that may be left out with a `?`; what is within others by its path. */
type Fields = Readonly<Record<string, Kind>>;

/** What one row takes. */
interface Taken {
  readonly body?: Fields;
  readonly query?: Fields;
}

const filter: Fields = {
  "kind?": text,
  "direction?": { good: "incoming", wrong: [["in", "expected one of"]] },
  "counterparty?": text,
  "min_amount?": { good: "0", wrong: [["x", "expected a decimal"]] },
  "max_amount?": { good: "0", wrong: [["1e3", "expected a decimal"]] },
  "from?": instant,
  "until?": instant,
  "text?": {
    good: "lunch",
    wrong: [
      ["lu", "characters"],
      ["x".repeat(281), "characters"],
    ],
  },
};
const transfer: Taken = {
  body: {
    receiver_party_id: party,
    amount,
    description: short,
    expires_at: micros,
    tracking_id: tracking,
  },
};
const offer: Taken = {
  body: { "contract_id?": cid, "offer_contract_id?": cid, "tracking_id?": text },
};
const delegations: Taken = { query: { "after?": place, "limit?": pageText } };
const signed: Taken = {
  body: {
    submission: json,
    "submission.party_id": party,
    "submission.transaction": base64,
    "submission.signed_tx_hash": hex,
    "submission.public_key": key,
  },
};
const holdings: Taken = {
  body: {
    migration_id: { good: "0", wrong: [["x", "64-bit integer"]] },
    record_time: instant,
    "record_time_match?": { good: "exact", wrong: [["after", "expected one of"]] },
    owner_party_ids: { good: [party.good], wrong: [["x", "expected an array"]] },
    "owner_party_ids[0]": party,
    "as_of_round?": count,
  },
};
const holdingsV1: Taken = {
  body: Object.fromEntries(
    Object.entries(holdings.body ?? {}).filter(([name]) => name !== "as_of_round?"),
  ),
};
const factory: Taken = { body: { choiceArguments: json, "excludeDebugFields?": flag } };
const context: Taken = { body: { "meta?": texts, "excludeDebugFields?": flag } };

/** Every row with a body or a query. */
const taken: Readonly<Record<string, Taken>> = {
  "POST /v0/register": { body: {} },
  "POST /v0/wallet/self-grant-feature-app-right": { body: {} },
  "POST /v0/wallet/tap": { body: { amount, "command_id?": operation } },
  "POST /v0/wallet/settings": { body: { automatic_merging: flag } },
  "GET /v0/admin/automation/wallets": { query: { "limit?": pageText } },
  "POST /v0/wallet/coins/merge": { body: { "command_id?": operation } },
  "POST /v0/wallet/transactions": { body: { page_size: page, "begin_after_id?": text, ...filter } },
  "GET /v0/wallet/transactions/export": {
    query: {
      "format?": { good: "jsonl", wrong: [["xml", "expected csv or jsonl"]] },
      "byte_order_mark?": { good: "true", wrong: [["yes", "expected"]] },
      ...filter,
    },
  },
  "GET /v0/wallet/rounds": {
    query: {
      "before_round?": { good: "0", wrong: [["x", "expected a whole number"]] },
      "limit?": pageText,
    },
  },
  "POST /v0/wallet/dapp/requests/{id}/sign": {
    body: {
      signature: { good: "c2ln", wrong: [["", "1 to 500 characters"]] },
      signed_by: { good: "1220ab", wrong: [["x".repeat(501), "1 to 500 characters"]] },
    },
  },
  "GET /v0/submissions/refused": {
    query: {
      "party?": text,
      "command_id?": text,
      "before?": { good: "0", wrong: [["x", "expected a whole number"]] },
      "limit?": pageText,
    },
  },
  "GET /v0/wallet/balance/history": {
    query: {
      "step?": { good: "hour", wrong: [["week", "expected one of"]] },
      "from?": instant,
      "until?": instant,
      "after_offset?": { good: "0", wrong: [["x", "expected a whole number"]] },
      "limit?": pageText,
    },
  },
  "POST /v0/wallet/transfers/preview": {
    body: {
      receiver_party_id: party,
      amount,
      "description?": text,
      "expires_at?": micros,
      "way?": { good: "transfer-offer", wrong: [["fast", "expected one of"]] },
    },
  },
  "GET /v0/wallet/inbox": {
    query: {
      "kind?": { good: "allocation", wrong: [["offer", "expected one of"]] },
      "direction?": { good: "sent", wrong: [["outgoing", "expected one of"]] },
      "limit?": pageText,
    },
  },
  "POST /v0/wallet/transfer-offers": transfer,
  "POST /v0/wallet/transfer-offers/accept": offer,
  "POST /v0/wallet/transfer-offers/reject": offer,
  "POST /v0/wallet/transfer-offers/withdraw": offer,
  "POST /v0/wallet/transfer-preapproval/send": {
    body: { receiver_party_id: party, amount, deduplication_id: operation, "description?": text },
  },
  "POST /v0/wallet/token-standard/transfers": {
    body: { ...transfer.body, description: text, tracking_id: operation },
  },
  "POST /v0/wallet/buy-traffic-requests": {
    body: {
      receiving_validator_party_id: party,
      domain_id: { good: "global::1220", wrong: [["global", "expected <name>::<fingerprint>"]] },
      traffic_amount: {
        good: 1,
        wrong: [
          [0, "above 0"],
          ["x", "64-bit integer"],
        ],
      },
      tracking_id: tracking,
      expires_at: micros,
    },
  },
  "GET /v0/wallet/minting-delegation-proposals": delegations,
  "GET /v0/wallet/minting-delegations": delegations,
  "POST /v0/wallet/development-fund-coupons/allocate": {
    body: {
      beneficiary: party,
      amount,
      expiresAt: micros,
      reason: short,
      "command_id?": operation,
    },
  },
  "GET /v0/wallet/development-fund-coupons/history": {
    query: { "after?": place, limit: pageText },
  },
  "POST /v0/wallet/development-fund-coupons/{contract_id}/withdraw": { body: { reason: text } },
  "POST /v0/entry/create": {
    body: { name: text, url: text, description: text, "command_id?": operation },
  },
  "POST /v0/allocations": {
    body: {
      settlement: json,
      "settlement.executor": party,
      "settlement.settlement_ref": json,
      "settlement.settlement_ref.id": text,
      "settlement.settlement_ref.cid?": text,
      "settlement.requested_at": micros,
      "settlement.allocate_before": micros,
      "settlement.settle_before": micros,
      "settlement.meta?": texts,
      transfer_leg_id: text,
      transfer_leg: json,
      "transfer_leg.receiver": party,
      "transfer_leg.amount": amount,
      "transfer_leg.meta?": texts,
    },
  },
  "POST /v2/wallet/token-standard/transfers": {
    body: { ...transfer.body, description: text, tracking_id: operation },
  },
  "POST /v2/allocations": {
    body: {
      settlement: json,
      "settlement.executors": { good: [party.good], wrong: [["x", "expected an array"]] },
      "settlement.executors[0]": party,
      "settlement.settlement_ref": json,
      "settlement.settlement_ref.id": text,
      "settlement.settlement_ref.cid?": text,
      "settlement.settlement_deadline?": micros,
      "settlement.meta?": texts,
      transfer_leg_sides: { good: [{}], wrong: [[{}, "expected an array"]] },
      "transfer_leg_sides[0].transfer_leg_id": text,
      "transfer_leg_sides[0].side": {
        good: "SENDERSIDE",
        wrong: [["SenderSide", "expected one of"]],
      },
      "transfer_leg_sides[0].otherside": party,
      "transfer_leg_sides[0].amount": amount,
      "transfer_leg_sides[0].meta?": texts,
      "next_iteration_funding?": { good: { Amulet: "1" }, wrong: [[5, "expected an object"]] },
      "next_iteration_funding.Amulet?": {
        good: "1",
        wrong: [
          ["0", "above 0"],
          [1, "expected a string"],
        ],
      },
      "committed?": flag,
      "meta?": texts,
    },
  },
  "POST /v0/admin/users": {
    body: {
      name: { good: "alice", wrong: ["", "a b", "ü"].map((name) => [name, "a user id"]) },
      "party_id?": party,
      "createPartyIfMissing?": flag,
    },
  },
  "POST /v0/admin/users/offboard": { query: { username: text } },
  "POST /v0/admin/external-party/topology/generate": {
    body: { party_hint: text, public_key: key },
  },
  "POST /v0/admin/external-party/topology/submit": {
    body: {
      public_key: key,
      signed_topology_txs: { good: [{}], wrong: [[{}, "expected an array"]] },
      "signed_topology_txs[0].topology_tx": base64,
      "signed_topology_txs[0].signed_hash": hex,
    },
  },
  "POST /v0/admin/external-party/setup-proposal": { body: { user_party_id: party } },
  "POST /v0/admin/external-party/setup-proposal/prepare-accept": {
    body: { contract_id: text, user_party_id: party, "verbose_hashing?": flag },
  },
  "POST /v0/admin/external-party/setup-proposal/submit-accept": signed,
  "POST /v0/admin/external-party/transfer-preapproval/prepare-send": {
    body: {
      sender_party_id: party,
      receiver_party_id: party,
      amount: decimal,
      expires_at: instant,
      nonce: count,
      "verbose_hashing?": flag,
      "description?": text,
    },
  },
  "POST /v0/admin/external-party/transfer-preapproval/submit-send": signed,
  "GET /v0/admin/external-party/balance": { query: { party_id: party } },
  "POST /v0/admin/clock/advance": {
    body: { seconds: { good: 1, wrong: [0, -1, 315_360_001, "1"].map((s) => [s, "expected"]) } },
  },
  "GET /v0/admin/domain/data-snapshot": {
    query: {
      timestamp: instant,
      "migration_id?": countText,
      "force?": { good: "true", wrong: [["yes", "expected true or false"]] },
    },
  },
  "GET /v0/scan-proxy/transfer-command/status": { query: { sender: party, nonce: countText } },
  "POST /v0/scan-proxy/holdings/summary": holdings,
  "POST /v0/holdings/summary": holdings,
  "POST /v1/scan-proxy/holdings/summary": holdingsV1,
  "POST /v1/holdings/summary": holdingsV1,
  "GET /v0/scan-proxy/ans-entries": { query: { page_size: pageText, "name_prefix?": text } },
  "POST /v0/scan-proxy/ans-rules": {
    body: { "cached_ans_rules_contract_id?": text, "cached_ans_rules_domain_id?": text },
  },
  ...Object.fromEntries(
    ["", "/v0/scan-proxy"].flatMap(
      (base): ReadonlyArray<readonly [string, Taken]> => [
        [
          `GET ${base}/registry/metadata/v1/instruments`,
          {
            query: {
              "pageSize?": { good: "1", wrong: [["x", "32-bit integer"]] },
              "pageToken?": text,
            },
          },
        ],
        ...["v1", "v2"].flatMap(
          (version): ReadonlyArray<readonly [string, Taken]> => [
            [`POST ${base}/registry/transfer-instruction/${version}/transfer-factory`, factory],
            [`POST ${base}/registry/allocation-instruction/${version}/allocation-factory`, factory],
            ...["accept", "reject", "withdraw"].map(
              (choice) =>
                [
                  `POST ${base}/registry/transfer-instruction/${version}/{id}/choice-contexts/${choice}`,
                  context,
                ] as const,
            ),
          ],
        ),
        [`POST ${base}/registry/allocation/v2/settlement-factory`, factory],
        ...[
          "allocations/v2/{id}/choice-contexts/withdraw",
          "allocations/v2/{id}/choice-contexts/cancel",
        ].map((path) => [`POST ${base}/registry/${path}`, context] as const),
        ...["accept", "withdraw"].map(
          (choice) =>
            [
              `POST ${base}/registry/allocation-instruction/v2/{id}/choice-contexts/${choice}`,
              context,
            ] as const,
        ),
        ...["execute-transfer", "withdraw", "cancel"].map(
          (choice) =>
            [
              `POST ${base}/registry/allocations/v1/{id}/choice-contexts/${choice}`,
              context,
            ] as const,
        ),
      ],
    ),
  ),
};

/** The fields of an object's schema, as an address has them. */
const fieldsOf = ({ schema }: WireReadable<unknown>): ReadonlyArray<string> => {
  const { properties = {} } = schema;
  return isJsonObject(properties) ? Object.keys(properties) : [];
};

type Tree = Record<string, unknown>;

/** Sets or, without a value, leaves out what is at a path of an object. */
const put = (whole: Tree, path: string, value?: unknown): Tree => {
  const copy = structuredClone(whole);
  const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
  const last = steps.pop() ?? "";
  // border: every step but the last is an object or an array
  const inner = steps.reduce<Tree>((at, step) => at[step] as Tree, copy);
  if (value === undefined) delete inner[last];
  else inner[last] = value;
  return copy;
};

const expectFields = (type: WireReadable<unknown>, fields: Fields): void => {
  const named = Object.entries(fields).map(([name, kind]) => ({
    path: name.replace("?", ""),
    isOptional: name.endsWith("?"),
    kind,
  }));
  expect(named.map(({ path }) => path).filter((path) => !/[.[]/.test(path))).to.deep.equal(
    fieldsOf(type),
  );
  const whole = named.reduce<Tree>((tree, { path, kind }) => put(tree, path, kind.good), {});
  const read = type.read(whole);
  if (isLeft(read)) expect.fail(`${pathText(read.left.path)}: ${read.left.reason}`);
  for (const { path, isOptional, kind } of named) {
    const without = type.read(put(whole, path));
    expect(isLeft(without), `without ${path}`).to.equal(!isOptional);
    for (const [value, says] of kind.wrong) {
      const wrong = type.read(put(whole, path, value));
      if (!isLeft(wrong)) expect.fail(`${path} was read from ${String(value)}`);
      expect(pathText(wrong.left.path)).to.equal(path);
      expect(wrong.left.reason).to.contain(says);
    }
  }
};

/** Rows that look a contract up first, whatever its id. */
const lookedUp =
  /GET .*-requests\/|(?:app-payment|subscription)-requests\/\S*\/accept|minting|development|allocation/;

describe("the rows of the wallet", () => {
  for (const { method, path, parameters, query, body } of walletRows) {
    const name = `${method} ${path}`;
    const { body: ofBody, query: ofQuery } = taken[name] ?? {};

    it(`${name} takes what it says, and names the field of anything else`, () => {
      const takes = [body !== nothing, query !== nothing];
      expect(takes, `body and query of ${name}, as "taken" has them`).to.deep.equal([
        ofBody !== undefined,
        ofQuery !== undefined,
      ]);
      if (ofBody !== undefined) expectFields(body, ofBody);
      if (ofQuery !== undefined) expectFields(query, ofQuery);
      const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, each = ""]) => each);
      const kindOf = (each: string): Kind => {
        if (/party/.test(each)) return party;
        if (each === "contract_id") return lookedUp.test(name) ? text : cid;
        return each === "id" && !path.includes("/dapp/") ? cid : text;
      };
      expectFields(parameters, Object.fromEntries(names.map((each) => [each, kindOf(each)])));
    });
  }

  it("are all there is a kind of values for", () => {
    const names = new Set(walletRows.map(({ method, path }) => `${method} ${path}`));
    expect(Object.keys(taken).filter((name) => !names.has(name))).to.deep.equal([]);
  });
});
