import { assert } from "chai";
import fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  type AddressBook,
  type Contact,
  compareContacts,
  contactLimits,
  contactOf,
  exportContacts,
  loadContacts,
  readContact,
  readContacts,
  searchContacts,
  storeContacts,
  withContact,
  withoutContact,
} from "../../src/parties/address-book.js";

const contact = (name: string, label = name, note = ""): Contact => ({
  party: `${name}::1220ab`,
  label,
  note,
});

const bookOf = (...contacts: ReadonlyArray<Contact>): AddressBook =>
  contacts.reduce<AddressBook>((book, each) => {
    const next = withContact(book, each);
    if (isLeft(next)) throw new Error(next.left.field);
    return next.right;
  }, []);

const fieldOf = (text: string): string => {
  const read = readContacts(text);
  return isLeft(read) ? read.left.field : "read";
};

const file = (contacts: unknown): string =>
  JSON.stringify({ format: "tallystick-contacts", version: 1, contacts });

describe("the address book", () => {
  const book = bookOf(contact("bob"), contact("alice", "Alice", "met in May"));

  it("has each party once, in the order of labels", () => {
    assert.deepEqual(
      book.map(({ label }) => label),
      ["Alice", "bob"],
    );
    const changed = bookOf(...book, contact("bob", "Aaron"));
    assert.deepEqual(
      changed.map(({ label }) => label),
      ["Aaron", "Alice"],
    );
    assert.strictEqual(contactOf(book, "bob::1220ab")?.label, "bob");
    assert.deepEqual(withoutContact(book, "bob::1220ab").length, 1);
  });

  it("is searched in labels, notes and ids", () => {
    assert.strictEqual(searchContacts(book, "may")[0]?.label, "Alice");
    assert.strictEqual(searchContacts(book, "BOB")[0]?.label, "bob");
    assert.strictEqual(searchContacts(book, "").length, 2);
  });

  it("takes no contact with a wrong field", () => {
    const fields = [
      { party: "x", label: "a" },
      { party: "a::b", label: " " },
      { party: "a::b", label: "x".repeat(61) },
      { party: "a::b", label: "a", note: "x".repeat(281) },
      { party: "a::b", label: "a", other: 1 },
    ].map((each) => {
      const read = readContact(each);
      return isLeft(read) ? read.left.field : "read";
    });
    assert.deepEqual(fields, [
      "contact.party",
      "contact.label",
      "contact.label",
      "contact.note",
      "contact.other",
    ]);
  });

  it("is the same after export and import", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,9}$/), { maxLength: 20 });
    const texts = fc.string({ unit: "binary", maxLength: 20 });
    fc.assert(
      fc.property(names, texts, (all, note) => {
        const some = bookOf(...all.map((name) => contact(name, `the ${name}`, note)));
        assert.deepEqual(readContacts(exportContacts(some)), right(some));
      }),
    );
  });

  it("rejects a file that is wrong in one place, and names it", () => {
    const rows: ReadonlyArray<readonly [text: string, field: string]> = [
      ["", "file"],
      ["[]", "file"],
      ["{}", "format"],
      [JSON.stringify({ format: "tallystick-contacts", version: 2 }), "version"],
      [file({}), "contacts"],
      [file([contact("a"), { ...contact("b"), label: 5 }]), "contacts[1].label"],
      [file([contact("a"), contact("a")]), "contacts[1].party"],
      [
        file(Array.from({ length: contactLimits.contacts + 1 }, (_, at) => contact(`p${at}`))),
        "contacts",
      ],
      ["x".repeat(1_500_001), "file"],
    ];
    for (const [text, field] of rows) assert.strictEqual(fieldOf(text), field);
  });

  it("shows what an import would change", () => {
    const imported = bookOf(
      contact("alice", "Alice", "met in May"),
      contact("bob", "Robert"),
      contact("carol"),
    );
    assert.deepEqual(compareContacts(book, imported), {
      added: [contact("carol")],
      replaced: [{ before: contact("bob"), after: contact("bob", "Robert") }],
      unchanged: 1,
    });
  });

  it("is stored for each network", () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
    };
    storeContacts(storage, "dev", book);
    assert.deepEqual(loadContacts(storage, "dev"), right(book));
    assert.deepEqual(loadContacts(storage, "main"), right([]));
    storage.setItem("tallystick.contacts.dev", "broken");
    assert.isTrue(isLeft(loadContacts(storage, "dev")));
  });
});
