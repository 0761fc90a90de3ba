// The process that runs the tests; test-everything.js starts it, says what to run, and gets the
// tally back.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import Mocha from "mocha";
import { PackageReporter } from "./package-reporter.js";
import { isShort, testSeed } from "./test-sizes.js";
import { processorSeconds } from "./time-table.js";

/**
 * Runs the test files in one Mocha. A test that is switched off (`skip`, or `only` elsewhere)
 * fails, and so does a test file with no test in it.
 *
 * @param {string[]} files
 * @param {string[]} skippedFiles whose tests are only counted
 * @param {string | undefined} grep
 */
async function run(files, skippedFiles, grep) {
  const begunMs = performance.now();
  fc.configureGlobal({ seed: testSeed() });
  const skipped = (await loaded(skippedFiles, grep)).suite.total();
  const mocha = await loaded(files, grep);
  const emptyFiles =
    grep === undefined ? files.filter((file) => !hasTest(mocha.suite, resolve(file))) : [];
  const stopAlone = () => {
    console.error(PackageReporter.latestErrors());
    console.error("Whoever started the tests has ended before them.");
    process.exit(1);
  };
  process.once("disconnect", stopAlone);
  mocha.run(() => {
    process.off("disconnect", stopAlone);
    for (const file of emptyFiles) console.log(`${file} has no test`);
    const { passes = 0, failures: failed = 0 } = PackageReporter.latestStats ?? {};
    const failures = PackageReporter.latestErrors();
    const open = process
      .getActiveResourcesInfo()
      .filter((name) => name !== "PipeWrap" && name !== "TTYWrap");
    process.send?.(
      {
        passed: passes,
        failed: failed + emptyFiles.length + PackageReporter.latestSwitchedOff,
        skipped: skipped + PackageReporter.latestSkipped.length,
        missing: PackageReporter.latestSkipped.flat(),
        failures,
        failedFiles: [...PackageReporter.latestFiles.values()].filter((each) => each.failed > 0),
        open,
        time: {
          seconds: (performance.now() - begunMs) / 1_000,
          processorSeconds: processorSeconds(),
          files: PackageReporter.latestTimes,
        },
      },
      () => process.disconnect(),
    );
  });
}

/** @param {string[]} files @param {string | undefined} grep @returns {Promise<Mocha>} */
async function loaded(files, grep) {
  const { timeout } = JSON.parse(readFileSync(".mocharc.json", "utf8"));
  const mocha = new Mocha({
    // what hangs is named in the short form; the long ones take as long as they take
    timeout: isShort() ? timeout : 0,
    forbidOnly: true,
    reporter: PackageReporter,
    ...(grep === undefined ? {} : { grep }),
  });
  for (const file of files) mocha.addFile(resolve(file));
  await mocha.loadFilesAsync();
  return mocha;
}

/** @param {Mocha.Suite} suite @param {string} file @returns {boolean} */
function hasTest(suite, file) {
  return (
    suite.tests.some((test) => test.file === file) ||
    suite.suites.some((inner) => hasTest(inner, file))
  );
}

/** @typedef {{ files: string[], skippedFiles: string[], grep?: string }} Order */
process.once("message", (/** @type {Order} */ { files, skippedFiles, grep }) => {
  run(files, skippedFiles, grep).catch((error) => {
    // A test file that cannot even be loaded: say which and why, and end without a tally, which
    // counts as a failure.
    console.error(error);
    process.exit(1);
  });
});
