import type { Ledger } from "@tallystick/node";
import { type OnboardingRequest, onboardExternalParty } from "@tallystick/signing";
import { isLeft } from "fp-ts/lib/Either.js";
import type { HttpConfig } from "../../endpoints/http-config.js";

/** With further ports for the participants of a LocalNet, all of them are this node. */
const playsAll = ({ alsoPorts }: Pick<HttpConfig, "alsoPorts">): boolean => alsoPorts.length > 0;

const bare = (participant: string): string => participant.replace(/^PAR::/, "");

/** The other participants of a request; this node on another of its ports does not count. */
export const otherParticipants = (
  uids: ReadonlyArray<string>,
  participantId: string,
  config: Pick<HttpConfig, "alsoPorts">,
): ReadonlyArray<string> =>
  playsAll(config) ? uids.filter((uid) => bare(uid) !== bare(participantId)) : uids;

/**
 * The party of a signed request, if it was allocated through another port with the same keys; else
 * undefined.
 */
export const madeElsewhere = (
  request: Omit<OnboardingRequest, "participant">,
  ledger: Pick<Ledger, "participantId" | "party">,
  config: Pick<HttpConfig, "alsoPorts">,
): string | undefined => {
  if (!playsAll(config)) return undefined;
  const made = onboardExternalParty({ ...request, participant: bare(ledger.participantId) });
  if (isLeft(made)) return undefined;
  const { partyId, keys } = made.right;
  const known = ledger.party(partyId)?.external?.keys.map(({ fingerprint }) => fingerprint);
  const wanted = keys.map(({ fingerprint }) => fingerprint);
  return known !== undefined && known.join() === wanted.join() ? partyId : undefined;
};
