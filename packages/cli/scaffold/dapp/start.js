// A node with its wallet, and the page on an origin of its own: npm start -- --port 7575
import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const program = "node_modules/@tallystick/cli/bin/tallystick.js";
const args = [program, "serve", ...process.argv.slice(2)];
const node = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
node.once("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => node.kill(signal));

const types = { "/": "text/html", "/page.js": "text/javascript", "/wallet.js": "text/javascript" };
const serve = (address) => {
  const server = createServer(({ url }, response) => {
    if (url === "/node") {
      response.end(address);
    } else if (types[url] === undefined) {
      response.writeHead(404).end();
    } else {
      response.writeHead(200, { "Content-Type": types[url] });
      createReadStream(`page${url === "/" ? "/index.html" : url}`).pipe(response);
    }
  });
  server.listen(Number(process.env.PAGE_PORT ?? 0), "127.0.0.1", () => {
    console.log(`page at http://127.0.0.1:${server.address().port}`);
  });
};

for await (const line of createInterface(node.stdout)) {
  console.log(line);
  const address = /ready at (http:\S+)/.exec(line)?.[1];
  if (address !== undefined) serve(address);
}
