/** Path and query of a request target; repeated slashes count as one, as some clients send them. */
export const targetOf = (url: string): { readonly path: string; readonly query: string } => {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  return {
    path: path.includes("//") ? path.replace(/\/{2,}/g, "/") : path,
    query: mark === -1 ? "" : url.slice(mark + 1),
  };
};
