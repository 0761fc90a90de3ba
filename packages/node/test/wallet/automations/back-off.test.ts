import { expect } from "chai";
import fc from "fast-check";
import {
  CommandBackOff,
  isOvertaken,
  isPassing,
} from "../../../src/wallet/automations/back-off.js";

describe("the back-off of what failed", () => {
  const kinds = [
    { code: "CONTRACT_NOT_FOUND", first: 500, most: 30_000 },
    { code: "DAML_AUTHORIZATION_ERROR", first: 30_000, most: 3_600_000 },
  ] as const;

  for (const { code, first, most } of kinds) {
    it(`waits ${first} ms after a first ${code}, twice as long after each further one, at most ${most}`, () => {
      const backOff = new CommandBackOff();
      let delay: number = first;
      for (let times = 0; times < 12; times++) {
        backOff.failed("c", code, 1_000);
        expect(backOff.isWaiting("c", 1_000 + delay - 1)).to.equal(true);
        expect(backOff.isWaiting("c", 1_000 + delay)).to.equal(false);
        delay = Math.min(most, delay * 2);
      }
    });
  }

  it("is over with a success, and then as short as at first", () => {
    const backOff = new CommandBackOff();
    for (let times = 0; times < 3; times++) backOff.failed("c", "CONTRACT_NOT_FOUND", 0);
    backOff.succeeded("c");
    expect(backOff.isWaiting("c", 0)).to.equal(false);
    backOff.failed("c", "CONTRACT_NOT_FOUND", 0);
    expect(backOff.isWaiting("c", 500)).to.equal(false);
  });

  it("is over at once when what passes is to be tried again, so many times at most", () => {
    const backOff = new CommandBackOff();
    expect(backOff.tryAgain(2)).to.equal(false);
    backOff.failed("lasts", "DAML_AUTHORIZATION_ERROR", 0);
    for (let times = 1; times <= 3; times++) {
      backOff.failed("passes", "CONTRACT_NOT_FOUND", 0);
      expect(backOff.isWaiting("passes", 0)).to.equal(true);
      expect(backOff.tryAgain(2)).to.equal(times <= 2);
      expect(backOff.isWaiting("passes", 0)).to.equal(times > 2);
      expect(backOff.isWaiting("lasts", 0)).to.equal(true);
    }
  });

  it("is each command's own, and says when the next one's is over", () => {
    const backOff = new CommandBackOff();
    expect(backOff.next()).to.equal(undefined);
    backOff.failed("late", "DAML_AUTHORIZATION_ERROR", 100);
    backOff.failed("soon", "CONTRACT_NOT_FOUND", 200);
    expect(backOff.isWaiting("other", 300)).to.equal(false);
    expect(backOff.next()).to.equal(700);
    backOff.succeeded("soon");
    expect(backOff.next()).to.equal(30_100);
  });

  it("never waits longer than an hour, whatever failed in whatever order", () => {
    const codes = fc.constantFrom(
      "CONTRACT_NOT_FOUND" as const,
      "DAML_AUTHORIZATION_ERROR" as const,
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(codes, fc.nat(100_000)), { minLength: 1 }), (errors) => {
        const backOff = new CommandBackOff();
        let now = 0;
        for (const [code, passed] of errors) {
          now += passed;
          backOff.failed("c", code, now);
        }
        expect(backOff.isWaiting("c", now)).to.equal(true);
        expect(backOff.isWaiting("c", now + 3_600_000)).to.equal(false);
      }),
    );
  });
});

describe("what kind of error it is", () => {
  const rows = [
    { code: "CONTRACT_NOT_FOUND", passing: true, overtaken: true },
    { code: "CONTRACT_NOT_ACTIVE", passing: true, overtaken: true },
    { code: "SUBMISSION_ALREADY_IN_FLIGHT", passing: true, overtaken: true },
    { code: "DUPLICATE_COMMAND", passing: false, overtaken: true },
    { code: "DAML_AUTHORIZATION_ERROR", passing: false, overtaken: false },
  ] as const;
  for (const { code, passing, overtaken } of rows) {
    it(`${code}: ${passing ? "passes" : "lasts"}, ${overtaken ? "somebody was faster" : "our own"}`, () => {
      expect([isPassing(code), isOvertaken(code)]).to.deep.equal([passing, overtaken]);
    });
  }
});
