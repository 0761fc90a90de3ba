import { type FileEnd, tableFileEnd } from "@tallystick/tables";
import { viewsKind } from "./views-kind.js";

/** How far a file of the ledger's views is folded, see `tableFileEnd`. */
export const viewsEnd = (file: string, journalId: string): FileEnd | undefined =>
  tableFileEnd(file, viewsKind, journalId);
