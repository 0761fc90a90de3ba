import {
  oneOf,
  optional,
  required,
  wireArray,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { anyCaller, endpoint } from "../endpoints/endpoint.js";
import { logOf } from "./log-of.js";

const AuditFinding = wireObject("AuditFinding", {
  where: required(wireString),
  offset: optional(wireInt64),
  message: required(wireString),
});

const AuditStatusResponse = wireObject("AuditStatusResponse", {
  state: required(oneOf("opening", "signing", "waiting", "refused")),
  reason: optional(wireString),
  ledgerEnd: required(wireInt64),
  verifiedUpTo: required(wireInt64),
  signedUpTo: required(wireInt64),
  origin: optional(wireString),
  checkpoint: optional(wireString),
  verifierKey: optional(wireString),
  damage: required(wireArray(AuditFinding)),
});

const maxShown = 100;

/** Origin and size of a checkpoint: the first two lines of its note. */
const headOf = (note: string | undefined): { origin?: string; size: number } => {
  if (note === undefined) return { size: 0 };
  const [origin = "", size = "0"] = note.split("\n", 2);
  return { origin, size: Number(size) };
};

/** `GET /audit/status`: how far the journal was verified and signed. */
export const auditStatus = endpoint({
  method: "GET",
  path: "/audit/status",
  summary: "Get the status of the log",
  description:
    "`verifiedUpTo` is the offset up to which the log contains the journal; the hash of each event was verified when it was added. `signedUpTo` is the offset of the last checkpoint. `state` is `refused`, with the reason, if the journal contradicts an earlier checkpoint. `damage` lists what the background check found.",
  response: AuditStatusResponse,
  rights: anyCaller,
  handle: (_request, services) => {
    const { state, reason, verifiedUpTo, note, verifierKey } = logOf(services).status();
    const { origin, size } = headOf(note);
    return {
      state,
      ...(reason === undefined ? {} : { reason }),
      ledgerEnd: services.ledger.ledgerEnd(),
      verifiedUpTo,
      signedUpTo: size,
      ...(origin === undefined ? {} : { origin }),
      ...(note === undefined ? {} : { checkpoint: note }),
      ...(verifierKey === undefined ? {} : { verifierKey }),
      damage: services.ledger.findings().slice(0, maxShown),
    };
  },
});
