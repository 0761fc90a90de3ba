// Our rules on the syntax of a single file, run by oxlint as a plugin with ESLint's rule interface.
import { casts } from "./rule-casts.js";
import { clock } from "./rule-clock.js";
import { documentedExports } from "./rule-documented-exports.js";
import { eitherTags } from "./rule-either-tags.js";
import { functionLength } from "./rule-function-length.js";
import { switchedOffTests } from "./rule-switched-off-tests.js";

export default {
  meta: { name: "tallystick" },
  rules: {
    casts,
    clock,
    "documented-exports": documentedExports,
    "either-tags": eitherTags,
    "function-length": functionLength,
    "switched-off-tests": switchedOffTests,
  },
};
