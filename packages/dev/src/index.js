// What tests in TypeScript use.
export { lastingPort } from "./lasting-port.js";
export { itNeeding } from "./needed-programs.js";
export { isShort, SIZE_NAMES, TEST_SIZES, testSeed, testSize } from "./test-sizes.js";
export {
  rootCertificate,
  serverCertificate,
  serverKey,
  strangerCertificate,
  strangerKey,
  userCertificate,
  userKey,
} from "./test-certificates.js";
