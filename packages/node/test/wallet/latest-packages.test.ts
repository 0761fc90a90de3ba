import { Amulet, coinRelease, defaultAmuletConfig } from "@tallystick/coin";
import { expect } from "chai";
import { getOrElse, isLeft } from "fp-ts/lib/Either.js";
import { openValidator, type Validator } from "../../src/index.js";
import { releaseAt } from "../../src/wallet/latest-packages.js";

const openedOf = getOrElse((error: { readonly message: string }): Validator => {
  throw new Error(error.message);
});

/** The version that a tap makes a coin with. */
const versionTapped = async (latestPackagesFrom?: string): Promise<string | undefined> => {
  const clock = () => Date.UTC(2026, 7, 1) * 1_000;
  const wallet = latestPackagesFrom === undefined ? {} : { latestPackagesFrom };
  const {
    wallet: opened,
    close,
    ledger,
  } = openedOf(await openValidator({ clock, manualClock: true, wallet }));
  try {
    await opened.scheduler.settle();
    const vetted = new Set(ledger.vetting().packages.map(({ packageId }) => packageId));
    const { packageConfig } = opened.network()?.config ?? defaultAmuletConfig("");
    const coin = coinRelease["0.6.12"].find(({ name }) => name === "splice-amulet");
    const inForce = ledger
      .vetting()
      .packages.find(({ packageId }) => packageId === coin?.packageId)?.validFromInclusive;
    const isUsed = vetted.has(coin?.packageId ?? "") && (inForce ?? 0n) <= BigInt(clock());
    expect(packageConfig.amulet).to.equal(isUsed ? "0.1.22" : "0.1.18");
    expect(Amulet.name).to.equal("Splice.Amulet:Amulet");
    return isUsed ? "0.1.22" : "0.1.18";
  } finally {
    await close();
  }
};

describe("The coin's latest packages", () => {
  it("are used at once, from a time on, or never", async () => {
    expect(await versionTapped()).to.equal("0.1.22");
    expect(await versionTapped("2026-07-08T00:00:00Z")).to.equal("0.1.22");
    expect(await versionTapped("2027-01-01T00:00:00Z")).to.equal("0.1.18");
    expect(await versionTapped("never")).to.equal("0.1.18");
  });

  it("are refused with a time that is none", async () => {
    const opened = await openValidator({ wallet: { latestPackagesFrom: "soon" } });
    expect(isLeft(opened) && opened.left.message).to.match(/^latestPackagesFrom: found soon, /);
  });

  it("are those of the network from the very time on", () => {
    const from = "2026-07-08T00:00:00Z";
    const at = Date.UTC(2026, 6, 8) * 1_000;
    expect([at - 1, at].map((now) => releaseAt(from, now))).to.deep.equal(["0.6.1", "0.6.12"]);
  });
});
