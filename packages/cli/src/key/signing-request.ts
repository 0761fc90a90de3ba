import { base64Decode, type ValueError } from "@tallystick/core";
import {
  describePreparedTransaction,
  descriptionLines,
  describeTopology,
  type HashingScheme,
  hashingSchemes,
  type SigningError,
} from "@tallystick/signing";
import { chain, type Either, left, mapLeft, right, traverseArray } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { parse } from "fp-ts/lib/Json.js";
import * as t from "io-ts";

/** What is to be signed, in words, with the message that the signature is over. */
interface SigningRequest {
  readonly message: Uint8Array;
  readonly lines: ReadonlyArray<string>;
  readonly doubts: ReadonlyArray<string>;
}

const Prepared = t.intersection([
  t.type({ preparedTransaction: t.string }),
  t.partial({ hashingSchemeVersion: t.string, preparedTransactionHash: t.string }),
]);
const Topology = t.intersection([
  t.type({ topologyTransactions: t.array(t.string) }),
  t.partial({ multiHash: t.string }),
]);

const schemeOf = (name: string | undefined): Either<SigningError, HashingScheme> => {
  const wanted = name ?? "HASHING_SCHEME_VERSION_V2";
  const scheme = hashingSchemes.find((each) => each === wanted);
  return scheme === undefined
    ? wrong(
        "hashingSchemeVersion",
        `found "${wanted}", expected one of ${hashingSchemes.join(", ")}`,
      )
    : right(scheme);
};

const wrong = (field: string, reason: string): Either<SigningError, never> =>
  left({ message: `${field}: ${reason}` });

/** A hash that comes with the request must be the one that is computed here. */
const matching = (
  request: SigningRequest,
  given: string | undefined,
): Either<SigningError, SigningRequest> =>
  given === undefined || Buffer.from(request.message).toString("base64") === given
    ? right(request)
    : left({ message: "the hash in the request is not the hash of what it asks to sign" });

const bytesOf =
  (field: string) =>
  (base64: string): Either<SigningError, Uint8Array> =>
    mapLeft(({ reason }: ValueError) => ({ message: `${field}: ${reason}` }))(base64Decode(base64));

const inField = (field: string): (<A>(read: Either<SigningError, A>) => Either<SigningError, A>) =>
  mapLeft(({ message }) => ({ message: `${field}: ${message}` }));

const preparedRequest = (
  given: t.TypeOf<typeof Prepared>,
): Either<SigningError, SigningRequest> => {
  const field = "preparedTransaction";
  return pipe(
    schemeOf(given.hashingSchemeVersion),
    chain((scheme) =>
      pipe(
        bytesOf(field)(given.preparedTransaction),
        chain((bytes) => inField(field)(describePreparedTransaction(bytes, scheme))),
      ),
    ),
    chain((description) => {
      const { hash: message, doubts } = description;
      const request = { message, lines: descriptionLines(description), doubts };
      return matching(request, given.preparedTransactionHash);
    }),
  );
};

const topologyRequest = (
  given: t.TypeOf<typeof Topology>,
): Either<SigningError, SigningRequest> => {
  const field = "topologyTransactions";
  return pipe(
    given.topologyTransactions,
    traverseArray(bytesOf(field)),
    chain((transactions) => inField(field)(describeTopology(transactions))),
    chain(({ multiHash: message, lines, doubts }) => {
      const words = [...lines, ...doubts.map((doubt) => `Doubt: ${doubt}`)];
      return matching({ message, lines: words, doubts }, given.multiHash);
    }),
  );
};

/**
 * Reads what is to be signed: the answer of prepare, or that of generate-topology, as JSON. Hashes
 * are computed from it; one that comes with it must be the same.
 */
export const readSigningRequest = (text: string): Either<SigningError, SigningRequest> =>
  pipe(
    parse(text),
    mapLeft(() => ({ message: "expected JSON" })),
    chain((json): Either<SigningError, SigningRequest> => {
      if (Prepared.is(json)) return preparedRequest(json);
      if (Topology.is(json)) return topologyRequest(json);
      const message = "expected an object with preparedTransaction or topologyTransactions";
      return left({ message });
    }),
  );
