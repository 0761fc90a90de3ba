import {
  choice,
  type Choice,
  contractId,
  exercise,
  fetchView,
  list,
  party,
  record,
  template,
} from "@tallystick/core";
import { AllocationFactory_Allocate } from "../token-standard/allocation-instruction-v1.js";
import { Allocation_Withdraw } from "../token-standard/allocation-v1.js";
import {
  AppRewardBeneficiary,
  FeaturedAppRight_CreateActivityMarker,
  FeaturedAppRightInterface,
} from "../token-standard/featured-app-right-v1.js";
import {
  TransferFactory_Transfer,
  TransferInstruction_Accept,
  TransferInstruction_Reject,
  TransferInstruction_Withdraw,
} from "../token-standard/transfer-instruction-v1.js";
import { modulePart } from "../model/module-part.js";
import { proxyResult } from "./wallet-user-proxy.js";
import { requireThat } from "../model/coin-error.js";

/**
 * A featured app provider lets a party it works with mark what that party does, for whom it likes.
 */
export const DelegateProxy = template("Splice.Util.FeaturedApp.DelegateProxy:DelegateProxy", {
  payload: record({ provider: party, delegate: party }),
  signatories: ({ provider }) => [provider],
  observers: ({ delegate }) => [delegate],
});

/** What the delegate asks for: which contract, what to do there, and who shares in the reward. */
interface Proxied<A> {
  readonly cid: string;
  readonly proxyArg: {
    readonly choiceArg: A;
    readonly featuredAppRightCid: string;
    readonly beneficiaries: ReadonlyArray<AppRewardBeneficiary>;
  };
}

/** Marks the activity and exercises a choice. Stops the command when the right is another's. */
function* markAndExercise<A, R>(of: Choice<A, R>, provider: string, { cid, proxyArg }: Proxied<A>) {
  const { choiceArg, featuredAppRightCid, beneficiaries } = proxyArg;
  const right = yield* fetchView(FeaturedAppRightInterface, featuredAppRightCid);
  yield* requireThat(right.provider === provider, "App right matches expected provider");
  const markerResult = yield* exercise(FeaturedAppRight_CreateActivityMarker, featuredAppRightCid, {
    beneficiaries,
  });
  const choiceResult: R = yield* exercise(of, cid, choiceArg);
  return { markerResult, choiceResult };
}

const proxied = <A, R>(of: Choice<A, R>) => {
  const proxyArg = record({
    choiceArg: of.argument,
    featuredAppRightCid: contractId,
    beneficiaries: list(AppRewardBeneficiary),
  });
  return choice(DelegateProxy, `DelegateProxy_${of.name}`, {
    argument: record({ cid: contractId, proxyArg }),
    result: proxyResult(of.result),
    consuming: false,
    controllers: ({ delegate }) => [delegate],
    *body({ payload: { provider } }, argument) {
      return yield* markAndExercise(of, provider, argument);
    },
  });
};

export const DelegateProxy_TransferFactory_Transfer = proxied(TransferFactory_Transfer);
/** The delegate takes what is offered. */
export const DelegateProxy_TransferInstruction_Accept = proxied(TransferInstruction_Accept);
/** The delegate does not want what is offered. */
export const DelegateProxy_TransferInstruction_Reject = proxied(TransferInstruction_Reject);
/** The delegate takes back what it has offered. */
export const DelegateProxy_TransferInstruction_Withdraw = proxied(TransferInstruction_Withdraw);
/** The delegate reserves holdings for a settlement. */
export const DelegateProxy_AllocationFactory_Allocate = proxied(AllocationFactory_Allocate);
/** The delegate takes back what it has reserved. */
export const DelegateProxy_Allocation_Withdraw = proxied(Allocation_Withdraw);

/** What the parties do that work for a featured app. */
export const delegateProxyModule = modulePart({
  templates: [DelegateProxy],
  choices: [
    DelegateProxy_TransferFactory_Transfer,
    DelegateProxy_TransferInstruction_Accept,
    DelegateProxy_TransferInstruction_Reject,
    DelegateProxy_TransferInstruction_Withdraw,
    DelegateProxy_AllocationFactory_Allocate,
    DelegateProxy_Allocation_Withdraw,
  ],
});
