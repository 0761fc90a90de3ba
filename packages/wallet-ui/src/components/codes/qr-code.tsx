import { encode } from "uqr";
import styles from "./codes.module.css";

/** A text as a QR code, dark on light in every theme, as scanners want it. */
export const QrCode = ({
  text,
  label,
}: {
  readonly text: string;
  /** What it leads to, for screen readers. */
  readonly label: string;
}) => {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg className={styles["code"]} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
};
