import { OwnThread } from "../src/own-thread.js";

// Terminates threads that are just answering, with nothing else that keeps the process alive.

const script = new URL("./echo-thread.js", import.meta.url);
for (let n = 0; n < 30; n += 1) {
  const thread = new OwnThread<number, unknown, unknown>({ name: "the echo", script });
  await thread.ask(n);
  const last = Array.from({ length: 1 + (n % 5) }, () => thread.ask(n));
  const until = performance.now() + (n % 30) * 0.02;
  while (performance.now() < until);
  await thread.terminate();
  await Promise.all(last);
}
process.stdout.write("terminated\n");
