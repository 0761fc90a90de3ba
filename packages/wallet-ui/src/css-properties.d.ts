import "react";

declare module "react" {
  interface CSSProperties {
    /** Values for the style sheets; React sets them through the CSSOM. */
    readonly [property: `--${string}`]: string | number;
  }
}
