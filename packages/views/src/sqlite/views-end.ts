import { type FileEnd, tableFileEnd } from "@tallystick/tables";
import { viewsKind } from "./views-kind.js";

/** The end of a file of the ledger's views, see `tableFileEnd`. */
export const viewsEnd = (file: string, journalId: string): FileEnd | undefined =>
  tableFileEnd(file, viewsKind, journalId);
