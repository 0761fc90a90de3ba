import { workerData } from "node:worker_threads";
import { SharedTexts } from "../../src/runs/shared-texts.js";
import { TextMemory } from "../../src/runs/text-memory.js";

// A thread that gives numbers to texts that others give numbers to as well.

// border: the test passes the buffer of its memory
const texts = new SharedTexts([], new TextMemory(workerData as SharedArrayBuffer));
for (let at = 0; at < 2_000; at++) texts.numberOf(`text ${at % 1_000}`);
