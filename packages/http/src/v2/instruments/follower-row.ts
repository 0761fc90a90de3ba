import { invalidArgument } from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import {
  defaulted,
  required,
  wireBoolean,
  wireEmptyNamed,
  wireObject,
  wireOffset,
  wireString,
} from "@tallystick/wire";
import { left, right } from "fp-ts/lib/Either.js";
import { endpoint } from "../../endpoints/endpoint.js";
import { forgottenSeconds, maxFollowers } from "../../metrics/followers.js";

const nameForm = /^[a-z0-9-]{1,40}$/;

/** `POST /v2/followers`: ours. */
export const followerReport = endpoint({
  method: "POST",
  path: "/v2/followers",
  summary: "Say where a program is that follows the ledger, for the console",
  description:
    `The console and \`/metrics\` show how far it is behind until it says \`ended\`, or nothing for ${forgottenSeconds} seconds. ` +
    `\`offset\` is the last that it has; \`name\` is 1 to 40 lower-case letters, digits and hyphens. At most ${maxFollowers} are shown; nothing is written.`,
  body: wireObject("FollowerReport", {
    name: required(wireString),
    offset: required(wireOffset),
    ended: defaulted(wireBoolean, false),
  }),
  response: wireEmptyNamed("FollowerReportResponse"),
  errors: ["INVALID_ARGUMENT"],
  validate: ({ body }) => {
    if (!nameForm.test(body.name)) {
      return left(
        invalidArgument("expected 1 to 40 lower-case letters, digits and hyphens", "name"),
      );
    }
    return body.offset < 0 ? left(invalidArgument("expected 0 or more", "offset")) : right(body);
  },
  rights: () => [{ kind: "participant-admin-or-any-reader" }],
  handle: ({ valid }, { followers }) => {
    orThrow(followers.report(valid));
    return {};
  },
});
