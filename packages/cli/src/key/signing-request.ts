import { base64Decode } from "@tallystick/core";
import {
  describePreparedTransaction,
  descriptionLines,
  describeTopology,
  type HashingScheme,
  hashingSchemes,
} from "@tallystick/signing";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";

/** What is to be signed, in words, with the message that the signature is over. */
export interface SigningRequest {
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

const schemeOf = (name: string | undefined): Either<string, HashingScheme> => {
  const wanted = name ?? "HASHING_SCHEME_VERSION_V2";
  const scheme = hashingSchemes.find((each) => each === wanted);
  return scheme === undefined
    ? left(`hashingSchemeVersion: found "${wanted}", expected one of ${hashingSchemes.join(", ")}`)
    : right(scheme);
};

/** A hash that comes with the request must be the one that is computed here. */
const matching = (
  request: SigningRequest,
  given: string | undefined,
): Either<string, SigningRequest> =>
  given === undefined || Buffer.from(request.message).toString("base64") === given
    ? right(request)
    : left("the hash in the request is not the hash of what it asks to sign");

const preparedRequest = (given: t.TypeOf<typeof Prepared>): Either<string, SigningRequest> => {
  const bytes = base64Decode(given.preparedTransaction);
  const scheme = schemeOf(given.hashingSchemeVersion);
  if (isLeft(scheme)) return scheme;

  const description = isLeft(bytes)
    ? bytes
    : describePreparedTransaction(bytes.right, scheme.right);
  if (isLeft(description)) return left(`preparedTransaction: ${description.left}`);

  const { hash: message, doubts } = description.right;
  const request = { message, lines: descriptionLines(description.right), doubts };
  return matching(request, given.preparedTransactionHash);
};

const topologyRequest = (given: t.TypeOf<typeof Topology>): Either<string, SigningRequest> => {
  const transactions: Array<Uint8Array> = [];
  for (const base64 of given.topologyTransactions) {
    const bytes = base64Decode(base64);
    if (isLeft(bytes)) return left(`topologyTransactions: ${bytes.left}`);

    transactions.push(bytes.right);
  }
  const description = describeTopology(transactions);
  if (isLeft(description)) return left(`topologyTransactions: ${description.left}`);

  const { multiHash: message, lines, doubts } = description.right;
  const words = [...lines, ...doubts.map((doubt) => `Doubt: ${doubt}`)];
  return matching({ message, lines: words, doubts }, given.multiHash);
};

const parsed = (text: string): Either<string, unknown> => {
  try {
    return right(JSON.parse(text));
  } catch {
    return left("expected JSON");
  }
};

/**
 * Reads what is to be signed: the answer of prepare, or that of generate-topology, as JSON. Hashes
 * are computed from it; one that
 * comes with it must be the same.
 */
export const readSigningRequest = (text: string): Either<string, SigningRequest> => {
  const json = parsed(text);
  if (isLeft(json)) return json;

  if (Prepared.is(json.right)) return preparedRequest(json.right);

  return Topology.is(json.right)
    ? topologyRequest(json.right)
    : left("expected an object with preparedTransaction or topologyTransactions");
};
