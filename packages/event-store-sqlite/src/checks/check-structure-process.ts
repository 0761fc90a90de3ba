// The process of `checkFiles`: checks the journal named by its argument, and prints the report as
// one JSON text.
import { reportStructure } from "./structure-report.js";

process.stdout.write(JSON.stringify(reportStructure(process.argv[2] ?? "", true)));
