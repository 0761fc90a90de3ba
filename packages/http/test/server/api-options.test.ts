import { type Ledger, LedgerFailure } from "@tallystick/node";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { openLedger } from "@tallystick/node";
import { createHttpServer, type HttpServerParts, ledgerApi } from "../../src/index.js";

const logger = pino({ level: "silent" });

const textOf = (call: () => unknown): string => {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof LedgerFailure) return thrown.message;
    throw thrown;
  }
  return "taken";
};

// callers in JavaScript give anything
const mount = ledgerApi as (ledger: unknown, options?: unknown) => unknown;

describe("What an interface is made of", () => {
  let ledger: Ledger;
  before(async () => {
    const opened = await openLedger({});
    if (isLeft(opened)) throw new Error(opened.left.message);
    ledger = opened.right;
  });
  after(() => ledger.close());

  const rows: ReadonlyArray<readonly [unknown, string]> = [
    [5, "options: expected an object (LedgerApiOptions), found the number 5"],
    [{ confg: {} }, "options.confg: unknown setting; did you mean config?"],
    [{ logger: "warn" }, 'options.logger: expected an object (Logger), found "warn"'],
    [{ config: { prt: 1 } }, "options.config.prt: unknown setting; did you mean port?"],
    [{ config: { port: "7575" } }, "options.config.port: expected a whole number from 0 to 65535"],
    [{ config: { auth: "off" } }, "options.config.auth: expected an object (AuthConfig)"],
    [{ config: { rateLimits: { requests: 5 } } }, "options.config.rateLimits.requests: expected"],
    [{ config: { corsOrigins: "*" } }, "options.config.corsOrigins: expected"],
    [{ config: { now: 5 } }, "options.config.now: expected a function, found the number 5"],
    [{ wallet: {} }, "options.wallet.submit: missing, expected a function"],
    [{ endpoints: [{}] }, "options.endpoints.0.method: missing, expected a string"],
  ];
  for (const [options, says] of rows) {
    it(`is named where it is wrong: ${says}`, () => {
      expect(textOf(() => mount(ledger, options))).to.include(says);
    });
  }

  it("must have a ledger, and a server a log", async () => {
    expect(textOf(() => mount({}))).to.include("ledger.submitAndWait: missing");
    const made = await createHttpServer({ ledger } as HttpServerParts);
    expect(isLeft(made) && made.left.message).to.include("logger: missing");
  });

  it("is a Left, or is served, whatever it is", async () => {
    const some = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true });
    const config = fc.record({ port: some, auth: some, tls: some, jwks: some, now: some });
    const parts = fc.record(
      { config: fc.oneof(some, config), wallet: some, observer: some, endpoints: some },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(parts, async (given) => {
        textOf(() => mount(ledger, given));
        const made = await createHttpServer({ ledger, logger, ...given } as HttpServerParts);
        if (isLeft(made)) expect(made.left.message).to.be.a("string").that.is.not.empty;
        else await made.right.close();
      }),
      { numRuns: 200 },
    );
    expect(ledger.ready()).to.equal(true);
  });
});
