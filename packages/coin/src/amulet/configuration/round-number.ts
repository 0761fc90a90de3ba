import { int64, record, type Static } from "@tallystick/core";

export const Round = record({ number: int64 }, "Round");
export type Round = Static<typeof Round>;
