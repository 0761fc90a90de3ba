/**
 * Makes something once for each locale: a formatter of `Intl` takes far longer to make than to use.
 */
export const perLocale = <A>(make: (locale: string) => A): ((locale: string) => A) => {
  const known = new Map<string, A>();
  return (locale) => {
    const found = known.get(locale) ?? make(locale);
    known.set(locale, found);
    return found;
  };
};
