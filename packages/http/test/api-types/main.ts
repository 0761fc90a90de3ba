// Writes the types of the API into the file of its argument; the build runs it.
import { writeFileSync } from "node:fs";
import { apiTypes } from "./api-types.js";

const [, , file] = process.argv;
if (file === undefined) throw new Error("expected the file to write");
writeFileSync(file, apiTypes());
