/** Names the code of the coin's packages: the version of this library. */
export const codeVersion = "0.1.0";
