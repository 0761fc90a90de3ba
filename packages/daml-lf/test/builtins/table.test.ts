import { expect } from "chai";
import { arithmeticError } from "../../src/builtins/arithmetic-error.js";
import { builtins, type PureBuiltin } from "../../src/builtins/table.js";
import { builtinFunctions } from "../../src/syntax/builtin-function.js";
import { LfError, type LfFailure } from "../../src/values/lf-error.js";
import { defaultBudget, Meter, running } from "../../src/values/meter.js";
import { itemsOfList, listOf } from "../../src/values/list.js";
import {
  AnyException,
  Cons,
  ContractId,
  LfDate,
  LfRecord,
  type LfValue,
  Nil,
  none,
  Numeric,
  Party,
  Some,
  Timestamp,
} from "../../src/values/value.js";

// the answers are those of the engine of Canton 3.5.8 (daml-lf B.4)

const run = (name: PureBuiltin, ...args: ReadonlyArray<LfValue>): LfValue =>
  builtins[name].run(...args);

const failureOf = (name: PureBuiltin, ...args: ReadonlyArray<LfValue>): LfFailure => {
  try {
    run(name, ...args);
  } catch (thrown) {
    if (thrown instanceof LfError) return thrown.failure;
    throw thrown;
  }
  throw new Error(`${name} gave a result`);
};

const messageOf = (name: PureBuiltin, ...args: ReadonlyArray<LfValue>): LfValue | undefined => {
  const failure = failureOf(name, ...args);
  if (failure.kind !== "Thrown" || !(failure.exception.value instanceof LfRecord)) return undefined;
  return failure.exception.value.fields[0];
};

const cryptoOf = (name: PureBuiltin, ...args: ReadonlyArray<LfValue>): string | undefined => {
  const failure = failureOf(name, ...args);
  return failure.kind === "Crypto" ? failure.crypto : undefined;
};

const items = (value: LfValue): ReadonlyArray<LfValue> =>
  value instanceof Cons || value instanceof Nil ? itemsOfList(value) : [];

