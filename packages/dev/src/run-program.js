// Runs another program to its end.
import { spawn } from "node:child_process";

/** Exit code given for a program that a signal ended, as shells do for SIGTERM. */
const ENDED_BY_SIGNAL = 143;

/** npm is a batch file on Windows, which only a shell can start. @param {string} program */
const needsShell = (program) => process.platform === "win32" && program === "npm";

/**
 * Runs a program and waits for it. Its output goes where ours goes, or, with `outputTo: "stderr"`,
 * all to our stderr, so that what a task prints on stdout stays its own.
 *
 * @param {string} cwd
 * @param {string} program
 * @param {string[]} args
 * @param {{ outputTo?: "stderr" }} [options]
 * @returns {Promise<number>} the exit code; rejected when the program cannot be started
 */
export function runProgram(cwd, program, args, { outputTo } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ["ignore", outputTo === "stderr" ? 2 : "inherit", "inherit"],
      shell: needsShell(program),
    });
    child.on("error", reject);
    child.on("close", (exitCode) => resolve(exitCode ?? ENDED_BY_SIGNAL));
  });
}

/**
 * Runs a program quietly and gives what it printed.
 *
 * @param {string} cwd
 * @param {string} program
 * @param {string[]} args
 * @param {{ timeoutMs?: number, env?: NodeJS.ProcessEnv }} [options] after which time the program
 * is ended, and its environment if it is not ours
 * @returns {Promise<{ exitCode: number, stdout: string, stderr: string }>}
 */
export function readProgram(cwd, program, args, { timeoutMs, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const limit = timeoutMs === undefined ? {} : { timeout: timeoutMs };
    const child = spawn(program, args, {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      shell: needsShell(program),
      env,
      ...limit,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    child.on("error", reject);
    child.on("close", (exitCode) =>
      resolve({ exitCode: exitCode ?? ENDED_BY_SIGNAL, stdout, stderr }),
    );
  });
}
