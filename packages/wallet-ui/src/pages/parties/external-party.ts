import { isLeft } from "fp-ts/lib/Either.js";
import { base64Of } from "../../custody/base64.js";
import type { StoredKey } from "../../custody/key-store.js";
import {
  reviewTopology,
  signTopology,
  type TopologyReview,
  type TopologyReviewError,
} from "../../custody/topology-review.js";
import { ApiError } from "../../data/api-error.js";
import { type Api, answerOf } from "../../data/client.js";
import { partyParts } from "../../parties/party-id.js";
import { messages } from "./messages.js";

/** What makes a party of a key, read and not yet signed. */
export interface PartyDraft {
  readonly synchronizer: string;
  readonly transactions: ReadonlyArray<string>;
  readonly review: TopologyReview;
}

const refused = (cause: string): ApiError =>
  new ApiError(409, "", messages.signing.nothingSigned({ cause }), "", undefined);

const refusalOf = (error: TopologyReviewError): ApiError => {
  switch (error.kind) {
    case "unreadable":
      return refused(messages.signing.unreadable({ reason: error.reason }));
    case "other hash":
      return refused(messages.signing.otherHash({ found: error.found, computed: error.computed }));
    case "other key":
      return refused(messages.signing.otherKey({ found: error.found }));
  }
};

/** Asks the node for what makes the party, and reads it here. Throws what may not be signed. */
export const draftParty = async (
  api: Api,
  { party, fingerprint, publicKey }: StoredKey,
): Promise<PartyDraft> => {
  const { connectedSynchronizers = [] } = await answerOf(
    api.ledger.GET("/v2/state/connected-synchronizers"),
  );
  const synchronizer = connectedSynchronizers[0]?.synchronizerId ?? "";
  const answer = await answerOf(
    api.ledger.POST("/v2/parties/external/generate-topology", {
      body: {
        synchronizer,
        partyHint: partyParts(party).hint,
        publicKey: {
          format: "CRYPTO_KEY_FORMAT_RAW",
          keyData: base64Of(publicKey),
          keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519",
        },
      },
    }),
  );
  const review = reviewTopology(answer, fingerprint);
  if (isLeft(review)) throw refusalOf(review.left);
  // the words name the party too; this is so that no one has to compare them
  if (answer.partyId !== party || !review.right.description.lines.join("\n").includes(party))
    throw refused(messages.signing.otherParty({ partyId: answer.partyId, party }));
  return { synchronizer, transactions: answer.topologyTransactions, review: review.right };
};

/** Signs what was reviewed, and has the node make the party; the user may act for it then. */
export const makeParty = async (
  api: Api,
  user: string,
  key: StoredKey,
  { synchronizer, transactions, review }: PartyDraft,
): Promise<string> => {
  const signature = await signTopology(crypto.subtle, key, review);
  if (signature === undefined)
    throw refused(messages.signing.doubts({ doubts: review.description.doubts.join("; ") }));
  const { partyId } = await answerOf(
    api.ledger.POST("/v2/parties/external/allocate", {
      body: {
        synchronizer,
        onboardingTransactions: transactions.map((transaction) => ({ transaction })),
        multiHashSignatures: [signature],
        userId: user,
      },
    }),
  );
  return partyId;
};
