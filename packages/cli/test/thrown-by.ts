import { CommandError } from "../src/command-error.js";

/** The error that ends a command. */
export const thrownBy = async (work: () => unknown): Promise<CommandError> => {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof CommandError) return thrown;
    throw thrown;
  }
  throw new Error("nothing was thrown");
};
