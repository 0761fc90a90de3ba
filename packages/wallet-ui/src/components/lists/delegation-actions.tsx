import { answerOf } from "../../data/client.js";
import { proposals, useDelegations, useProposals } from "../../data/delegations.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { useWallet } from "../../data/wallet-context.js";
import { ActButton } from "../flow/act-button.js";
import { Countdown } from "../time/countdown.js";
import { messages } from "./messages-delegations.js";

type Payload = WalletSchemas["MintingDelegationPayload"];

export const touches = ["delegations", "inbox"] as const;

/** What accepting means, with what it replaces. */
const AcceptWords = ({
  proposed,
  replaced,
}: {
  readonly proposed: Payload;
  readonly replaced: Payload | undefined;
}) => {
  const { isExternal } = useWallet();
  return (
    <>
      <p>{isExternal ? messages.accept.externalEffect : messages.accept.effect}</p>
      {replaced === undefined ? null : (
        <p>
          {messages.accept.replaces({
            oldCount: Number(replaced.amuletMergeLimit),
            newCount: Number(proposed.amuletMergeLimit),
            oldTime: <Countdown until={replaced.expiresAt} />,
            newTime: <Countdown until={proposed.expiresAt} />,
          })}
        </p>
      )}
    </>
  );
};

const Reject = ({ cid }: { readonly cid: string }) => (
  <ActButton
    name={`delegation.reject.${cid}`}
    label={messages.reject.submit}
    className="proposal-reject"
    about={cid}
    ends="rejected"
    question={{
      hook: "reject-proposal-confirmation-dialog-accept-button",
      title: messages.reject.question,
      body: <p>{messages.reject.effect}</p>,
    }}
    run={(api) =>
      api.wallet.POST(`${proposals}/{contract_id}/reject`, {
        params: { path: { contract_id: cid } },
      })
    }
    touches={touches}
    said={messages.reject.done}
    failed={messages.reject.failed}
  />
);

/**
 * Accepting and rejecting a proposal, on its own page and in the inbox: the same words, and
 * the same rule of what can be accepted. Nothing until the proposal was read.
 */
export const ProposalActions = ({ cid }: { readonly cid: string }) => {
  const proposal = useProposals().data?.find(({ contract }) => contract.contract_id === cid);
  const active = useDelegations().data;
  if (proposal === undefined || active === undefined) return null;
  const { delegation } = proposal.contract.payload;
  const params = { path: { contract_id: cid } };
  const replaced = active.find(
    (each) => each.contract.payload.beneficiary === delegation.beneficiary,
  )?.contract.payload;
  return (
    <>
      <ActButton
        name={`delegation.accept.${cid}`}
        label={replaced === undefined ? messages.accept.submit : messages.accept.replace}
        className="proposal-accept"
        about={cid}
        ends="accepted"
        variant="primary"
        question={{
          hook: "accept-proposal-confirmation-dialog-accept-button",
          title:
            replaced === undefined ? messages.accept.question : messages.accept.replaceQuestion,
          body: <AcceptWords proposed={delegation} replaced={replaced} />,
        }}
        run={(api) => answerOf(api.wallet.POST(`${proposals}/{contract_id}/accept`, { params }))}
        touches={touches}
        said={messages.accept.done}
        failed={messages.accept.failed}
        reason={proposal.beneficiary_hosted ? undefined : messages.proposal.notHosted}
      />
      <Reject cid={cid} />
    </>
  );
};
