import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import styles from "./base.module.css";
import { Icon, type IconName } from "./icon.js";

interface Look {
  readonly variant?: "primary" | "secondary" | "quiet" | "danger";
  readonly icon?: IconName;
  readonly children: ReactNode;
}

const classOf = (variant: NonNullable<Look["variant"]>): string =>
  `${styles["button"]} ${styles[variant]}`;

const Content = ({ icon, children }: Pick<Look, "icon" | "children">) => (
  <>
    {icon === undefined ? null : <Icon name={icon} size={18} />}
    <span>{children}</span>
  </>
);

/**
 * A button. Where it cannot be used, `reason` says why: it stays focusable, and the reason is read
 * out and shown.
 */
export const Button = ({
  variant = "secondary",
  icon,
  children,
  onClick,
  type = "button",
  isBusy = false,
  reason,
  label,
  hook,
  className = "",
}: Look & {
  readonly onClick?: () => void;
  readonly type?: "button" | "submit";
  /** It works on the last press. */
  readonly isBusy?: boolean;
  readonly reason?: string | undefined;
  /** What a screen reader says, where the text alone is not enough. */
  readonly label?: string;
  /** An id by which clients of the public wallet find it. */
  readonly hook?: string | undefined;
  /** A class by which they find several. */
  readonly className?: string | undefined;
}) => {
  const id = useId();
  const isOff = reason !== undefined || isBusy;
  return (
    <>
      <button
        id={hook}
        type={isOff ? "button" : type}
        className={`${classOf(variant)} ${className}`}
        onClick={isOff ? undefined : onClick}
        aria-disabled={isOff ? true : undefined}
        aria-busy={isBusy ? true : undefined}
        aria-describedby={reason === undefined ? undefined : id}
        aria-label={label}
        title={reason}
      >
        <Content {...(icon === undefined ? {} : { icon })}>{children}</Content>
      </button>
      {reason === undefined ? null : (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </>
  );
};

/** A link to a page of ours that looks like a button. */
export const ButtonLink = ({
  variant = "secondary",
  icon,
  children,
  to,
}: Look & { readonly to: string }) => (
  <Link to={to} className={classOf(variant)}>
    <Content {...(icon === undefined ? {} : { icon })}>{children}</Content>
  </Link>
);
