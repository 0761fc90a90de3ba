import { expect } from "chai";
import { compileCatalog } from "@tallystick/core";
import { coinPackages } from "../src/index.js";
import { right, sha256 } from "./coin-values.js";

/** What existing clients name, and the choices they exercise there. */
const named: Readonly<Record<string, ReadonlyArray<string>>> = {
  "#splice-amulet:Splice.Amulet:Amulet": ["Amulet_Expire", "Archive"],
  "#splice-amulet:Splice.Amulet:LockedAmulet": [
    "LockedAmulet_Unlock",
    "LockedAmulet_UnlockV2",
    "LockedAmulet_OwnerExpireLock",
    "LockedAmulet_OwnerExpireLockV2",
    "LockedAmulet_ExpireAmulet",
  ],
  "#splice-amulet:Splice.Amulet:AppRewardCoupon": ["AppRewardCoupon_DsoExpire"],
  "#splice-amulet:Splice.Amulet:ValidatorRewardCoupon": ["ValidatorRewardCoupon_DsoExpire"],
  "#splice-amulet:Splice.Amulet:ValidatorRight": ["ValidatorRight_ArchiveAsUser"],
  "#splice-amulet:Splice.Amulet:FeaturedAppRight": ["FeaturedAppRight_Cancel"],
  "#splice-amulet:Splice.Amulet:FeaturedAppActivityMarker": [],
  "#splice-amulet:Splice.AmuletRules:AmuletRules": [
    "AmuletRules_Transfer",
    "AmuletRules_Mint",
    "AmuletRules_DevNet_Tap",
    "AmuletRules_DevNet_FeatureApp",
    "AmuletRules_CreateTransferPreapproval",
    "AmuletRules_CreateExternalPartySetupProposal",
  ],
  "#splice-amulet:Splice.AmuletRules:TransferPreapproval": [
    "TransferPreapproval_Send",
    "TransferPreapproval_SendV2",
    "TransferPreapproval_Renew",
    "TransferPreapproval_Cancel",
    "TransferPreapproval_Expire",
  ],
  "#splice-amulet:Splice.AmuletRules:ExternalPartySetupProposal": [
    "ExternalPartySetupProposal_Accept",
  ],
  "#splice-amulet:Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules": [],
  "#splice-amulet:Splice.AmuletTransferInstruction:AmuletTransferInstruction": [],
  "#splice-amulet:Splice.Round:OpenMiningRound": ["OpenMiningRound_Fetch"],
  "#splice-amulet:Splice.Round:IssuingMiningRound": [],
  "#splice-wallet:Splice.Wallet.TransferPreapproval:TransferPreapprovalProposal": [
    "TransferPreapprovalProposal_Accept",
  ],
  "#splice-wallet:Splice.Wallet.TransferOffer:TransferOffer": ["TransferOffer_Accept"],
  "#splice-wallet:Splice.Wallet.TransferOffer:AcceptedTransferOffer": [
    "AcceptedTransferOffer_Complete",
  ],
  "#splice-api-token-metadata-v1:Splice.Api.Token.MetadataV1:AnyContract": [],
  "#splice-api-token-holding-v1:Splice.Api.Token.HoldingV1:Holding": [],
  "#splice-api-token-transfer-instruction-v1:Splice.Api.Token.TransferInstructionV1:TransferFactory":
    ["TransferFactory_Transfer", "TransferFactory_PublicFetch"],
  "#splice-api-token-transfer-instruction-v1:Splice.Api.Token.TransferInstructionV1:TransferInstruction":
    [
      "TransferInstruction_Accept",
      "TransferInstruction_Reject",
      "TransferInstruction_Withdraw",
      "TransferInstruction_Update",
    ],
  "#splice-api-token-allocation-v1:Splice.Api.Token.AllocationV1:Allocation": [
    "Allocation_ExecuteTransfer",
    "Allocation_Cancel",
    "Allocation_Withdraw",
  ],
  "#splice-api-token-allocation-instruction-v1:Splice.Api.Token.AllocationInstructionV1:AllocationFactory":
    ["AllocationFactory_Allocate", "AllocationFactory_PublicFetch"],
  "#splice-api-token-allocation-instruction-v1:Splice.Api.Token.AllocationInstructionV1:AllocationInstruction":
    ["AllocationInstruction_Withdraw", "AllocationInstruction_Update"],
  "#splice-api-token-allocation-request-v1:Splice.Api.Token.AllocationRequestV1:AllocationRequest":
    ["AllocationRequest_Reject", "AllocationRequest_Withdraw"],
};

describe("the packages of the coin", () => {
  const catalog = right(compileCatalog(coinPackages, sha256));
  for (const [reference, choices] of Object.entries(named))
    it(`have ${reference}`, () => {
      const found = right(catalog.resolve(reference, []));
      expect([...found.choices.keys()]).to.include.members([...choices]);
    });

  it("have each name once", () => {
    const names = coinPackages.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
  });

  it("say which templates implement the token standard", () => {
    const implementing = (reference: string): ReadonlyArray<string> => {
      const [interfaceId = ""] = right(catalog.interfacesMatching(reference));
      return catalog.implementers(interfaceId).map((templateId) => templateId.split(":")[2] ?? "");
    };
    expect(
      implementing("#splice-api-token-holding-v1:Splice.Api.Token.HoldingV1:Holding"),
    ).to.deep.equal(["Amulet", "LockedAmulet"]);
    const transfers =
      "#splice-api-token-transfer-instruction-v1:Splice.Api.Token.TransferInstructionV1";
    expect(implementing(`${transfers}:TransferFactory`)).to.deep.equal([
      "ExternalPartyAmuletRules",
    ]);
    expect(implementing(`${transfers}:TransferInstruction`)).to.deep.equal([
      "AmuletTransferInstruction",
    ]);
  });
});
