import { expect } from "chai";
import * as coin from "../src/index.js";
import { coinShapes } from "./coin-shapes.js";
import { shapeLines } from "./shape-of-types.js";

const types = {
  RelTime: coin.metadataV1.RelTime,
  AnyValue: coin.metadataV1.AnyValue,
  Metadata: coin.metadataV1.Metadata,
  ChoiceContext: coin.metadataV1.ChoiceContext,
  ExtraArgs: coin.metadataV1.ExtraArgs,
  InstrumentId: coin.holdingV1.InstrumentId,
  Lock: coin.holdingV1.Lock,
  TokenTransfer: coin.transferInstructionV1.Transfer,
  TransferInstructionStatus: coin.transferInstructionV1.TransferInstructionStatus,
  TransferInstructionResult: coin.transferInstructionV1.TransferInstructionResult,
  AllocationSpecification: coin.allocationV1.AllocationSpecification,
  AllocationInstructionResult: coin.allocationInstructionV1.AllocationInstructionResult,
  AppRewardBeneficiary: coin.featuredAppRightV1.AppRewardBeneficiary,
  Round: coin.Round,
  ExpiringAmount: coin.ExpiringAmount,
  Amulet: coin.Amulet.payload,
  TimeLock: coin.TimeLock,
  AmuletCreateSummary: coin.AmuletCreateSummary,
  IssuanceConfig: coin.IssuanceConfig,
  TransferConfig: coin.TransferConfig,
  AmuletConfig: coin.AmuletConfig,
  TransferInput: coin.TransferInput,
  TransferOutput: coin.TransferOutput,
  Transfer: coin.Transfer,
  TransferContext: coin.TransferContext,
  PaymentTransferContext: coin.PaymentTransferContext,
  AppTransferContext: coin.AppTransferContext,
  BalanceChange: coin.BalanceChange,
  TransferSummary: coin.TransferSummary,
  CreatedAmulet: coin.CreatedAmulet,
  TransferResult: coin.TransferResult,
  InvalidTransferReason: coin.InvalidTransferReason,
  TransferCommandResult: coin.TransferCommandResult,
  PaymentAmount: coin.PaymentAmount,
  ReceiverAmount: coin.ReceiverAmount,
  ReceiverAmuletAmount: coin.ReceiverAmuletAmount,
  SubscriptionData: coin.SubscriptionData,
  SubscriptionPayData: coin.SubscriptionPayData,
  TransferOfferTrackingInfo: coin.TransferOfferTrackingInfo,
  MintingDelegation: coin.MintingDelegation.payload,
  MergeDelegation: coin.MergeDelegation.payload,
};

describe("names, fields and types on the ledger", () => {
  const found = shapeLines(coin.coinPackages, types);
  const expected = coinShapes.trim().split("\n");

  it("are those existing clients use, in their order", () => {
    expect(found.join("\n")).to.equal(expected.join("\n"));
  });

  it("are listed once each", () => {
    expect(new Set(expected).size).to.equal(expected.length);
  });
});
