import { ViewsUnreadable } from "@tallystick/views";

/**
 * What is read of the wallet's views; undefined while they cannot be read: that passes, and it is
 * looked at again later.
 */
export const readable = <A>(read: () => A): A | undefined => {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof ViewsUnreadable) return undefined;
    throw thrown;
  }
};
