/** Two or more folders or files behind one another, as an operating system names them. */
const path = /(?:\b[A-Za-z]:)?(?:[\\/][\w.@+~-]+){2,}/g;

/** A text for clients in which no path of the server is named; what was there is in the log. */
export const withoutPaths = (text: string): string => text.replace(path, "(a file of the node)");
