import { assert } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { OwnBytes } from "../../src/custody/base64.js";
import { makeKey, signBytes } from "../../src/custody/custody-key.js";
import {
  backupErrorText,
  minPassphraseLength,
  openBackup,
  sealBackup,
} from "../../src/custody/key-backup.js";

const { crypto } = globalThis;
const { subtle } = crypto;
const random = (count: number): OwnBytes => crypto.getRandomValues(new Uint8Array(count));
const passphrase = "correct horse battery";

describe("the backup of a key", () => {
  it("restores the key, once more not extractable, and wipes the private bytes", async () => {
    const made = await makeKey(subtle);
    const text = await sealBackup(subtle, made, passphrase, random);
    assert.isTrue(made.pkcs8.every((byte) => byte === 0));
    assert.isAtLeast(passphrase.length, minPassphraseLength);
    const opened = await openBackup(subtle, text, passphrase);
    if (isLeft(opened)) throw new Error(backupErrorText(opened.left));
    assert.isFalse(opened.right.privateKey.extractable);
    assert.strictEqual(opened.right.fingerprint, made.key.fingerprint);
    const message = Uint8Array.of(1, 2, 3);
    assert.deepEqual(
      await signBytes(subtle, opened.right, message),
      await signBytes(subtle, made.key, message),
    );
  });

  it("opens with the same passphrase in any Unicode form, and with no other", async () => {
    const text = await sealBackup(subtle, await makeKey(subtle), "Schlüssel für mich", random);
    assert.isFalse(isLeft(await openBackup(subtle, text, "Schlüssel für mich".normalize("NFD"))));
    const wrong = await openBackup(subtle, text, "Schlussel fur mich");
    assert.strictEqual(isLeft(wrong) ? wrong.left.kind : "opened", "wrong passphrase");
  });

  it("is refused when any part was changed", async () => {
    const text = await sealBackup(subtle, await makeKey(subtle), passphrase, random);
    const other = await sealBackup(subtle, await makeKey(subtle), passphrase, random);
    const file: Readonly<Record<string, string>> = JSON.parse(text);
    const others: Readonly<Record<string, string>> = JSON.parse(other);
    const parts = ["publicKey", "salt", "nonce", "sealed"];
    for (const part of parts) {
      const changed = JSON.stringify({ ...file, [part]: others[part] });
      const opened = await openBackup(subtle, changed, passphrase);
      assert.strictEqual(isLeft(opened) ? opened.left.kind : "opened", "wrong passphrase", part);
    }
  });
});
