// What tests in TypeScript use.
export { itNeeding } from "./needed-programs.js";
export { isShort, SIZE_NAMES, TEST_SIZES, testSeed, testSize } from "./test-sizes.js";
