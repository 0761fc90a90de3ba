/** A path into a request as clients write it: `commands[0].CreateCommand.templateId`. */
export const pathText = (path: ReadonlyArray<string | number>): string => {
  let text = "";
  for (const segment of path) {
    if (typeof segment === "number") text += `[${segment}]`;
    else text += text === "" ? segment : `.${segment}`;
  }
  return text;
};
