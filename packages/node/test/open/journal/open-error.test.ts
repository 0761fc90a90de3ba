import { expect } from "chai";
import { ledgerError } from "@tallystick/core";
import { initializeOpenError } from "../../../src/open/journal/open-error.js";

describe("The error of a journal that was not begun", () => {
  for (const [code, kind] of [
    ["KNOWN_PACKAGE_VERSION", "packages"],
    ["INVALID_ARGUMENT", "journal"],
    ["REQUEST_TIME_OUT", "store"],
    ["SERVICE_NOT_RUNNING", "store"],
  ] as const) {
    it(`is one of the ${kind} for ${code}`, () => {
      const error = initializeOpenError(ledgerError(code, "the disk is full."));
      expect(error.kind).to.equal(kind);
      expect(error.message).to.contain("the disk is full.");
    });
  }
});
