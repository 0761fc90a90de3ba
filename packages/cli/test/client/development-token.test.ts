import { developmentService, developmentUser } from "@tallystick/http";
import { expect } from "chai";
import { developmentLogin } from "../../src/client/development-token.js";

describe("A development token", () => {
  it("is what the development login of a node takes", () => {
    const { user, ...service } = developmentLogin;
    expect(developmentService).to.deep.equal({ kind: "unsafe", ...service });
    expect(user).to.equal(developmentUser);
  });
});
