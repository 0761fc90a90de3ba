import { expect } from "chai";
import fc from "fast-check";
import { targetOf } from "../../src/answers/request-target.js";

describe("the target of a request", () => {
  const rows: ReadonlyArray<readonly [url: string, path: string, query: string]> = [
    ["/v2/version", "/v2/version", ""],
    ["/v2/users?pageSize=2", "/v2/users", "pageSize=2"],
    ["/v2/users?", "/v2/users", ""],
    ["/a?b?c", "/a", "b?c"],
    ["/", "/", ""],
    ["", "/", ""],
    ["?a=b", "/", "a=b"],
    // one published client adds a slash of its own
    ["//v2/updates", "/v2/updates", ""],
    ["/v2//updates///x", "/v2/updates/x", ""],
    ["/v2/updates?a=//b", "/v2/updates", "a=//b"],
    ["http://ledger.example/v2/version?x=1", "/v2/version", "x=1"],
    ["HTTPS://ledger.example:7575/v2/version", "/v2/version", ""],
    ["http://ledger.example", "/", ""],
    ["http://ledger.example?x=1", "/", "x=1"],
    ["http://user@ledger.example//v2/version", "/v2/version", ""],
    ["/http://other/path", "/http:/other/path", ""],
    ["*", "*", ""],
    // characters that need no encoding mean the same with it (RFC 3986, 2.3)
    ["/v2/%75sers", "/v2/users", ""],
    ["/%76%32/version%2E", "/v2/version.", ""],
    ["/v2/state/ledger%2Dend%5F%7e", "/v2/state/ledger-end_~", ""],
    // the others stay: a slash within a segment is none between two
    ["/v2%2Fusers", "/v2%2Fusers", ""],
    ["/v2/users/a%20b%3F%25%2f", "/v2/users/a%20b%3F%25%2f", ""],
    ["/v2/users/%", "/v2/users/%", ""],
    ["/v2/users/%2575", "/v2/users/%2575", ""],
    ["/v2/users?a=%75", "/v2/users", "a=%75"],
  ];
  for (const [url, path, query] of rows) {
    it(`${JSON.stringify(url)} is the path ${path}${query === "" ? "" : ` and the query ${query}`}`, () => {
      expect(targetOf(url)).to.deep.equal({ path, query });
    });
  }

  it("is the same behind the authority of a proxy's request", () => {
    const segments = fc.array(fc.stringMatching(/^(?:[a-z0-9-]|%2F|%25){1,6}$/), { maxLength: 5 });
    fc.assert(
      fc.property(segments, fc.stringMatching(/^[a-z=&/?]{0,10}$/), (parts, query) => {
        const url = `/${parts.join("/")}?${query}`;
        expect(targetOf(`http://node.example:1${url}`)).to.deep.equal(targetOf(url));
        expect(targetOf(url)).to.deep.equal({ path: `/${parts.join("/")}`, query });
      }),
    );
  });
});
