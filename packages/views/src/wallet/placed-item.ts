import type { Json } from "@tallystick/core";
import type { HistoryItem } from "@tallystick/wallet";
import type { HistoryRow } from "./wallet-history.js";
import type { PlacedItem } from "./wallet-views.js";

export const placedItem = ({ seq, at, content }: HistoryRow): PlacedItem => {
  // border: our own fold has written it
  const json = JSON.parse(content) as Json;
  // border: our own fold has written it
  return { seq, at, json, chars: content.length, item: json as unknown as HistoryItem };
};
