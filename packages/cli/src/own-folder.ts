/** The folder of this package, seen from `dist/src` and from `dist/bundle`. */
export const ownFolder = new URL("../../", import.meta.url);
