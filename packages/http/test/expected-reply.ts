import { JsLedgerError, type WireReadable } from "@tallystick/wire";
import { expect } from "chai";
import { endpoints } from "../src/index.js";
import type { Reply } from "./running-server.js";

/** What lies under a path in a JSON value. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => Object(inner)[key], value);

const codecOf = (method: string, path: string): WireReadable<unknown> => {
  const found = endpoints.find((each) => each.method === method && each.path === path);
  if (found?.response.kind !== "json") throw new Error(`no JSON endpoint ${method} ${path}`);
  return found.response.codec;
};

/** A 200 whose body decodes by the codec of its endpoint. */
export const expectContract = (
  method: string,
  path: string,
  { status, json, text }: Reply,
): void => {
  expect(status, text).to.equal(200);
  const decoded = codecOf(method, path).read(json);
  if (decoded._tag === "Left") {
    expect.fail(`${decoded.left.path.join(".")}: ${decoded.left.reason}`);
  }
};

/** A refusal with all the ten keys of the error object. */
export const expectError = (reply: Reply, status: number, code: string): void => {
  expect(reply.status, reply.text).to.equal(status);
  expect(JsLedgerError.is(reply.json), reply.text).to.equal(true);
  expect(Object.keys(Object(reply.json))).to.have.length(10);
  expect(reply.json).to.have.property("code", code);
  expect(reply.json)
    .to.have.property("traceId")
    .that.matches(/^[0-9a-f]{32}$/);
};
