import { type DamlType, list, record } from "@tallystick/core";
import { pair } from "../../model/pair.js";

/** A value that changes at given times: one from the beginning, others from their time on. */
export interface Schedule<T, A> {
  readonly initialValue: A;
  readonly futureValues: ReadonlyArray<{ readonly _1: T; readonly _2: A }>;
}

/** The type of a {@link Schedule}. */
export const schedule = <T, A>(time: DamlType<T>, value: DamlType<A>): DamlType<Schedule<T, A>> =>
  record({ initialValue: value, futureValues: list(pair(time, value)) }, "Schedule");

/**
 * The value at a time: the last one that has begun.
 *
 * @param isReached whether a value's time has come
 */
export const valueAt = <T, A>(
  { initialValue, futureValues }: Schedule<T, A>,
  isReached: (time: T) => boolean,
): A => futureValues.reduce((value, { _1, _2 }) => (isReached(_1) ? _2 : value), initialValue);