describe("builtin functions", () => {
  it("are all of Daml-LF but those that call functions, log or end the program", () => {
    const others = Object.keys(builtinFunctions).filter((name) => !Object.hasOwn(builtins, name));
    expect(others).to.deep.equal([
      "TRACE",
      "ERROR",
      "FOLDL",
      "FOLDR",
      "EQUAL_LIST",
      "ANY_EXCEPTION_MESSAGE",
      "FAIL_WITH_STATUS",
    ]);
  });

  it("throw an ArithmeticError that names the function and all arguments", () => {
    expect(messageOf("ADD_INT64", 2n ** 63n - 1n, 1n)).to.equal(
      "ArithmeticError while evaluating (ADD_INT64 9223372036854775807 1).",
    );
    const [witness, ten] = [new Numeric(0n, 0), new Numeric(10n, 0)];
    expect(messageOf("MUL_NUMERIC", witness, new Numeric(10n ** 37n, 0), ten)).to.equal(
      "ArithmeticError while evaluating (MUL_NUMERIC 0.0 10000000000000000000000000000000000000.0 10.0).",
    );
    expect(messageOf("UNIX_DAYS_TO_DATE", -719163n)).to.equal(
      "ArithmeticError while evaluating (UNIX_DAYS_TO_DATE -719163).",
    );
    const failure = failureOf("DIV_INT64", 1n, 0n);
    expect(failure).to.deep.include({ kind: "Thrown" });
    if (failure.kind === "Thrown") {
      expect(failure.exception).to.be.instanceOf(AnyException);
      expect(failure.exception.of).to.equal(arithmeticError);
    }
  });

  it("say how many arguments they take", () => {
    const arities = ["GENMAP_EMPTY", "COERCE_CONTRACT_ID", "EQUAL", "SECP256K1_BOOL"] as const;
    expect(arities.map((name) => builtins[name].arity)).to.deep.equal([0, 1, 2, 3]);
  });

  it("divide towards zero, and power without overflow for -1, 0 and 1", () => {
    expect(run("DIV_INT64", -7n, 2n)).to.equal(-3n);
    expect(run("MOD_INT64", -7n, 2n)).to.equal(-1n);
    expect(run("MOD_INT64", -(2n ** 63n), -1n)).to.equal(0n);
    expect(failureOf("DIV_INT64", -(2n ** 63n), -1n).kind).to.equal("Thrown");
    expect(run("EXP_INT64", 0n, 0n)).to.equal(1n);
    expect(run("EXP_INT64", -1n, 2n ** 63n - 1n)).to.equal(-1n);
    expect(run("EXP_INT64", -2n, 63n)).to.equal(-(2n ** 63n));
    expect(failureOf("EXP_INT64", 2n, 63n).kind).to.equal("Thrown");
  });

  it("show and read scalars", () => {
    expect(run("NUMERIC_TO_TEXT", new Numeric(-1200n, 2))).to.equal("-12.0");
    expect(run("TIMESTAMP_TO_TEXT", new Timestamp(1_500_000n))).to.equal(
      "1970-01-01T00:00:01.500Z",
    );
    expect(run("DATE_TO_TEXT", new LfDate(-719162))).to.equal("0001-01-01");
    expect(run("TEXT_TO_INT64", "+007")).to.deep.equal(new Some(7n));
    expect(run("TEXT_TO_INT64", "9223372036854775808")).to.equal(none);
    expect(run("TEXT_TO_NUMERIC", new Numeric(0n, 1), "1.25")).to.equal(none);
    expect(run("TEXT_TO_PARTY", "Alice::12")).to.deep.equal(new Some(new Party("Alice::12")));
    expect(run("TEXT_TO_PARTY", "")).to.equal(none);
  });

  it("take texts apart by code points", () => {
    expect(items(run("EXPLODE_TEXT", "a😀é"))).to.deep.equal(["a", "😀", "é"]);
    expect(items(run("TEXT_TO_CODE_POINTS", "a😀"))).to.deep.equal([97n, 0x1f600n]);
    expect(run("CODE_POINTS_TO_TEXT", listOf([97n, 0x1f600n]))).to.equal("a😀");
    expect(run("IMPLODE_TEXT", listOf(["a", "", "b"]))).to.equal("ab");
    for (const point of [0xd800n, 0xdfffn, 0x110000n, -1n])
      expect(failureOf("CODE_POINTS_TO_TEXT", listOf([point])).kind).to.equal("Crash");
  });

  it("show contract ids outside of transactions only", () => {
    const before = running.meter;
    const id = new ContractId("00ab");
    try {
      running.meter = new Meter();
      expect(run("CONTRACT_ID_TO_TEXT", id)).to.equal(none);
      running.meter = new Meter(defaultBudget, true);
      expect(run("CONTRACT_ID_TO_TEXT", id)).to.deep.equal(new Some("00ab"));
    } finally {
      running.meter = before;
    }
  });

  it("end a program whose text grows without end", () => {
    const long = "a".repeat(9 * 1024 * 1024);
    expect(failureOf("APPEND_TEXT", long, long).kind).to.equal("Budget");
  });

  it("replace malformed UTF-8 as Java does, and keep a byte order mark", () => {
    const rows: Readonly<Record<string, string>> = {
      eda080: "\ufffd",
      // a surrogate that lacks its third byte
      eda0: "\ufffd",
      eda041: "\ufffdA",
      edbfeda0: "\ufffd\ufffd",
      ed: "\ufffd",
      ed41: "\ufffdA",
      ed9fbf: "\ud7ff",
      c080: "\ufffd\ufffd",
      e08080: "\ufffd\ufffd\ufffd",
      e282: "\ufffd",
      f09080: "\ufffd",
      f0808080: "\ufffd\ufffd\ufffd\ufffd",
      f4908080: "\ufffd\ufffd\ufffd\ufffd",
      f5808080: "\ufffd\ufffd\ufffd\ufffd",
      ff: "\ufffd",
      "80": "\ufffd",
      efbbbf: "\ufeff",
      "61eda080c3a9": "a\ufffdé",
      e28228: "\ufffd(",
    };
    for (const [hex, read] of Object.entries(rows))
      expect(run("HEX_TO_TEXT", hex), hex).to.equal(read);
    expect(["AB", "a", "zz", "00 "].map((hex) => cryptoOf("HEX_TO_TEXT", hex))).to.deep.equal(
      new Array(4).fill("MalformedByteEncoding"),
    );
  });

  it("hash bytes in hexadecimal", () => {
    expect(run("SHA256_TEXT", "a")).to.equal(
      "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
    );
    expect(run("SHA256_HEX", "61")).to.equal(run("SHA256_TEXT", "a"));
    expect(run("KECCAK256_TEXT", "")).to.equal(
      "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    );
  });
});
