import { assert } from "chai";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { backupBytes, backupText, readBackupFile } from "../../src/custody/backup-file.js";

const file = {
  publicKey: new Uint8Array(backupBytes.publicKey).fill(1),
  iterations: 600_000,
  salt: new Uint8Array(backupBytes.salt).fill(2),
  nonce: new Uint8Array(backupBytes.nonce).fill(3),
  sealed: new Uint8Array(64).fill(4),
};

const fieldOf = (changes: Readonly<Record<string, unknown>>): string => {
  const text = JSON.stringify({ ...JSON.parse(backupText(file)), ...changes });
  const read = readBackupFile(text);
  return isLeft(read) ? read.left.field : "read";
};

describe("the file of a backup", () => {
  it("is read as it was written", () => {
    assert.deepEqual(readBackupFile(backupText(file)), right(file));
  });

  it("is refused with the field that is wrong", () => {
    const rows: ReadonlyArray<readonly [field: string, value: unknown]> = [
      ["format", "x"],
      ["version", 2],
      ["kdf", "scrypt"],
      ["cipher", "AES-128-CBC"],
      ["iterations", 1],
      ["iterations", 1e12],
      ["iterations", 100_000.5],
      ["iterations", "600000"],
      ["publicKey", "AA=="],
      ["salt", "AA=="],
      ["nonce", undefined],
      ["sealed", "?"],
    ];
    for (const [field, value] of rows) assert.strictEqual(fieldOf({ [field]: value }), field);
    for (const text of ["", "[]", "null", "x".repeat(5_000)])
      assert.isTrue(isLeft(readBackupFile(text)), text.slice(0, 5));
  });
});
