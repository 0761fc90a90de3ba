import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type Koa from "koa";

/** The pages of a built site by the tags of their languages, English first. */
export type SitePages = ReadonlyMap<string, string>;

const pageFile = /^index(?:\.(\w+))?\.html$/;

/**
 * Reads the pages of a site: `index.html` is the English one, `index.de.html` the German one.
 *
 * @param folder of the built files; empty without one or without pages
 */
export const readSitePages = (folder: string | undefined): SitePages => {
  const names = folder === undefined ? [] : namesIn(folder);
  const found = names.flatMap((name) => {
    const page = pageFile.exec(name);
    return page === null ? [] : [[page[1] ?? "en", name] as const];
  });
  const englishFirst = found.sort(([a], [b]) => Number(b === "en") - Number(a === "en"));
  return new Map(
    englishFirst.map(([language, name]) => [
      language,
      readFileSync(join(folder ?? "", name), "utf8"),
    ]),
  );
};

const namesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Where a browser keeps the language that was chosen; nothing else is in a cookie. */
const languageCookie = "tallystick-language";

/** The page in the language that was chosen in this browser, else that it wants most. */
export const pageFor = (ctx: Koa.Context, pages: SitePages): string => {
  const wanted = ctx.acceptsLanguages([...pages.keys()]);
  const chosen = pages.get(ctx.cookies.get(languageCookie) ?? "");
  return chosen ?? pages.get(String(wanted)) ?? pages.get("en") ?? "";
};
