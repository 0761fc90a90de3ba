const pauseMs = 1_000;

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, pauseMs);
  });

/** Whether the node answers; its files are below where this one is. */
const answers = async (): Promise<boolean> => {
  try {
    // without a body: one that nobody reads keeps its connection
    const address = import.meta.url.replace(/assets\/[^/]*$/, "config.json");
    return (await fetch(address, { method: "HEAD" })).ok;
  } catch {
    return false;
  }
};

/** Whether the style sheet of a link did not come: its rules cannot be read then. */
const isMissing = ({ sheet }: HTMLLinkElement): boolean => {
  try {
    return sheet === null || sheet.cssRules.length === 0;
  } catch {
    return true;
  }
};

/** Asks again for the style sheets that did not come, which the browser does not do by itself. */
const loadStyles = async (): Promise<void> => {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(
    links.filter(isMissing).map(
      (link) =>
        new Promise<void>((resolve) => {
          const again = document.createElement("link");
          again.rel = "stylesheet";
          again.href = link.href;
          again.addEventListener("load", () => resolve());
          again.addEventListener("error", () => resolve());
          link.replaceWith(again);
        }),
    ),
  );
};

const untilItAnswers = async (): Promise<void> => {
  while (!(await answers())) await pause();
};

/**
 * Loads a part of the pages when the node answers: a browser may keep for good that a module did
 * not come. Where the node answers and has no such file any more, the page must be loaded again.
 */
export const loadPart = async <A>(load: () => Promise<A>): Promise<A> => {
  await untilItAnswers();
  try {
    return await load();
  } catch {
    await untilItAnswers();
    const part = await load().catch(load);
    // the loader of the build requests the styles of a part only once
    await loadStyles();
    return part;
  }
};
