import { useEffect, useState } from "react";

/** A value once it has stayed the same for a while: a search waits until one stops typing. */
export const useSettled = <A>(value: A, milliseconds: number): A => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
};
