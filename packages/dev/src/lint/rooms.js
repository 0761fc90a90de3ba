// Arrows between the rooms (folders) of a package point one way: what a folder imports does not
// lead back into it.
import { posix } from "node:path";
import { resolveImport } from "./cycles.js";
import { ROOMS } from "./room-order.js";

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./imports.js").SourceFile} SourceFile */
/**
 * @typedef {{ file: string, line: number, to: string }} Arrow Where an arrow to another room
 * begins.
 */

/**
 * One finding for each circle of rooms that are neighbours (folders and files in one folder of
 * src/), for each import that points up in the order of the package's rooms, and for each room
 * without a place in it.
 *
 * @param {string} path the package, from the root
 * @param {SourceFile[]} files all files of the package
 * @param {Record<string, readonly string[]>} [orders] the rooms of packages, from top to bottom
 * @returns {Finding[]}
 */
export function roomFindings(path, files, orders = ROOMS) {
  const sources = files.filter(({ file }) => file.startsWith(`${path}/src/`));
  const arrows = arrowsByFolder(sources);
  const order = orders[path.slice("packages/".length)] ?? [];
  return [
    ...[...arrows].flatMap(([folder, rooms]) => circles(folder, rooms)),
    ...upward(order, arrows.get(`${path}/src`) ?? new Map()),
    ...unplaced(`${path}/src/`, order, sources),
  ];
}

/**
 * @param {readonly string[]} order
 * @param {Map<string, Arrow[]>} rooms
 * @returns {Finding[]}
 */
function upward(order, rooms) {
  return [...rooms].flatMap(([from, arrows]) =>
    arrows
      .filter(({ to }) => order.includes(to) && order.indexOf(to) < order.indexOf(from))
      .map(({ file, line, to }) => {
        const message = `${from} may not import ${to}: arrows between rooms point down only`;
        return { file, line, rule: "rooms", message };
      }),
  );
}

/**
 * The first file of each room that has no place in the order.
 *
 * @param {string} top
 * @param {readonly string[]} order
 * @param {SourceFile[]} sources
 * @returns {Finding[]}
 */
function unplaced(top, order, sources) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { file } of sources) {
    const [room = "", ...rest] = file.slice(top.length).split("/");
    if (rest.length > 0 && !order.includes(room) && !found.has(room)) found.set(room, file);
  }
  const table = "packages/dev/src/lint/room-order.js";
  return [...found].map(([room, file]) => {
    const message = `the room ${room} has no place yet: give it one in ${table}`;
    return { file, line: 1, rule: "rooms", message };
  });
}

/**
 * The arrows between neighbours, for each folder and room in it.
 *
 * @param {SourceFile[]} sources
 * @returns {Map<string, Map<string, Arrow[]>>}
 */
function arrowsByFolder(sources) {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  /** @type {Map<string, Map<string, Arrow[]>>} */
  const folders = new Map();
  for (const { file, imports } of sources) {
    for (const { specifier, line } of imports) {
      const target = resolveImport(byFile, file, specifier);
      if (target === undefined || target.file === file) continue;
      const folder = commonFolder(file, target.file);
      const [from, to] = [roomIn(folder, file), roomIn(folder, target.file)];
      const rooms = folders.get(folder) ?? new Map();
      rooms.set(from, [...(rooms.get(from) ?? []), { file, line, to }]);
      folders.set(folder, rooms);
    }
  }
  return folders;
}

/** @param {string} a @param {string} b */
function commonFolder(a, b) {
  let folder = posix.dirname(a);
  while (!b.startsWith(`${folder}/`)) folder = posix.dirname(folder);
  return folder;
}

/**
 * The folder or file right below `folder` that leads to `file`.
 * @param {string} folder
 * @param {string} file
 */
function roomIn(folder, file) {
  return file.slice(folder.length + 1).split("/", 1)[0] ?? "";
}

/** @param {string} folder @param {Map<string, Arrow[]>} rooms @returns {Finding[]} */
function circles(folder, rooms) {
  /** @type {Set<string>} */
  const finished = new Set();
  /** @type {Finding[]} */
  const findings = [];
  const visit = (/** @type {string} */ room, /** @type {string[]} */ trail) => {
    const path = [...trail, room];
    const seen = new Set();
    for (const { file, line, to } of rooms.get(room) ?? []) {
      if (to === room || seen.has(to)) continue;
      seen.add(to);
      const start = path.indexOf(to);
      if (start !== -1) {
        // A circle of files alone is an import cycle, which another rule finds.
        if (path.slice(start).every((name) => name.includes("."))) continue;
        const circle = [...path.slice(start), to].join(" -> ");
        const message = `${folder}: rooms in a circle: ${circle}`;
        findings.push({ file, line, rule: "rooms", message });
      } else if (!finished.has(to)) {
        visit(to, path);
      }
    }
    finished.add(room);
  };
  for (const room of rooms.keys()) if (!finished.has(room)) visit(room, []);
  return findings;
}
