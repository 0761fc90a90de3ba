/** A path of two or more names. */
const path = /(?:\b[A-Za-z]:)?(?:[\\/][\w.@+~-]+){2,}/g;

/** A text for clients, without paths of the server; the log has the original. */
export const withoutPaths = (text: string): string => text.replace(path, "(a file of the node)");
