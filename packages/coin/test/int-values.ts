import { type Int64, int64From } from "@tallystick/core";
import { rightOf } from "./coin-values.js";

/** An Int64 of a test; tests write only valid ones. */
export const int = (value: bigint): Int64 => rightOf(int64From(value));
