import { Metadata, status } from "@grpc/grpc-js";
import { expect } from "chai";
import { createAccess, denialOf } from "../../src/server/access.js";
import { basic } from "../raw-client.js";

const metadata = (headers: Readonly<Record<string, string>> = {}): Metadata => {
  const result = new Metadata();
  for (const [name, value] of Object.entries(headers)) result.set(name, value);
  return result;
};

const USERS = [
  { name: "reader", password: "r:ü" },
  { name: "writer", password: "w" },
];

describe("Access", () => {
  it("is open to all when there are no users, whatever credentials they send", () => {
    const permissionOf = createAccess(undefined);
    for (const headers of [{}, basic("nobody", "x"), { authorization: "nonsense" }])
      expect(permissionOf(metadata(headers))).to.deep.equal({ mayRead: true });
  });

  it("is what the user has", () => {
    const permissionOf = createAccess({ users: USERS });
    const reader = permissionOf(metadata(basic("reader", "r:ü")));
    expect(reader).to.deep.equal({ mayRead: true, user: "reader" });
    const writer = permissionOf(metadata(basic("writer", "w")));
    expect(writer).to.deep.equal({ mayRead: true, user: "writer" });
    expect(permissionOf(metadata())).to.deep.equal({ mayRead: false });
  });

  for (const [name, headers] of [
    ["a wrong password", basic("writer", "r:ü")],
    ["a user that is none", basic("", "")],
    ["another scheme", { authorization: "Bearer x" }],
    ["no base64", { authorization: "Basic ä" }],
  ] as const) {
    it(`is denied to ${name}`, () => {
      const permission = createAccess({ users: USERS, anonymous: "read" })(
        metadata(headers.authorization === "Basic ä" ? { authorization: "Basic *" } : headers),
      );
      expect(permission).to.include({ code: status.UNAUTHENTICATED });
      expect(denialOf(permission, "nothing")).to.equal(permission);
    });
  }

  it("is denied only where it is needed", () => {
    const nothing = { mayRead: false };
    expect(denialOf(nothing, "nothing")).to.equal(undefined);
    expect(denialOf(nothing, "read")).to.include({ code: status.PERMISSION_DENIED });
    expect(denialOf({ mayRead: true }, "read")).to.equal(undefined);
  });
});
