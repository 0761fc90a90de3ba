import { assert } from "chai";
import fc from "fast-check";
import { isLeft, isRight, right } from "fp-ts/lib/Either.js";
import {
  type PaymentRequest,
  linkErrorText,
  paymentLink,
  readPaymentLink,
} from "../../src/links/payment-link.js";
import { numeric } from "../money/arbitrary-numeric.js";

const origin = "https://wallet.example";
const network = "global-domain::1220ab";
const now = Date.UTC(2026, 0, 31, 12);
const request: PaymentRequest = {
  receiver: "alice::1220ab",
  amount: numeric(125_000_000_000n),
  memo: "Rent & more = 5 #1",
  expiresAt: now + 1000,
  network,
};

const linkOf = (asked: PaymentRequest): string => {
  const link = paymentLink(origin, asked);
  if (isLeft(link)) throw new Error(linkErrorText(link.left));
  return link.right;
};

const link = linkOf(request);

const errorOf = (text: string, at = now, on = network): string => {
  const read = readPaymentLink(text, at, on);
  return isLeft(read) ? read.left.kind : "read";
};

describe("a payment link", () => {
  it("is readable text of its fields", () => {
    assert.strictEqual(
      link.replace(/check=.*/, ""),
      "https://wallet.example/wallet/pay?to=alice%3A%3A1220ab&amount=12.5&memo=Rent%20%26%20more%20%3D%205%20%231&until=2026-01-31T12%3A00%3A01.000Z&network=global-domain%3A%3A1220ab&",
    );
  });

  it("gives back any request", () => {
    const requests = fc.record(
      {
        receiver: fc.constant("bob::1220ab"),
        network: fc.constant(network),
        amount: fc.bigInt({ min: 1n, max: 10n ** 38n - 1n }).map(numeric),
        memo: fc
          .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
          .filter((text) => !/\p{Cs}/u.test(text)),
        expiresAt: fc.integer({ min: now + 1, max: now * 2 }),
      },
      { requiredKeys: ["receiver", "network"] },
    );
    fc.assert(
      fc.property(requests, (asked) => {
        const read = readPaymentLink(linkOf(asked), now, network);
        assert.deepEqual(read, right(asked));
      }),
    );
  });

  it("is refused after any change of one character", () => {
    const start = link.indexOf("?") + 1;
    for (let at = start; at < link.length; at++) {
      const other = link[at] === "1" ? "2" : "1";
      const changed = `${link.slice(0, at)}${other}${link.slice(at + 1)}`;
      const read = readPaymentLink(changed, now, network);
      // a percent code may have a second spelling of the same character
      if (isRight(read)) assert.deepEqual(read.right, request);
    }
    assert.strictEqual(errorOf(link.replace("amount=12.5", "amount=13.5")), "changed");
    assert.strictEqual(errorOf(link.replace("alice", "mallory")), "changed");
    assert.strictEqual(errorOf(link.replace(/&memo=[^&]*/, "")), "changed");
    assert.strictEqual(errorOf(link.replace(/&until=[^&]*/, "")), "changed");
  });

  it("is refused when it is expired or of another network", () => {
    assert.strictEqual(errorOf(link, now + 999), "read");
    assert.strictEqual(errorOf(link, now + 1000), "expired");
    assert.strictEqual(errorOf(link, now, "other"), "other network");
  });

  it("is refused when it is anything else", () => {
    const rows: ReadonlyArray<readonly [text: string, kind: string]> = [
      ["", "no link"],
      ["alice::1220ab", "no link"],
      ["javascript:alert(1)", "no link"],
      ["https://wallet.example/other?to=a", "no link"],
      [`${link}#x`, "no link"],
      [`${link}&redirect=x`, "field"],
      [`${link}&to=x`, "field"],
      [link.replace("12.5", "12.50"), "field"],
      [link.replace("12.5", "-1"), "field"],
      [link.replace("12.5", "0"), "field"],
      [link.replace("12.5", "1e5"), "field"],
      [link.replace("alice", "").replace("%3A%3A", ""), "field"],
      [link.replace("2026-01-31T", "2026-02-31T"), "field"],
      [`${link}${"x".repeat(3_000)}`, "too long"],
    ];
    for (const [text, kind] of rows) assert.strictEqual(errorOf(text), kind, text.slice(0, 200));
  });

  it("is not made of what could not be read", () => {
    const kinds = [
      { ...request, receiver: "alice" },
      { ...request, amount: numeric(0n) },
      { ...request, memo: "" },
      { ...request, memo: "x".repeat(280) },
      { ...request, expiresAt: Number.NaN },
      { ...request, network: "" },
      { ...request, memo: "👩".repeat(279) },
    ].map((each) => {
      const made = paymentLink(origin, each);
      return isLeft(made) ? made.left.kind : "made";
    });
    assert.deepEqual(kinds, ["field", "field", "field", "field", "field", "field", "too long"]);
  });

  it("has words for each error", () => {
    const words = (text: string, at = now, on = network): string => {
      const read = readPaymentLink(text, at, on);
      return isLeft(read) ? linkErrorText(read.left) : "";
    };
    assert.include(words(link, now + 5000), "expired at 2026-01-31T12:00:01.000Z");
    assert.include(words(link, now, "main"), "this wallet is on main");
    assert.include(words(link.replace("12.5", "0")), 'amount is "0"');
    assert.include(words(link.replace("12.5", "13")), "changed after it was made");
    assert.include(words("x"), "no payment link");
  });
});
