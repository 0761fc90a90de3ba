import type { Ledger } from "@tallystick/node";

/** The name of a ledger's participant: its id without the fingerprint of its namespace. */
export const participantNameOf = ({ participantId }: Pick<Ledger, "participantId">): string =>
  participantId.split("::", 1)[0] ?? participantId;
