import { isUserIdString } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { cutPage, pageOf, type PageRules } from "../../src/endpoints/page.js";
import {
  type AdministrationServer,
  administrationServer,
} from "../fixtures/administration-server.js";
import { at, expectError } from "../fixtures/expected-reply.js";

const rules: PageRules = {
  maxSize: 3,
  beyond: "clip",
  boundTo: ["things", "here"],
  isId: isUserIdString,
};

/** The token after `id`. */
const tokenAfter = (id: string, of: PageRules = rules): string =>
  cutPage([id, "next"], { after: "", limit: 1 }, of, (each) => each).nextPageToken;

const userId = fc.stringMatching(/^[a-zA-Z0-9@^$.!`\-#+'~_|:()]{1,128}$/);

describe("A page", () => {
  it("begins after the id its token was made of", () => {
    fc.assert(
      fc.property(userId, (id) => {
        const page = pageOf({ pageToken: tokenAfter(id) }, rules);
        expect(page).to.deep.include({ right: { after: id, limit: 3 } });
        expect(tokenAfter(id)).to.match(/^[A-Za-z0-9_-]+$/);
      }),
    );
  });

  it("refuses every other text than a token made for the same request", () => {
    const other = { ...rules, boundTo: ["things", "there"] };
    const texts = fc.oneof(
      fc.string(),
      fc.base64String(),
      userId.map((id) => tokenAfter(id, other)),
      userId.map((id) => `${tokenAfter(id)}=`),
      userId.map((id) => ` ${tokenAfter(id)}`),
      userId.map((id) => tokenAfter(id).repeat(30)),
      fc.tuple(userId, fc.nat(20)).map(([id, n]) => tokenAfter(id).slice(0, n)),
    );
    fc.assert(
      fc.property(
        texts.filter((text) => text !== ""),
        (pageToken) => {
          expect(pageOf({ pageToken }, rules)).to.have.nested.property(
            "left.code",
            "INVALID_ARGUMENT",
          );
        },
      ),
    );
  });

  it("has the size asked for, within bounds", () => {
    const limit = (pageSize: number, of: PageRules) => {
      const page = pageOf({ pageSize }, of);
      return isLeft(page) ? page.left.code : page.right.limit;
    };
    expect([0, 1, 3, 4].map((size) => limit(size, rules))).to.deep.equal([3, 1, 3, 3]);
    const strict: PageRules = { ...rules, beyond: "refuse" };
    expect(limit(3, strict)).to.equal(3);
    for (const [size, of] of [
      [4, strict],
      [-1, strict],
      [-1, rules],
    ] as const)
      expect(limit(size, of)).to.equal("INVALID_ARGUMENT");
  });
});

describe("Paging", () => {
  const total = 2_500;
  let server: AdministrationServer;
  before(async () => {
    server = await administrationServer();
    const names = Array.from({ length: total }, (_, n) => `n${(n * 7919) % total}`);
    for (let from = 0; from < total; from += 250) {
      const some = names.slice(from, from + 250);
      await Promise.all(some.map((name) => server.user(`many-${name}`)));
      await Promise.all(some.map((name) => server.party(`many-${name}`)));
    }
  });
  after(() => server.close());

  const page = (path: string, query: string, token = "") =>
    server.call("GET", `${path}?${query}${token === "" ? "" : `&pageToken=${token}`}`);

  const walk = async (path: string, query: string, field: string, id: string) => {
    const ids: string[] = [];
    const sizes: number[] = [];
    let token = "";
    do {
      const { json, text } = await page(path, query, token);
      const items: ReadonlyArray<Readonly<Record<string, string>>> = Object(at(json, field));
      expect(items, text).to.be.an("array");
      ids.push(...items.map((item) => item[id] ?? ""));
      sizes.push(items.length);
      token = String(at(json, "nextPageToken"));
    } while (token !== "");
    return { ids, sizes };
  };

  const lists: ReadonlyArray<readonly [string, string, string, string]> = [
    ["/v2/users", "users", "id", ""],
    ["/v2/parties", "partyDetails", "party", "filter-party=many-&"],
  ];
  for (const [path, field, id, filter] of lists) {
    it(`through ${path} returns each element once, in order`, async () => {
      const few = await walk(path, `${filter}pageSize=700`, field, id);
      expect(few.sizes.slice(0, 3)).to.deep.equal([700, 700, 700]);
      const many = few.ids.filter((each) => each.startsWith("many-"));
      expect(new Set(many).size).to.equal(total);
      expect(many).to.have.length(total);
      const whole = await walk(path, filter, field, id);
      expect(whole.ids).to.deep.equal(few.ids);
      expect(few.ids).to.deep.equal([...few.ids].sort());
    });

    it(`through ${path} resumes where it was while others are added`, async () => {
      const first = await page(path, `${filter}pageSize=1200`);
      const token = String(at(first.json, "nextPageToken"));
      const { ids } = await walk(path, `${filter}pageSize=900`, field, id);
      if (field === "users") await server.user("many-0");
      else await server.party("many-0");
      const second = await page(path, `${filter}pageSize=1200`, token);
      const limit = field === "users" ? 1000 : 1200;
      const next = Object(at(second.json, field)).map((item: Record<string, string>) => item[id]);
      expect(next[0]).to.equal(ids[limit]);
      expect(next).to.have.length(limit);
    });
  }

  it("gives no more than a thousand users, and refuses more than ten thousand parties", async () => {
    const users = await page("/v2/users", "pageSize=100000");
    expect(at(users.json, "users")).to.have.length(1000);
    const parties = await page("/v2/parties", "pageSize=10001");
    expectError(parties, 400, "INVALID_ARGUMENT");
    expect(at(parties.json, "cause")).to.contain("Page size").and.to.contain("10000");
    expect((await page("/v2/parties", "pageSize=10000")).status).to.equal(200);
    for (const path of ["/v2/users", "/v2/parties"]) {
      expectError(await page(path, "pageSize=-1"), 400, "INVALID_ARGUMENT");
      for (const size of ["abc", "1.5", "", "9".repeat(30)]) {
        const reply = await page(path, `pageSize=${size}`);
        expect(reply.status).to.equal(400);
        expect(reply.text).to.equal("Invalid value for: query parameter pageSize");
      }
    }
  });

  it("takes a token for the very list it was given for only", async () => {
    const users = await page("/v2/users", "pageSize=1");
    const parties = await page("/v2/parties", "filter-party=many&pageSize=1");
    const ofUsers = String(at(users.json, "nextPageToken"));
    const ofParties = String(at(parties.json, "nextPageToken"));
    for (const [path, query, token] of [
      ["/v2/users", "", ofParties],
      ["/v2/users", "identity-provider-id=a", ofUsers],
      ["/v2/parties", "filter-party=many", ofUsers],
      ["/v2/parties", "", ofParties],
      ["/v2/parties", "filter-party=many&identity-provider-id=a", ofParties],
      ["/v2/users", "", "nonsense"],
      ["/v2/users", "", "x".repeat(2_000)],
    ] as const) {
      const reply = await page(path, query, token);
      expectError(reply, 400, "INVALID_ARGUMENT");
      expect(at(reply.json, "cause")).to.contain("Invalid page token");
    }
  });
});
