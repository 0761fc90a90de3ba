// Our rules on the syntax of a single file, run by oxlint as a plugin with ESLint's rule interface.
import { casts } from "./rule-casts.js";
import { clock } from "./rule-clock.js";
import { documentedExports } from "./rule-documented-exports.js";
import { eitherError, eitherForm } from "./rule-either-form.js";
import { functionLength } from "./rule-function-length.js";
import { literalTexts } from "./rule-literal-texts.js";
import { pageReadings } from "./rule-page-readings.js";
import { polls } from "./rule-polls.js";
import { switchedOffTests } from "./rule-switched-off-tests.js";
import { testTimeouts } from "./rule-test-timeouts.js";

export default {
  meta: { name: "tallystick" },
  rules: {
    casts,
    clock,
    "documented-exports": documentedExports,
    "either-error": eitherError,
    "either-form": eitherForm,
    "function-length": functionLength,
    "literal-texts": literalTexts,
    "page-readings": pageReadings,
    polls,
    "switched-off-tests": switchedOffTests,
    "test-timeouts": testTimeouts,
  },
};
