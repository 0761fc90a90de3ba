import * as t from "io-ts";

const PartySignatureCodec = t.type({
  party: t.string,
  signedBy: t.string,
  format: t.string,
  algorithm: t.string,
  signature: t.string,
});

/** What external parties signed, as a committed transaction has it. */
export const ExternalSubmissionCodec = t.type({
  hash: t.string,
  hashingScheme: t.string,
  transactionUuid: t.string,
  preparedTransaction: t.string,
  signatures: t.array(PartySignatureCodec),
});
