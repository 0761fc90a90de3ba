import { createRequire } from "node:module";
import type * as nist from "@noble/curves/nist";
import type * as koblitz from "@noble/curves/secp256k1";
import type * as sha3 from "@noble/hashes/sha3";
import { lazy } from "./lazy.js";

// Loading it takes longer than loading everything else of this package, and few programs verify
// signatures. What an expression needs must be there at once, which an import() is not.
const load = createRequire(import.meta.url);

/** What is loaded with the first signature. */
export const curves = lazy(() => {
  // border: the modules have these types
  const { p256, p384, p521 } = load("@noble/curves/nist") as typeof nist;
  // border: see above
  const { secp256k1 } = load("@noble/curves/secp256k1") as typeof koblitz;
  return { p256, p384, p521, secp256k1 };
});

/** Keccak-256; loaded with the first hash. */
export const keccak = lazy(() => {
  // border: the module has this type
  const { keccak_256 } = load("@noble/hashes/sha3") as typeof sha3;
  return keccak_256;
});
