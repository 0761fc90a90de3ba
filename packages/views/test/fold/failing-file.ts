import type { Timers } from "@tallystick/background";
import { sqliteError } from "@tallystick/sqlite";
import { openTableFile } from "@tallystick/tables";
import { FoldedFile } from "../../src/fold/folded-file.js";
import { walletFold } from "../../src/wallet/wallet-database.js";
import { walletKind } from "../../src/wallet/wallet-kind.js";
import { rightOf } from "../journal-fixture.js";
import { checkpointOf } from "../wallet/wallet-file.js";

/** A file of wallet views whose statements and transactions throw what the test says. */
export const failingFile = (timers?: Timers) => {
  const { db, checkpoint, rebuiltBecause } = rightOf(openTableFile(":memory:", walletKind));
  let thrown: Error | undefined;
  const fail = (): void => {
    if (thrown !== undefined) throw thrown;
  };
  const failing = new Proxy(db, {
    get: (target, name) => {
      if (name === "transaction") {
        return (body: () => unknown) =>
          target.transaction(() => {
            const done = body();
            fail();
            return done;
          });
      }
      if (name === "prepare") {
        return (sql: string) => {
          const statement = target.prepare(sql);
          return new Proxy(statement, {
            get: (of, member, proxy: unknown) => {
              const found: unknown = Reflect.get(of, member);
              if (typeof found !== "function") return found;
              return (...values: ReadonlyArray<unknown>) => {
                if (member === "get") fail();
                const result: unknown = Reflect.apply(found, of, values);
                return result === of ? proxy : result;
              };
            },
          });
        };
      }
      const found: unknown = Reflect.get(target, name);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  return {
    file: new FoldedFile(
      walletFold(),
      { path: ":memory:", timers },
      {
        db: failing,
        checkpoint,
        rebuiltBecause,
      },
    ),
    written: () => checkpointOf(db).offset,
    throwing: (error: Error | undefined) => {
      thrown = error;
    },
  };
};

/** An error of SQLite with this code. */
export const sqlite = (code: string) => sqliteError(`what ${code} says of /a/path`, code);
