import type { Ledger } from "@tallystick/node";
import { expect } from "chai";
import {
  maxVettedPackagesPageSize,
  packageVettingGet,
  packageVettingList,
} from "../../../src/v2/packages/package-vetting-list.js";
import { packageVettingUpdate } from "../../../src/v2/packages/package-vetting-update.js";
import { callerWith } from "../../fixtures/callers.js";
import { leftOf } from "../../fixtures/outcomes.js";
import { openPingLedger } from "../../fixtures/ping-ledger.js";
import { type RowCalls, rowCalls } from "../../fixtures/row-calls.js";

interface Listed {
  readonly vettedPackages: ReadonlyArray<{
    readonly packages: ReadonlyArray<{ readonly packageId: string; readonly packageName: string }>;
    readonly participantId: string;
    readonly synchronizerId: string;
    readonly topologySerial: number;
  }>;
  readonly nextPageToken: string;
}

const other = `other::1220${"ab".repeat(32)}`;

describe("the vetted packages", () => {
  let ledger: Ledger;
  let calls: RowCalls;
  const admin = callerWith([{ kind: "ParticipantAdmin" }]);
  before(async () => {
    ({ ledger } = await openPingLedger());
    calls = rowCalls(ledger);
  });
  after(() => ledger.close());

  const list = async (body: object = {}): Promise<Listed> =>
    Object(await calls.json(packageVettingList, { body }));
  const names = async (packageMetadataFilter: object): Promise<ReadonlyArray<string>> => {
    const { vettedPackages } = await list({ packageMetadataFilter });
    const found = vettedPackages.flatMap(({ packages }) => packages);
    return found.map(({ packageName }) => packageName).sort((a, b) => a.localeCompare(b));
  };
  const update = async (body: object) =>
    Object(await calls.json(packageVettingUpdate, { body, caller: admin }));

  it("are listed for this participant on its synchronizer, the next page is empty", async () => {
    const { vettedPackages, nextPageToken } = await list();
    expect(await list({ pageToken: nextPageToken })).to.deep.equal({
      vettedPackages: [],
      nextPageToken: "",
    });
    expect(nextPageToken).to.not.equal("");
    expect(vettedPackages).to.have.lengthOf(1);
    expect(vettedPackages[0]).to.include({
      participantId: ledger.participantId,
      synchronizerId: ledger.synchronizerId,
    });
    expect(await names({})).to.include.members(["unused", "canton-builtin-admin-workflow-ping"]);
    expect(await calls.json(packageVettingGet, { body: {} })).to.deep.equal(await list());
  });

  it("match one of the ids or one of the beginnings of a name", async () => {
    const [first] = (await list()).vettedPackages[0]?.packages ?? [];
    expect(await names({ packageNamePrefixes: ["unu"] })).to.deep.equal(["unused"]);
    expect(await names({ packageNamePrefixes: ["unused-more", "no"] })).to.deep.equal([]);
    expect(await names({ packageIds: [first?.packageId] })).to.deep.equal([first?.packageName]);
    expect(
      await names({ packageIds: [first?.packageId], packageNamePrefixes: ["unused"] }),
    ).to.have.members([...new Set(["unused", first?.packageName])]);
    expect(await names({ packageNamePrefixes: [""] })).to.deep.equal(await names({}));
  });

  it("are none of other participants and synchronizers", async () => {
    const { participantId, synchronizerId } = ledger;
    const of = async (filter: object) =>
      (await list({ topologyStateFilter: filter })).vettedPackages.length;
    expect(
      await of({ participantIds: [participantId], synchronizerIds: [synchronizerId] }),
    ).to.equal(1);
    expect(await of({ participantIds: [other, participantId] })).to.equal(1);
  });

  const refusals: ReadonlyArray<readonly [filter: object, code: string]> = [
    [{ topologyStateFilter: { participantIds: [other] } }, "TOPOLOGY_STORE_NOT_FOUND"],
    [{ topologyStateFilter: { participantIds: [other, "a::b"] } }, "TOPOLOGY_STORE_NOT_FOUND"],
    [{ topologyStateFilter: { synchronizerIds: [other] } }, "TOPOLOGY_STORE_NOT_FOUND"],
    [{ topologyStateFilter: { participantIds: ["other"] } }, "PROTO_DESERIALIZATION_FAILURE"],
    [{ topologyStateFilter: { participantIds: [""] } }, "PROTO_DESERIALIZATION_FAILURE"],
    [{ topologyStateFilter: { synchronizerIds: ["a::"] } }, "PROTO_DESERIALIZATION_FAILURE"],
    [{ topologyStateFilter: { synchronizerIds: [other, "::b"] } }, "PROTO_DESERIALIZATION_FAILURE"],
    [{ packageMetadataFilter: { packageIds: ["a b!"] } }, "PROTO_DESERIALIZATION_FAILURE"],
    [{ packageMetadataFilter: { packageIds: [""] } }, "PROTO_DESERIALIZATION_FAILURE"],
  ];
  for (const [body, code] of refusals) {
    it(`are ${code} by ${JSON.stringify(body)}`, async () => {
      expect(await calls.error(packageVettingList, { body })).to.equal(code);
      expect(await calls.error(packageVettingGet, { body })).to.equal(code);
    });
  }

  for (const [pageSize, isTaken] of [
    [-1, false],
    [0, true],
    [1, true],
    [maxVettedPackagesPageSize, true],
    [maxVettedPackagesPageSize + 1, false],
  ] as const) {
    it(`${isTaken ? "take" : "refuse"} pages of ${pageSize}`, async () => {
      const outcome = await calls.error(packageVettingList, { body: { pageSize } });
      expect(outcome.startsWith("200 ")).to.equal(isTaken);
      if (!isTaken) expect(outcome).to.equal("PROTO_DESERIALIZATION_FAILURE");
    });
  }

  it("are refused with a token that is none", async () => {
    for (const [pageToken, step] of [
      ["AAAA", "proto"],
      ["zz", "proto"],
      ["a", "base64"],
      ["%%%%", "base64"],
    ] as const) {
      const error = leftOf(await calls.outcome(packageVettingList, { body: { pageToken } }));
      expect(error.code).to.equal("PROTO_DESERIALIZATION_FAILURE");
      expect(error.context["reason"]).to.contain(`Failed ${step} decoding`);
    }
  });

  it("are no element where none of the packages is asked for", async () => {
    const nothing = { vettedPackages: [], nextPageToken: "" };
    const filters = [{ packageNamePrefixes: ["no-such"] }, { packageIds: ["ab".repeat(32)] }];
    for (const packageMetadataFilter of filters)
      expect(await list({ packageMetadataFilter })).to.deep.equal(nothing);
  });

  describe("change", () => {
    const unused = { packageName: "unused", packageVersion: "1.0.0" };
    const change = (kind: "Vet" | "Unvet", value: object = {}) => ({
      changes: [{ operation: { [kind]: { value: { packages: [unused], ...value } } } }],
    });

    it("in a dry run only on paper", async () => {
      const before = await list();
      const answer = await update({ ...change("Unvet"), dryRun: true });
      expect(answer.pastVettedPackages.packages).to.have.lengthOf(
        answer.newVettedPackages.packages.length + 1,
      );
      expect(await list()).to.deep.equal(before);
    });

    it("in order, with a serial that rises, back and forth", async () => {
      const serialOf = async () => (await list()).vettedPackages[0]?.topologySerial ?? 0;
      const serial = await serialOf();
      const past = await update(change("Unvet"));
      expect(await names({ packageNamePrefixes: ["unused"] })).to.deep.equal([]);
      expect(past.newVettedPackages.topologySerial).to.equal(serial + 1);
      const until = "2999-01-01T00:00:00Z";
      await update(change("Vet", { newValidUntilExclusive: until }));
      const [vetted] =
        (await list({ packageMetadataFilter: { packageNamePrefixes: ["unused"] } }))
          .vettedPackages[0]?.packages ?? [];
      expect(vetted).to.include({ validUntilExclusive: until, ...unused });
      await update(change("Vet"));
      expect(await serialOf()).to.equal(serial + 3);
    });

    const bad: ReadonlyArray<readonly [what: string, body: () => object, code: string]> = [
      ["no operation", () => ({ changes: [{}] }), "PROTO_DESERIALIZATION_FAILURE"],
      [
        "an empty operation",
        () => ({ changes: [{ operation: { Empty: {} } }] }),
        "PROTO_DESERIALIZATION_FAILURE",
      ],
      [
        "a synchronizer that is no id",
        () => ({ ...change("Vet"), synchronizerId: "x" }),
        "PROTO_DESERIALIZATION_FAILURE",
      ],
      [
        "a serial that is none",
        () => ({ ...change("Vet"), expectedTopologySerial: { serial: { Prior: { value: 0 } } } }),
        "PROTO_DESERIALIZATION_FAILURE",
      ],
      [
        "another synchronizer",
        () => ({ ...change("Vet"), synchronizerId: "x::1220" }),
        "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
      ],
      [
        "a package nobody knows",
        () => change("Vet", { packages: [{ packageName: "nothing" }] }),
        "UNRESOLVED_VETTING_REFERENCE",
      ],
      [
        "a serial of the past",
        () => ({ ...change("Unvet"), expectedTopologySerial: { serial: { NoPrior: {} } } }),
        "TOPOLOGY_SERIAL_MISMATCH",
      ],
    ];
    for (const [what, body, code] of bad) {
      it(`not with ${what}: ${code}`, async () => {
        const before = ledger.ledgerEnd();
        expect(await calls.error(packageVettingUpdate, { body: body(), caller: admin })).to.equal(
          code,
        );
        expect(ledger.ledgerEnd()).to.equal(before);
      });
    }

    it("by participant administrators alone", async () => {
      for (const caller of [callerWith(), callerWith([{ kind: "IdentityProviderAdmin" }])]) {
        expect(await calls.error(packageVettingUpdate, { body: change("Vet"), caller })).to.equal(
          "PERMISSION_DENIED",
        );
      }
    });
  });
});
