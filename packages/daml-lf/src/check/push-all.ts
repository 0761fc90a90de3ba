/** Appends all items; unlike a call with all of them as arguments it takes any number. */
export function pushAll<T>(list: Array<T>, items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
