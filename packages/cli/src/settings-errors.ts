import { errorsText } from "@tallystick/wire";
import { CommandError, usageError } from "./command-error.js";

/** Collects what is wrong with settings, so that all of it is said at once. */
export class SettingsErrors {
  readonly #found: Array<string> = [];

  readonly add = (error: string): void => {
    this.#found.push(error);
  };

  /** What `read` gives; undefined when it throws a usage error, which is kept. */
  of<A>(read: () => A): A | undefined {
    try {
      return read();
    } catch (thrown) {
      return this.#keep(thrown);
    }
  }

  async ofAsync<A>(read: () => Promise<A>): Promise<A | undefined> {
    try {
      return await read();
    } catch (thrown) {
      return this.#keep(thrown);
    }
  }

  /** @throws {CommandError} when anything is wrong, with all of it */
  throwAll(): void {
    if (this.#found.length > 0) throw usageError(errorsText(this.#found));
  }

  #keep(thrown: unknown): undefined {
    if (!(thrown instanceof CommandError)) throw thrown;
    this.add(thrown.message);
  }
}
