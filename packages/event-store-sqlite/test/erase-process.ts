import { opened, rightOf, STREAM } from "./journal-files.js";

// Erases fifty events at a time, and says each time that it is done, until it is killed.
const [, , file = ""] = process.argv;
const store = await opened({ file });
for (let from = 0; ; from = (from + 50) % 2_000) {
  const some = Array.from({ length: 50 }, (_, at) => ({ revision: from + at, data: '{"v":0}' }));
  rightOf(await store.capabilities.erasing.erase(STREAM, some));
  await new Promise<void>((resolve) => {
    process.stdout.write(`${from}\n`, () => resolve());
  });
  rightOf(await store.capabilities.erasing.shrink());
}
