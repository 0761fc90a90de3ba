import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** A part that scrolls sideways where it has no room: then the keyboard reaches it too. */
export const ScrollRegion = ({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}) => {
  const region = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = region.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <div
      ref={region}
      className={className}
      {...(isWide ? { role: "region", "aria-label": label, tabIndex: 0 } : {})}
    >
      {children}
    </div>
  );
};
