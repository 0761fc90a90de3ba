import type { Api } from "../../data/client.js";
import { useSendingBlock } from "../../data/reachability.js";
import { endOf } from "../../data/transfers.js";
import { useOperation } from "../../data/use-operation.js";
import { useWallet } from "../../data/wallet-context.js";
import type { Fate } from "../../history/fate.js";
import type { Resource } from "../../states/resources.js";
import { ErrorNote, type MoneyEffect } from "../feedback/error-note.js";
import { useFailure, useToast } from "../feedback/toasts.js";
import { type Asking, AskButton } from "./ask-button.js";
import { endSentence } from "./end-sentence.js";
import { Checking, isBusyIn } from "./outcome.js";
import { messages } from "./messages.js";

/** Something that is done once, and how it is shown. */
export interface Act extends Asking {
  /** Names the operation: with the contract's id, so that each has its own. */
  readonly name: string;
  /**
   * Sends the request under the id, so that a repeat has the same effect as one request.
   *
   * @param id made with the draft, a UUID
   */
  readonly run: (api: Api, id: string) => Promise<unknown>;
  /** The contract that it is about, by which is known how that has ended otherwise. */
  readonly about?: string;
  /** How it ends that contract: by it an answer that was lost is found out. */
  readonly ends?: Fate;
  readonly touches: ReadonlyArray<Resource>;
  /** What is said when it is done. */
  readonly said: string;
  /** What is said when it is refused. */
  readonly failed: string;
  /** What its rejection means for the money. Default: none was moved. */
  readonly effect?: MoneyEffect;
  readonly onDone?: () => void;
}

/** How the contract of an act has ended, as a sentence. */
const useEnd = (about: string | undefined) => {
  const { api, party } = useWallet();
  return async (): Promise<string> => (about === undefined ? "" : endSentence(api, party, about));
};

const useAct = (act: Act) => {
  const { name, run, about, ends, touches, said, failed, effect = "none-moved", onDone } = act;
  const { party } = useWallet();
  const say = useToast();
  const fail = useFailure();
  const howItEnded = useEnd(about);
  return useOperation<string, true>({
    name,
    run: async (api, _label, id) => {
      await run(api, id);
      return true;
    },
    ask: async (api) => {
      if (about === undefined || ends === undefined) return undefined;
      const end = await endOf(api, party, about);
      return end?.fate === ends ? true : undefined;
    },
    touches,
    onCommitted: () => {
      say(said);
      onDone?.();
    },
    // beside the row, which may be gone by then
    onFailed: (error) =>
      void howItEnded().then((sentence) =>
        fail(<ErrorNote title={`${failed} ${sentence}`.trim()} error={error} effect={effect} />),
      ),
  });
};

/** A button that does something to one contract, once: it asks first, and says what came of it. */
export const ActButton = (act: Act) => {
  const { label, question, reason } = act;
  const block = useSendingBlock();
  const { state, start } = useAct(act);
  const say = useToast();
  const howItEnded = useEnd(act.about);
  const lost = (): void => {
    const { title = "" } = question ?? {};
    void howItEnded().then((sentence) =>
      say(messages.question.lost({ question: title, sentence }).trim(), "negative"),
    );
  };
  return (
    <>
      <AskButton
        {...act}
        reason={reason ?? block}
        isBusy={isBusyIn(state)}
        onConfirm={() => start(label)}
        onLost={lost}
      />
      <Checking state={state} />
    </>
  );
};
