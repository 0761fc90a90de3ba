import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { parseConnectionString, printableAddress } from "../../src/connection/connection-string.js";
import { leftOf } from "../client/opened-store.js";
import { rightOf } from "../served-store.js";

describe("A connection string", () => {
  it("is read in its parts", () => {
    const read = rightOf(
      parseConnectionString(
        "esdb://led%20ger:p%40s%2Fs%3A%3F%25@db-1.example:2114,10.0.0.2,[::1]:2115/?tls=false&tls_ca_file=%2Fa%20b.pem&node-preference=Follower&keepAliveInterval=-1&gossipTimeout=3&connectionName=x",
      ),
    );
    expect(read).to.deep.equal({
      scheme: "esdb",
      hosts: [
        { host: "db-1.example", port: 2114 },
        { host: "10.0.0.2", port: 2113 },
        { host: "[::1]", port: 2115 },
      ],
      credentials: { username: "led ger", password: "p@s/s:?%" },
      tls: false,
      tlsCaFile: "/a b.pem",
      userCertFile: undefined,
      userKeyFile: undefined,
      nodePreference: "follower",
      keepAliveIntervalMs: -1,
      keepAliveTimeoutMs: 2_000,
      gossipTimeoutMs: 3_000,
      connectionName: "x",
    });
    expect(printableAddress(read)).to.equal(
      "esdb://db-1.example:2114,10.0.0.2:2113,[::1]:2115?tls=false",
    );
  });

  it("may be no more than a host, and then means TLS", () => {
    const read = rightOf(parseConnectionString("esdb+discover://cluster.example"));
    expect(read).to.include({ scheme: "esdb+discover", tls: true, credentials: undefined });
    expect(printableAddress(read)).to.equal("esdb+discover://cluster.example:2113");
  });

  it("takes the options that other clients have", () => {
    for (const option of [
      "maxDiscoverAttempts=3",
      "discoveryInterval=10",
      "defaultDeadline=1000",
      "tlsVerifyCert=true",
    ])
      expect(isRight(parseConnectionString(`esdb://h?${option}`)), option).to.equal(true);
  });

  // whatever is typed where a password goes
  const SECRETS = [
    "s3cret/x",
    "s3cret@x",
    "s3cret x",
    "s3cret?x",
    "s3cret#x",
    "s3cret:x",
    "s3cret%",
    "s3cret[x",
  ];

  it("with an unescaped character in the password is refused, and nothing of it is repeated", () => {
    for (const secret of SECRETS) {
      for (const text of [
        `esdb://user:${secret}@host:2113`,
        `esdb+discover://user:${secret}@host?tls=false`,
        `esdb://${secret}:password@host`,
        `esdb://user:${secret}@host?nonsense=1`,
      ]) {
        const error = leftOf(parseConnectionString(text)).reason;
        expect(error, text).to.match(/percent-encode|escapes nothing/);
        expect(error, text).to.not.match(/s3cret|password@/);
      }
    }
  });

  it("that is wrong elsewhere names the place, what was found and what is expected", () => {
    const wrong: ReadonlyArray<readonly [text: string, reason: RegExp]> = [
      ["http://localhost", /expected esdb:\/\//],
      ["esdb://", /expected a host, found ""/],
      ["esdb://user:secret@", /expected a host, found ""/],
      ["esdb://user:secret", /expected a port from 1 to 65535 after user:/],
      ["esdb://user@host", /expected user:password/],
      [
        "esdb://user:secret@host:port",
        /expected a port from 1 to 65535 after host:, found something else/,
      ],
      ["esdb://user:secret@host:0", /after host:/],
      ["esdb://user:secret@host:65536", /after host:/],
      ["esdb://user:secret@ho st", /expected a host, found "ho st"/],
      ["esdb://user:secret@host,", /expected a host, found ""/],
      ["esdb://user:secret@host?nonsense=1", /unknown option "nonsense"; known are tls, /],
      ["esdb://user:secret@host?tls=yes", /tls: expected true or false, found "yes"/],
      ["esdb://user:secret@host?tls", /tls: expected tls=value/],
      ["esdb://user:secret@host?keepAliveTimeout=-2", /keepAliveTimeout: expected milliseconds/],
      ["esdb://user:secret@host?keepAliveTimeout=0", /from 1, or -1 for never, found "0"/],
      ["esdb://user:secret@host?gossipTimeout=0", /gossipTimeout: expected a whole number from 1/],
      ["esdb://user:secret@host?nodePreference=boss", /nodePreference: expected one of leader, /],
      ["esdb://user:secret@host?tlsVerifyCert=false", /tlsVerifyCert: certificates are always/],
      ["esdb://user:secret@host?tlsCAFile=%zz", /tlsCAFile: its % is not an escape/],
      ["esdb://user:secret@host?userCertFile=x", /userCertFile and userKeyFile/],
    ];
    for (const [text, reason] of wrong) {
      const error = leftOf(parseConnectionString(text)).reason;
      expect(error, text).to.match(reason);
      expect(error, text).to.not.contain("secret");
    }
  });

  it("of many hosts is refused", () => {
    const hosts = Array.from({ length: 101 }, (_, n) => `h${n}`).join(",");
    expect(leftOf(parseConnectionString(`esdb://${hosts}`)).reason).to.contain("at most 100 hosts");
  });
});
