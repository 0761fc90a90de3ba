import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  decodeErrors,
  settingsList,
  settingsMap,
  settingsObject,
} from "../../src/types/settings-object.js";
import { oneOf, wholeNumber } from "../../src/types/setting-values.js";
import { wireString } from "../../src/types/wire-type.js";
import { defaulted, optional, required } from "../../src/types/wire-field.js";
import type { WireReadable } from "../../src/types/schema-type.js";

const Login = settingsObject("Login", {
  url: required(wireString),
  tries: defaulted(wholeNumber(1), 3),
});
const Server = settingsObject(
  "Server",
  {
    port: optional(wholeNumber(0)),
    logins: optional(settingsList(Login)),
    limits: optional(settingsMap("kinds", oneOf("reads", "writes"), wholeNumber(1))),
  },
  (key) => key.replaceAll("-", "").toLowerCase(),
);

const errorsOf = (type: WireReadable<unknown>, u: unknown): ReadonlyArray<string> => {
  const read = type.read(u);
  return isLeft(read) ? decodeErrors(read.left) : [];
};

describe("An object of settings", () => {
  it("is read with what is missing filled in, in every spelling of its keys", () => {
    const read = Server.read({ Port: 1, logins: [{ url: "u" }], limits: { reads: 2 } });
    expect(read)
      .to.have.property("right")
      .that.deep.equals({
        port: 1,
        logins: [{ url: "u", tries: 3 }],
        limits: new Map([["reads", 2]]),
      });
  });

  it("says everything that is wrong with it, each with its whole path", () => {
    const u = {
      prot: 1,
      port: -1,
      logins: [{ url: "u", tries: 0 }, { uri: "u" }, 5],
      limits: { read: 1, writes: 0 },
    };
    expect(errorsOf(Server, u)).to.deep.equal([
      "prot: unknown setting; did you mean port?",
      "port: expected a whole number of at least 0, found the number -1",
      "logins.0.tries: expected a whole number of at least 1, found the number 0",
      "logins.1.uri: unknown setting; did you mean url?",
      "logins.1.url: missing, expected a string",
      "logins.2: expected an object (Login), found the number 5",
      'limits.read: expected one of reads, writes, found "read"',
      "limits.writes: expected a whole number of at least 1, found the number 0",
    ]);
  });

  it("may have each key in one spelling only, and lists what it knows where nothing is like it", () => {
    expect(errorsOf(Server, { port: 1, "po-rt": 2, zzzzzzzzzz: 3 })).to.deep.equal([
      "po-rt: given in two spellings",
      "zzzzzzzzzz: unknown setting; known here: port, logins, limits",
    ]);
    expect(errorsOf(Server, [])).to.deep.equal(["expected an object (Server), found an array"]);
    expect(errorsOf(Server, { logins: {}, limits: [] })).to.deep.equal([
      "logins: expected a list, found an object",
      "limits: expected an object with kinds as keys, found an array",
    ]);
  });
});
