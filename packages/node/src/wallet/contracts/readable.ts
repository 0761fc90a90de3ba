import { ViewsUnreadable } from "@tallystick/views";

/** Reads from the wallet's views; undefined while they cannot be read, which is temporary. */
export const readable = <A>(read: () => A): A | undefined => {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof ViewsUnreadable) return undefined;
    throw thrown;
  }
};
