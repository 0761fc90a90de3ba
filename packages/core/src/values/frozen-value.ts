/**
 * A value that no template can change for what comes after it; those who try get an exception.
 * Values of a type that is trusted stay as they are: programs that were type checked change none.
 */
export const frozenValue = <A>({ isTrusted }: { readonly isTrusted?: boolean }, value: A): A =>
  isTrusted === true ? value : frozen(value);

const frozen = <A>(value: A): A => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (!(value instanceof Map)) {
    for (const name in value) frozen(value[name]);
    return Object.freeze(value);
  }
  // maps cannot be frozen, but their values can
  for (const each of value.values()) frozen(each);
  return value;
};
