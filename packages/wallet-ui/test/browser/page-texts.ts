import type { Page } from "playwright-core";

/** What people read on a page, without data, and without the names of languages, by `Intl`. */
export const textsOf = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const data = "[translate=no], code, kbd, pre, time, script, noscript, style";
    const read = [
      "aria-label",
      "aria-description",
      "aria-valuetext",
      "alt",
      "placeholder",
      "title",
    ];
    // the party and the network follow
    const texts = [document.title.split(" · ")[0] ?? ""];
    for (const element of document.body.querySelectorAll("*")) {
      if (element.closest(data) !== null) continue;
      if (element instanceof HTMLOptionElement && /^[a-z]{2}(-[A-Z]{2})?$/.test(element.value))
        continue;
      for (const child of element.childNodes)
        if (child.nodeType === Node.TEXT_NODE) texts.push(child.textContent ?? "");
      for (const name of read) texts.push(element.getAttribute(name) ?? "");
    }
    return texts;
  });
