import type { Endpoint } from "../endpoints/endpoint.js";
import { auditProof } from "./audit-proof.js";
import { auditCheckpoint, auditKey, auditTileRows } from "./audit-published.js";
import { auditStatus } from "./audit-status.js";

/** The endpoints of a node that keeps the log of its journal. */
export const auditRows: ReadonlyArray<Endpoint> = [
  auditStatus,
  auditProof,
  auditCheckpoint,
  auditKey,
  ...auditTileRows,
];
