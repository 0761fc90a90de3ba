// The one way in: `npm start`, `npm test` and the rest all come here. It must run on a clean clone
// and say something sensible on an old Node, so the version is checked before any other module is
// loaded.

/** The oldest Node this project runs on. package.json `engines` says the same. */
const OLDEST_NODE = { major: 20, minor: 19 };

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor)) {
  console.error(
    `Tallystick needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer; this is Node ${process.versions.node}. ` +
      "Install a newer Node from https://nodejs.org and run the same command again.",
  );
  process.exit(1);
}

const { runTask } = await import("./tasks.js");
await runTask(process.argv.slice(2));
