import { descriptionLines } from "@tallystick/signing/browser";
import { isLeft } from "fp-ts/lib/Either.js";
import { useEffect, useState } from "react";
import { indexedDbKeyStore, type StoredKey } from "../../custody/key-store.js";
import {
  type PreparedReview,
  reviewErrorText,
  reviewPrepared,
} from "../../custody/prepared-review.js";
import { mismatchOf } from "../../custody/wanted.js";
import { ApiError } from "../../data/api-error.js";
import { type Api, answerOf } from "../../data/client.js";
import { ledgerNowMs } from "../../data/server-clock.js";
import type {
  PreparedCommand,
  SigningQuestion,
  SigningRequest,
} from "../../data/signing-requests.js";
import { useWallet } from "../../data/wallet-context.js";
import { messages } from "./messages.js";

/** How long a prepared transaction is signed as it is; then it is prepared again. Milliseconds. */
const freshMs = 30_000;

/** A transaction that was read, with the key that can sign it. */
export interface Reviewed {
  readonly prepared: PreparedCommand;
  readonly preparedAt: number;
  readonly review: PreparedReview;
  readonly key: StoredKey;
  readonly lines: ReadonlyArray<string>;
  /** Changes when the doubts change: then they are to be accepted again. */
  readonly doubtsText: string;
}

/** How far the reading of one is. */
export type ReviewState =
  | { readonly kind: "reading" }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "ready"; readonly reviewed: Reviewed; readonly isChanged: boolean };

const noKey = messages.outcome.noKey;

/** Reads it here. Throws with why it may not be signed. */
const read = async (
  api: Api,
  network: string,
  { party, request }: SigningRequest,
  prepared: PreparedCommand,
): Promise<Reviewed> => {
  const preparedAt = Date.now();
  const keys = await indexedDbKeyStore(indexedDB).all(network);
  const key = keys.find((each) => each.party === party);
  if (key === undefined) throw new Error(noKey);
  const { connectedSynchronizers: [synchronizer] = [] } = await answerOf(
    api.ledger.GET("/v2/state/connected-synchronizers"),
  );
  const answer = {
    preparedTransaction: prepared.prepared_transaction,
    preparedTransactionHash: prepared.prepared_transaction_hash,
    // border: another scheme is one that nothing is computed by
    hashingSchemeVersion: prepared.hashing_scheme_version as "HASHING_SCHEME_VERSION_V2",
  };
  const reviewer = { party, network: synchronizer?.synchronizerId ?? "", now: ledgerNowMs() };
  const review = reviewPrepared(answer, reviewer);
  if (isLeft(review)) throw new Error(reviewErrorText(review.left));
  const { description } = review.right;
  const why = mismatchOf(description, request, party);
  if (why !== undefined) throw new Error(reviewErrorText({ kind: "other request", why }));
  return {
    prepared,
    preparedAt,
    review: review.right,
    key,
    lines: descriptionLines(description),
    doubtsText: description.doubts.join("\n"),
  };
};

/** What a person has read of it: the same words are the same transaction to them. */
const wordsOf = ({ review: { description } }: Reviewed): string =>
  JSON.stringify([
    description.sentences,
    description.movements,
    description.locked,
    description.doubts,
  ]);

const textOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

type Reviews = ReadonlyMap<SigningRequest, ReviewState>;

const reading: ReviewState = { kind: "reading" };

/** Reads all that is to be signed, and prepares it again when it has become old. */
export const useSigningReviews = ({ requests }: SigningQuestion) => {
  const { api, network } = useWallet();
  const [reviews, setReviews] = useState<Reviews>(new Map());
  const note = (request: SigningRequest, state: ReviewState): void =>
    setReviews((all) => new Map([...all, [request, state]]));
  useEffect(() => {
    let isOver = false;
    setReviews(new Map());
    const readAll = async (): Promise<void> => {
      for (const request of requests) {
        if (isOver) return;
        const state = await read(api, network, request, request.prepared).then(
          (reviewed): ReviewState => ({ kind: "ready", reviewed, isChanged: false }),
          (thrown: unknown): ReviewState => ({ kind: "refused", why: textOf(thrown) }),
        );
        if (!isOver) note(request, state);
      }
    };
    void readAll();
    return () => {
      isOver = true;
    };
  }, [api, network, requests]);
  /** What may be signed now; undefined when it is to be read again, or can be signed no more. */
  const renew = async (request: SigningRequest, seen: Reviewed): Promise<Reviewed | undefined> => {
    if (Date.now() - seen.preparedAt < freshMs) return seen;
    try {
      const again = await request.prepareAgain();
      if (again === undefined) throw new Error(messages.outcome.already);
      const reviewed = await read(api, network, request, again);
      const isChanged = wordsOf(reviewed) !== wordsOf(seen);
      note(request, { kind: "ready", reviewed, isChanged });
      return isChanged ? undefined : reviewed;
    } catch (thrown) {
      // the node may have an answer later
      if (thrown instanceof ApiError && thrown.isUnknown) throw thrown;
      note(request, { kind: "refused", why: textOf(thrown) });
      return undefined;
    }
  };
  return { stateOf: (request: SigningRequest) => reviews.get(request) ?? reading, renew };
};
