const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** One thing that was checked. */
export interface JunitCase {
  /** The kind of check. */
  readonly kind: string;
  readonly name: string;
  /** What is wrong, each with its place. */
  readonly failures: ReadonlyArray<{ readonly message: string; readonly place: string }>;
  /** Why it could not be checked. */
  readonly skipped?: string | undefined;
}

/** What was checked as JUnit XML; a case that failed is not shown as skipped. */
export const junitText = (suite: string, cases: ReadonlyArray<JunitCase>): string => {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escaped(suite)}" tests="${cases.length}" failures="${failed}">`,
    ...cases.map(caseLine),
    "</testsuite>",
  ].join("\n");
};

const caseLine = ({ kind, name, failures, skipped }: JunitCase): string => {
  const inner =
    failures.length === 0 && skipped !== undefined
      ? `<skipped message="${escaped(skipped)}"/>`
      : failures
          .map(
            ({ message, place }) =>
              `<failure message="${escaped(message)}">${escaped(place)}</failure>`,
          )
          .join("");
  return `  <testcase classname="${escaped(kind)}" name="${escaped(name)}">${inner}</testcase>`;
};
