import { useEffect, useRef } from "react";
import { useWallet } from "../../data/wallet-context.js";

/**
 * Calls when the row of a question is gone while it was open: someone else was faster. Not when one
 * goes to another page, or the login ends.
 *
 * @param isAsking whether the question is open now
 */
export const useLostQuestion = (isAsking: boolean, onLost: () => void): void => {
  const { life } = useWallet();
  const latest = useRef({ isAsking, onLost });
  latest.current = { isAsking, onLost };
  useEffect(() => {
    const path = location.pathname;
    return () => {
      const { isAsking: wasAsking, onLost: lost } = latest.current;
      if (wasAsking && location.pathname === path && !life.isOver) lost();
    };
  }, [life]);
};
