import type { QueryClient } from "@tanstack/react-query";
import type { Resource } from "../states/resources.js";
import { readAgain } from "./read-again.js";

const channelName = "tallystick.touched";

/** What an operation in a tab has changed. */
interface Touched {
  readonly network: string;
  readonly party: string;
  readonly touches: ReadonlyArray<Resource>;
}

/** Tells the other tabs of this browser what was changed in this one. */
export const tellOtherTabs = (touched: Touched): void => {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(touched);
  channel.close();
};

/** Reads again what another tab has changed. @returns ends that */
export const followOtherTabs = (queries: QueryClient): (() => void) => {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }) => {
    // border: only pages of this origin tell, and they are of the same release
    const { network, party, touches } = data as Touched;
    for (const resource of touches) readAgain(queries, { queryKey: [network, party, resource] });
  });
  return () => channel.close();
};
