import type { Row } from "./row.js";

const signedRow = (inFlight: number, limits: Pick<Row, "atLeast" | "aim">): Row => ({
  id: `signed-${inFlight}`,
  title: `Prepared, signed and executed in process, ${inFlight} in flight, against submit-and-wait`,
  unit: "commands/s",
  inFlight,
  subject: { contender: "ledger-signed", label: "prepare, sign, execute" },
  ceiling: { contender: "ledger-submit", label: "ledger, Pings" },
  better: "higher",
  ...limits,
});

/** The rows about commands that external parties sign. */
export const signedRows: ReadonlyArray<Row> = [signedRow(1, { atLeast: 0.4 }), signedRow(32, {})];
