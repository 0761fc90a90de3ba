import { existsSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type Koa from "koa";
import send from "koa-send";
import type { HttpConfig } from "../endpoints/http-config.js";
import { siteConfigOf, type SiteServices } from "./site-config.js";
import { siteHeaders } from "./site-headers.js";
import { pageFor, readSitePages } from "./site-pages.js";

/** Pages: the browser's own router tells which. */
const pagePaths = /^\/(wallet|console)(\/|$)/;

/** Files whose names change with their contents. */
const assets = /^\/wallet\/assets\/([\w-]+(?:\.[\w-]+)+)$/;

const configPath = "/wallet/config.json";

/** A path below which applications mount others. */
const plainPrefix = /^(\/[\w.~-]+)*$/;

const yearSeconds = 365 * 24 * 60 * 60;

/** True for a browser that goes to a page, and false for a program that asks for anything. */
const isNavigation = (ctx: Koa.Context): boolean => ctx.get("Accept").includes("text/html");

/** The path as the outermost application got it: Express keeps it in the request. */
const outerPath = (ctx: Koa.Context): string => {
  const request: IncomingMessage & { readonly originalUrl?: string } = ctx.req;
  return (request.originalUrl ?? ctx.originalUrl).split("?", 1)[0] ?? "";
};

/** The path below which the node is mounted; "" for none. */
const prefixOf = (ctx: Koa.Context): string => {
  const outer = outerPath(ctx);
  const prefix = outer.endsWith(ctx.path) ? outer.slice(0, -ctx.path.length) : "";
  return plainPrefix.test(prefix) ? prefix : "";
};

const sendAsset = async (ctx: Koa.Context, folder: string): Promise<void> => {
  await send(ctx, ctx.path.slice("/wallet/".length), {
    root: folder,
    maxage: yearSeconds * 1_000,
    immutable: true,
  });
  // the length is that of the compressed file, and so is what caches keep
  ctx.vary("Accept-Encoding");
};

/**
 * Serves the browser wallet: its page for every path below `/wallet` and `/console` that a browser
 * goes to, its files, and its configuration. Other requests continue to the next middleware.
 *
 * @param folder of the built wallet; where there is none, nothing is served
 */
export const site = (
  folder: string | undefined,
  config: HttpConfig,
  services: SiteServices,
): Koa.Middleware => {
  const pages = readSitePages(folder);
  if (folder === undefined || pages.size === 0) return (_ctx, next) => next();
  const page = (ctx: Koa.Context): void => {
    const files = `"${prefixOf(ctx)}/wallet/assets/`;
    // read while the scripts are: the first page waits for it
    const early = `<link rel="preload" href="${prefixOf(ctx)}/wallet/config.json" as="fetch" crossorigin>`;
    ctx.type = "html";
    ctx.body = pageFor(ctx, pages)
      .replaceAll('"./assets/', files)
      .replace("</head>", `${early}</head>`);
  };
  return async (ctx, next) => {
    if (ctx.method !== "GET" && ctx.method !== "HEAD") {
      await next();
      return;
    }
    const asset = assets.exec(ctx.path)?.[1];
    const isAsset = asset !== undefined && existsSync(join(folder, "assets", asset));
    const isPage = asset === undefined && pagePaths.test(ctx.path) && isNavigation(ctx);
    if (ctx.path === "/" && isNavigation(ctx)) {
      ctx.redirect(`${prefixOf(ctx)}/wallet/`);
      return;
    }
    if (!isAsset && !isPage && ctx.path !== configPath) {
      await next();
      return;
    }
    ctx.set(siteHeaders(ctx.path, ctx.host, config.browserLogin));
    if (isAsset) {
      await sendAsset(ctx, folder);
      return;
    }
    ctx.set("Cache-Control", "no-store");
    if (ctx.path === configPath) ctx.body = siteConfigOf(config, services, ctx.req, prefixOf(ctx));
    else page(ctx);
  };
};
