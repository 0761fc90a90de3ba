import { signatureType, signerKey } from "../../src/notes/note-keys.js";

/** The log of the published example; its seed is the first of RFC 8032. */
export const sampleLog = signerKey(
  "tallystick.example/ledger-1",
  signatureType.ed25519,
  Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex"),
);

const witnessSeed = Buffer.from(
  "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
  "hex",
);

/** A witness of it; its seed is the second of RFC 8032. */
export const sampleWitness = signerKey(
  "witness.example/w1",
  signatureType.cosignature,
  witnessSeed,
);

/** When the witness cosigned, in seconds. */
export const sampleTime = 1_767_225_600;
