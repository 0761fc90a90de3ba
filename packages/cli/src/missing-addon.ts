/** What to do where SQLite was not compiled for this Node, and no compiled one could be had. */
export const compilerAdvice =
  "SQLite needs a C++ compiler, make and Python 3 (Debian, Ubuntu: apt-get install g++ make python3; Fedora: dnf install gcc-c++ make python3; Alpine: apk add g++ make python3; macOS: xcode-select --install; Windows: Python from python.org and the Build Tools for Visual Studio with Desktop development with C++)";

/** How Node and the `bindings` module say that there is no addon, or one for another Node. */
const missing = /Could not locate the bindings file|NODE_MODULE_VERSION|ERR_DLOPEN_FAILED/;

/** A message in one line that says what to install, when it is about SQLite's addon. */
export const withAddonAdvice = (message: string): string =>
  missing.test(message)
    ? `better-sqlite3 is not compiled for Node ${process.versions.node}: ${compilerAdvice}; then run npm rebuild better-sqlite3`
    : message;
