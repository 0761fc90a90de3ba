import type { Endpoint } from "../../endpoints/endpoint.js";
import { interactiveExecuteAndWaitForTransaction } from "./execute-and-wait-for-transaction.js";
import { interactiveExecuteAndWait } from "./execute-and-wait.js";
import { interactiveExecute } from "./execute.js";
import { interactivePrepare } from "./prepare.js";

/** The endpoints of transactions that are signed outside of the node (ledger-api 2.14). */
export const interactiveRows: ReadonlyArray<Endpoint> = [
  interactivePrepare,
  interactiveExecute,
  interactiveExecuteAndWait,
  interactiveExecuteAndWaitForTransaction,
];
